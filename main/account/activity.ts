// What happens around the orders of an account, written into its journal, and the journal as lists to read.
import { basename } from 'node:path';
import type { ActivityLine } from '#contract/activity.ts';
import type { Month } from '#contract/archives.ts';
import { invalid, ok, type Result } from '#contract/failure.ts';
import type { Evidence, Intent } from '#contract/intents.ts';
import { statusWords } from '#contract/orders.ts';
import type { StreamState } from '#contract/records.ts';
import { orderLife, type LifeLine, type LifeSource } from '#main/account/order-life.ts';
import type { Book } from '#main/account/standing/book.ts';
import { reasonInWords } from '#main/broker/http/connection-reason.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { ActivityLineQuery, Journal, Opened, WholeEvidence } from '#main/journal/types.ts';

type RecordedPhase = 'live' | 'reconnecting' | 'stopped';
const isRecorded = (phase: StreamState['phase']): phase is RecordedPhase =>
  phase === 'live' || phase === 'reconnecting' || phase === 'stopped';

/** One line for each change between live, lost and given up; the attempts in between are no news. */
export function recordStreamEvents(
  journal: Pick<Journal, 'saveEvent'>,
  book: Pick<Book, 'onChange'>,
): void {
  const last = new Map<string, RecordedPhase>();
  const wasLive = new Set<string>();
  book.onChange((change) => {
    if (change.kind !== 'stream') return;
    const { stream, phase, message } = change.state;
    if (!isRecorded(phase) || phase === last.get(stream)) return;
    last.set(stream, phase);
    const isAgain = wasLive.has(stream);
    if (phase === 'live') wasLive.add(stream);
    const name = stream === 'orders' ? 'The order stream' : 'The price stream';
    const words: Record<RecordedPhase, string> = {
      live: `${name} is live${isAgain ? ' again' : ''}.`,
      reconnecting: isAgain
        ? `${name} was lost. Reconnecting.`
        : `${name} could not connect. Trying again.`,
      stopped: `${name} has ended and will not reconnect by itself.`,
    };
    const why = phase === 'live' || message === undefined ? '' : ` ${sentence(message)}`;
    journal.saveEvent({ kind: 'stream', detail: phase, text: words[phase] + why });
  });
}

/** Some reasons are the words of a library or of the broker. */
const sentence = (words: string): string =>
  words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? '' : '.');

type SetAside = Pick<Opened, 'setAside' | 'salvaged' | 'addresses'>;

/** A damaged journal was replaced: whoever looks for an older order must know where it may be. */
export function recordSetAside({
  journal,
  ...opened
}: SetAside & { journal: Pick<Journal, 'saveEvent'> }): void {
  const text = setAsideText(opened);
  if (text !== undefined) journal.saveEvent({ kind: 'desk', detail: 'journal-set-aside', text });
}

export const setAsideText = ({ setAside, salvaged, addresses }: SetAside): string | undefined =>
  setAside === undefined
    ? undefined
    : `The journal was damaged and was kept as ${basename(setAside)}. ${salvaged} of its orders were recovered and continue, and the broker’s records are being read again. ${addressText(addresses)} Mint batches and approvals of wallets were not recovered; they are only in that file.`;

function addressText(addresses: SetAside['addresses']): string {
  const { kept, found, isCut } = addresses ?? { kept: 0, found: 0, isCut: true };
  if (found === 0)
    return isCut ? 'Saved addresses could not be read.' : 'It had no saved addresses.';
  const rest =
    kept < found ? '; the others could not be shown to be undamaged and are only in that file' : '';
  const more = isCut ? ' Part of the saved addresses could not be read.' : '';
  return `Saved addresses recovered: ${kept} of ${found}${rest}.${more}`;
}

/** Of the journal, or of one of its archives. */
export async function readActivity(
  journal: Pick<Journal, 'findActivity' | 'findArchived'>,
  { month, ...query }: ActivityLineQuery & { month?: Month | undefined },
): Promise<Result<{ lines: ActivityLine[]; isEnd: boolean }>> {
  const page = await (month === undefined
    ? journal.findActivity(query)
    : journal.findArchived(month, query));
  if (!page.ok) return toFailed(page.failure);
  const { lines, isEnd } = page.value;
  return ok({ lines: lines.map((line) => ({ ...line, text: inWords(line.text) })), isEnd });
}

type KnownEvidence = {
  intent: Intent;
  evidence: Evidence[];
  archive?: WholeEvidence['archive'] | undefined;
};
type EvidenceSource = LifeSource & { journal: Pick<Journal, 'get' | 'wholeEvidence'> };

/**
 * An intent and every line of what is known about it, oldest first, to the end of the order that it became. A line that
 * was seen again says how often.
 */
export async function readEvidence(
  unit: EvidenceSource,
  intentId: string,
): Promise<Result<KnownEvidence>> {
  const { journal } = unit;
  const intent = journal.get(intentId);
  if (!intent.ok) return toFailed(intent.failure);
  if (!intent.value) return invalid('There is no such order.', 'intentId');
  const whole = await journal.wholeEvidence(intent.value);
  if (!whole.ok) return toFailed(whole.failure);
  const { lines, archive } = whole.value;
  const evidence = lines.map(({ at, kind, text, status, requestId, times }) => ({
    intentId,
    at,
    kind,
    text: inWords(times > 1 ? `${text} (${times} times)` : text),
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { requestId }),
  }));
  const life = orderLife(intent.value, unit);
  // Why it stands as it does: of what the broker has, how it stands there now.
  const reason = life.standing ?? intent.value.reason;
  return ok({
    intent: { ...intent.value, ...(reason !== undefined && { reason: inWords(reason) }) },
    evidence: withLife(evidence, life.lines, intentId),
    ...(archive && { archive }),
  });
}

/** Among the journal's lines by time, which keep their order. The broker's clock may be behind ours: never before it was sent. */
function withLife(
  lines: readonly Evidence[],
  life: readonly LifeLine[],
  intentId: string,
): Evidence[] {
  const merged = [...lines];
  const sentAt = lines.findIndex(({ kind }) => kind === 'sent');
  for (const line of life) {
    const place = merged.findLastIndex(({ at }) => at <= line.at);
    merged.splice(Math.max(place, sentAt) + 1, 0, { intentId, ...line, text: inWords(line.text) });
  }
  return merged;
}

/**
 * Lines are kept for ever as they were written. What was written in the codes of the broker or of the system is read in
 * words: 'new' where it stands for how an order stands, and whatever has an underscore in it.
 */
const STATUSES =
  /\b(?:partially_filled|pending_new|pending_cancel|pending_replace|done_for_day|accepted_for_bidding)\b|(?<=\border \S+, |\bit is now \S+, |\bit (?:is|was) )new\b/g;
const inWords = (text: string): string => reasonInWords(text.replace(STATUSES, statusWords));
