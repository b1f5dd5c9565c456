// A batch as it stands: what the table said of each row, what became of its mint, and what the issuer made of that.
import { isLeftWaiting, type Intent } from '#contract/intents.ts';
import { countRows } from '#contract/batch-summary.ts';
import type {
  Batch,
  BatchCounts,
  BatchHead,
  BatchRow,
  TokenizationRequest,
} from '#contract/tokenization.ts';
import type { StoredBatch, StoredBatchRow, StoredHead } from '#main/journal/batch-rows.ts';

/** What is known of a row's mint beside its intent. */
type RowFacts = {
  intent: Intent | undefined;
  request: TokenizationRequest | undefined;
  /** When the broker's limit lets the next mint go; undefined when it does now. */
  turnAt: number | undefined;
};

const LEFT_WAITING =
  'Not sent: it was waiting to be sent when Ballast closed. If you continue, Ballast checks with the broker first, then sends it under the same key.';

const DISCARDED = 'Not sent, batch discarded.';
/** Its note of an attempt may have been lost with the power. */
const LEFT_BEHIND =
  'Not sent, batch discarded: it was waiting to be sent when Ballast closed. Ballast still checks for it at the broker.';

export function rowView(
  row: StoredBatchRow,
  batch: StoredBatch['state'],
  facts: RowFacts,
): BatchRow {
  const { line, form, said, issues, intentId } = row;
  const { intent, request, turnAt } = facts;
  const state = issues.length > 0 || !form ? 'wrong' : rowState(batch, facts);
  const note = state === 'discarded' ? DISCARDED : noteOf(row, facts, batch);
  const isOver = state === 'completed' || state === 'rejected';
  return {
    line,
    ...(form && { form }),
    ...(said && { said }),
    issues,
    ...(intentId !== undefined && { intentId }),
    state,
    ...(note !== undefined && { note }),
    ...(state === 'queued' && turnAt !== undefined && { turnAt }),
    ...(intent?.resultId !== undefined && { tokenizationRequestId: intent.resultId }),
    ...(request?.txHash !== undefined && { txHash: request.txHash }),
    ...(request?.fees !== undefined && { fees: request.fees }),
    ...(isOver && request?.updatedAt !== undefined && { endedAt: request.updatedAt }),
  };
}

const OPEN: ReadonlySet<BatchRow['state']> = new Set([
  'ready',
  'waiting',
  'queued',
  'sending',
  'not-sent',
]);

/** Done is when the issuer has ended every row: what was sent and answered before is awaited. */
export function batchState(
  stored: StoredBatch['state'],
  rows: readonly BatchRow[],
): Batch['state'] {
  if (stored === 'dry' || stored === 'running' || stored === 'discarded') return stored;
  const isLeft = rows.some(
    ({ state }) => OPEN.has(state) || (state === 'unknown' && stored === 'paused'),
  );
  if (isLeft) return 'paused';
  return rows.some(({ state }) => state === 'pending' || state === 'unknown') ? 'awaiting' : 'done';
}

const NOT_BEGUN = {
  dry: 'ready',
  running: 'waiting',
  paused: 'waiting',
  done: 'waiting',
  discarded: 'discarded',
} as const;

function rowState(batch: StoredBatch['state'], { intent, request }: RowFacts): BatchRow['state'] {
  if (!intent) return NOT_BEGUN[batch];
  switch (intent.state) {
    case 'recorded':
      return 'queued';
    case 'sent':
      return 'sending';
    case 'set-aside':
      return 'unknown';
    case 'unknown':
      return isLeftWaiting(intent) ? 'not-sent' : 'unknown';
    case 'accepted':
      if (request?.status === 'completed' || request?.status === 'rejected') return request.status;
      return 'pending';
    case 'refused':
      return request?.status === 'rejected' ? 'rejected' : 'refused';
    case 'not-sent':
      return batch === 'discarded' ? batch : intent.state;
    default:
      return intent.state satisfies never;
  }
}

function noteOf(
  { note }: StoredBatchRow,
  { intent, request }: RowFacts,
  batch: StoredBatch['state'],
): string | undefined {
  if (!intent) return note;
  if (isLeftWaiting(intent)) return batch === 'discarded' ? LEFT_BEHIND : LEFT_WAITING;
  if (intent.state === 'set-aside') return 'You stopped waiting for it.';
  if (request?.status === 'rejected')
    return 'The issuer rejected it. The shares are back in the account.';
  if (intent.state === 'recorded') return undefined;
  if (intent.state === 'unknown')
    return `${intent.reason ?? ''} It may have been accepted; Ballast is checking. Do not mint it again.`.trim();
  if (intent.state !== 'accepted') return intent.reason;
  const isNamed = !request || ['pending', 'completed'].includes(request.status);
  return isNamed ? undefined : `The broker reports it as ${request.status}.`;
}

/** What its table made of it, for good. */
export const ofTable = ({
  batchId,
  name,
  createdAt,
  fingerprint,
  decimal,
}: StoredHead): Omit<BatchHead, 'state' | 'counts'> => ({
  batchId,
  name,
  createdAt,
  ...(fingerprint !== undefined && { fingerprint }),
  ...(decimal && { decimal }),
});

export const headFrom = (batch: StoredBatch, rows: readonly BatchRow[]): BatchHead => ({
  ...ofTable(batch),
  state: batchState(batch.state, rows),
  counts: countRows(rows),
});

/** Nothing of it is expected to change. */
export const isOver = (state: Batch['state'], { pending = 0, unknown = 0 }: BatchCounts): boolean =>
  state === 'done' || (state === 'discarded' && pending + unknown === 0);
