// The verbs that change intents: each checks, writes the state and its line together, and says what became of both.
import type { Intent } from '#contract/intents.ts';
import { done, failed, type DiskFailure, type JournalResult } from '#main/journal/failure.ts';
import type { StoredLine } from '#main/journal/intent-rows.ts';
import type { Store, Through } from '#main/journal/store.ts';
import { transition, type Step } from '#main/journal/transitions.ts';
import type {
  EvidenceLine,
  IntentDraft,
  Journal,
  JournalOptions,
  Line,
  ProbePoint,
} from '#main/journal/types.ts';

type Verbs = Pick<
  Journal,
  | 'record'
  | 'advance'
  | 'markCancelWhenFound'
  | 'markCancels'
  | 'clearCancelWhenFound'
  | 'addEvidence'
  | 'repeatEvidence'
>;
type Place = ProbePoint extends infer P ? (P extends `before-${infer Name}` ? Name : never) : never;

/** Different lines of a run of repeats before the newest of a kind takes them all. */
const MAX_REPEATS = 16;

export function createIntents(
  store: Store,
  { accountId, clock }: Pick<JournalOptions, 'accountId' | 'clock'>,
): Verbs {
  const now = () => Math.trunc(clock.wall());

  function known(intentId: string): JournalResult<Intent> {
    const found = store.find(intentId);
    if (!found.ok) return found;
    return found.value
      ? done(found.value)
      : failed({ kind: 'no-intent', message: `The journal has no intent ${intentId}.` });
  }

  function write<T>(place: Place, through: Through, value: T, intent?: Intent): JournalResult<T> {
    store.probe(`before-${place}`);
    const flushed = store.flush(through);
    if (!flushed.ok) return kept(flushed.failure, intent);
    store.probe(`after-${place}`);
    return done(value);
  }

  function change(
    intent: Intent,
    changes: Partial<Intent>,
    line: Line,
    place: Place,
    through: Through,
  ): JournalResult<Intent> {
    const next: Intent = { ...intent, ...changes };
    if (next.state !== intent.state) next.changedAt = now();
    store.keep(next);
    store.keepLine(store.newLine(intent.intentId, line));
    return write(place, through, next, next);
  }

  /** Many at once are one write: a person who cancels everything waits for the disk once. */
  function markCancels(intentIds: readonly string[], text: string): JournalResult<Intent[]> {
    const marked: Intent[] = [];
    for (const intentId of intentIds) {
      const found = known(intentId);
      if (!found.ok || found.value.cancelWhenFound) continue;
      const next: Intent = { ...found.value, cancelWhenFound: true };
      store.keep(next);
      store.keepLine(store.newLine(intentId, { kind: 'person', text }));
      marked.push(next);
    }
    return marked.length === 0 ? done(marked) : write('cancel-mark', 'synced', marked);
  }

  function setCancel(intentId: string, cancelWhenFound: boolean, text: string, through: Through) {
    const found = known(intentId);
    if (!found.ok || found.value.cancelWhenFound === cancelWhenFound) return found;
    const line: Line = { kind: 'person', text };
    return change(found.value, { cancelWhenFound }, line, 'cancel-mark', through);
  }

  /** A line is kept for an intent that is known; where the disk cannot say, the caller's word counts. */
  function withLine(intentId: string, make: () => StoredLine): JournalResult<EvidenceLine> {
    const found = known(intentId);
    if (!found.ok && found.failure.kind !== 'disk') return found;
    const line = make();
    store.keepLine(line);
    return write('evidence', 'relaxed', toEvidenceLine(line));
  }

  return {
    record(draft, isExit = false) {
      const refusal = refusalOf(draft, accountId);
      if (refusal !== undefined) return failed({ kind: 'other-account', message: refusal });
      const existing = store.find(draft.intentId);
      if (existing.ok && existing.value) return existingAnswer(existing.value, draft);
      const intent = newIntent(draft, now());
      if (!existing.ok) return recordFailed(store, intent, existing.failure, 'work');
      const line = store.newLine(intent.intentId, {
        kind: 'recorded',
        text: `Recorded before sending: ${intent.title}`,
      });
      store.probe('before-record');
      const inserted = store.insert(intent, line, isExit);
      if (!inserted.ok) return recordFailed(store, intent, inserted.failure, inserted.phase);
      store.probe('after-record');
      return done({ intent, isNew: true });
    },
    advance(intentId, step, line) {
      const found = known(intentId);
      if (!found.ok) return found;
      const intent = found.value;
      const moved = transition(intent, step, line.kind);
      if (!moved.ok) return failed({ kind: 'illegal', message: moved.why, intent });
      const isAgain = step.step === 'accepted' && intent.state === 'accepted';
      const reason = isAgain ? {} : { reason: line.text };
      return change(intent, { ...moved.next, ...reason }, line, placeOf(step), 'relaxed');
    },
    markCancelWhenFound: (intentId, text) => setCancel(intentId, true, text, 'synced'),
    markCancels,
    clearCancelWhenFound: (intentId, text) => setCancel(intentId, false, text, 'relaxed'),
    addEvidence: (intentId, line) => withLine(intentId, () => store.newLine(intentId, line)),
    repeatEvidence: (intentId, line) =>
      withLine(intentId, () => {
        const same = sameLine(repeatsOf(store, intentId), line);
        const fresh = store.newLine(intentId, line, true);
        if (!same) return fresh;
        const { seq, at, times } = same;
        return { ...fresh, kind: same.kind, seq, at, times: times + 1 };
      }),
  };
}

export function toEvidenceLine(line: StoredLine): EvidenceLine {
  const { seq: _seq, isRepeat: _isRepeat, ...shown } = line;
  return shown;
}

const placeOf = ({ step }: Step): Place => {
  if (step === 'sent') return 'sent';
  return step === 'lost' || step === 'set-aside' || step === 'conflict' || step === 'recovered'
    ? 'unknown'
    : 'settle';
};

const kept = (failure: DiskFailure, intent?: Intent) =>
  failed({ ...failure, isKept: true, ...(intent && { intent }) });

function refusalOf(draft: IntentDraft, accountId: string): string | undefined {
  if (!draft.body.isWellFormed()) throw new TypeError('a body must be text that UTF-8 can carry');
  return draft.accountId === accountId
    ? undefined
    : `This journal belongs to account ${accountId}; an order for account ${draft.accountId} cannot be recorded here.`;
}

function existingAnswer(intent: Intent, draft: IntentDraft) {
  if (intent.body === draft.body && intent.kind === draft.kind)
    return done({ intent, isNew: false });
  const message = `${intent.symbol}: this was already recorded with other values and is listed with them. Change a field to start a new one.`;
  return failed({ kind: 'other-body', message, intent });
}

function newIntent(draft: IntentDraft, at: number): Intent {
  const { intentId, accountId, kind, body, symbol, title, confirmedAt, targetId, isExit } = draft;
  return {
    intentId,
    accountId,
    kind,
    state: 'recorded',
    body,
    symbol,
    title,
    confirmedAt: Math.trunc(confirmedAt),
    ...(isExit && { isExit }),
    ...(targetId !== undefined && { targetId }),
    cancelWhenFound: false,
    isConflict: false,
    unanswered: 0,
    changedAt: at,
  };
}

/** docs/orders.md, "What cannot be recorded is not sent". Nor may it look recorded to a later start. */
function recordFailed(
  store: Store,
  intent: Intent,
  failure: DiskFailure,
  phase: 'work' | 'commit',
) {
  // A commit that failed for any reason but space may still be found by a later start, unless it is overwritten now.
  const isOpenQuestion = phase === 'commit' && failure.cause !== 'full';
  const reason = `Not sent: ${failure.message}`;
  const notSent: Intent = { ...intent, state: 'not-sent', reason };
  store.keep(notSent, true);
  store.keepLine(store.newLine(intent.intentId, { kind: 'not-sent', text: reason }));
  const isOverwritten = isOpenQuestion && store.flush('synced', true).ok;
  const isUnsure = isOpenQuestion && !isOverwritten;
  const message = isUnsure
    ? `${reason} If Ballast closes before the journal works again, this may be shown as unconfirmed.`
    : reason;
  const onDisk = isUnsure ? ('unsure' as const) : ('no' as const);
  return failed({ ...failure, message, isKept: true, intent: notSent, onDisk });
}

/** The newest lines, as long as they are repeats; a state change in between starts anew. */
function repeatsOf(store: Store, intentId: string): StoredLine[] {
  const onDisk = store.read(({ intents }) => intents.repeats(intentId));
  const merged = new Map((onDisk.ok ? onDisk.value : []).map((line) => [line.seq, line]));
  for (const line of store.keptLines(intentId)) merged.set(line.seq, line);
  const sorted = [...merged.values()].sort((a, b) => a.seq - b.seq);
  return sorted.slice(sorted.findLastIndex((line) => !line.isRepeat) + 1);
}

function sameLine(repeats: StoredLine[], line: Line): StoredLine | undefined {
  const same = repeats.findLast(({ kind, text }) => kind === line.kind && text === line.text);
  if (same || repeats.length < MAX_REPEATS) return same;
  return repeats.findLast(({ kind }) => kind === line.kind) ?? repeats.at(-1);
}
