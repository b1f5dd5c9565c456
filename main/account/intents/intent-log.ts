// The journal as the protocol uses it: steps that cannot fail the caller. A line that the disk refuses is kept in
// memory by the journal, which disarms placing; a step that the state table forbids is logged and changes nothing.
import type { Intent } from '#contract/intents.ts';
import type { JournalFailure } from '#main/journal/failure.ts';
import type { Step } from '#main/journal/transitions.ts';
import type { IntentDraft, Journal, Line } from '#main/journal/types.ts';
import type { Log } from '#main/ports.ts';

export type IntentLog = {
  find(intentId: string): Intent | undefined;
  /** The intent, which must exist. */
  get(intentId: string): Intent;
  /** Whether a line says so: of one that a crash left recorded nobody knows it. */
  wasSent(intentId: string): boolean;
  /** On disk and new, known already, or not sent because it could not be written. */
  record(draft: IntentDraft, isExit?: boolean): RecordedIntent;
  /** Written before the first byte leaves. A sentence when it must not leave. */
  handOver(intentId: string, line: Line): string | undefined;
  step(intentId: string, step: Step, line: Line): Intent;
  /** What the broker has under its id is another: a line once, and never a match. */
  conflict(intent: Intent, text: string, answer?: Omit<Line, 'kind' | 'text'>): false;
  note(intentId: string, line: Line): void;
  /** A line that says the same as the last one only counts it up. */
  repeat(intentId: string, line: Line): void;
  /** Synced where the disk allows it; kept in memory, and said so, where it does not. */
  markCancel(intentId: string, text: string): Intent;
  /** The same for many, in one write. */
  markCancels(intentIds: readonly string[], text: string): void;
  clearCancel(intentId: string, text: string): void;
};

type RecordedIntent =
  | { ok: true; intent: Intent; isNew: boolean }
  | { ok: false; failure: JournalFailure };

type Writes = Pick<
  Journal,
  | 'record'
  | 'get'
  | 'evidence'
  | 'advance'
  | 'addEvidence'
  | 'repeatEvidence'
  | 'markCancelWhenFound'
  | 'markCancels'
  | 'clearCancelWhenFound'
>;

export function createIntentLog(
  journal: Writes,
  onChange: (intent: Intent) => void,
  log: Log,
): IntentLog {
  function find(intentId: string): Intent | undefined {
    const found = journal.get(intentId);
    if (found.ok) return found.value;
    return found.failure.kind === 'disk' ? found.failure.intent : undefined;
  }

  function get(intentId: string): Intent {
    const intent = find(intentId);
    if (!intent) throw new Error(`no intent ${intentId} in the journal`);
    return intent;
  }

  function step(intentId: string, next: Step, line: Line): Intent {
    const moved = journal.advance(intentId, next, line);
    if (!moved.ok && moved.failure.kind !== 'disk') {
      log('warn', 'a step was refused by the journal', { intentId, why: moved.failure.message });
      journal.addEvidence(intentId, line);
    }
    const intent = moved.ok ? moved.value : (intentOf(moved.failure) ?? get(intentId));
    onChange(intent);
    return intent;
  }

  function sayUnsaved(intentId: string, { message }: JournalFailure): void {
    const text = `This could not be saved to disk and lasts only while Ballast is running: ${message}`;
    journal.addEvidence(intentId, { kind: 'person', text });
  }

  return {
    find,
    get,
    step,
    wasSent(intentId) {
      const known = journal.evidence(intentId);
      return !known.ok || known.value.some(({ kind }) => kind === 'sent');
    },
    record(draft, isExit) {
      const recorded = journal.record(draft, isExit);
      if (recorded.ok) {
        if (recorded.value.isNew) onChange(recorded.value.intent);
        return { ok: true, ...recorded.value };
      }
      const { failure } = recorded;
      const intent = failure.kind === 'disk' ? failure.intent : undefined;
      if (!intent) return { ok: false, failure };
      onChange(intent);
      return { ok: true, intent, isNew: false };
    },
    handOver(intentId, line) {
      const moved = journal.advance(intentId, { step: 'sent' }, line);
      if (moved.ok) {
        onChange(moved.value);
        return undefined;
      }
      const { kind, message } = moved.failure;
      // What the disk did not take is kept as sent in memory, and has not left.
      if (kind === 'disk' && find(intentId)?.state === 'sent')
        step(intentId, { step: 'not-sent' }, { kind: 'not-sent', text: `Not sent: ${message}` });
      return message;
    },
    conflict(intent, text, answer) {
      if (!intent.isConflict)
        step(intent.intentId, { step: 'conflict' }, { kind: 'conflict', text, ...answer });
      return false;
    },
    note(intentId, line) {
      journal.addEvidence(intentId, line);
      const intent = find(intentId);
      if (intent) onChange(intent);
    },
    repeat(intentId, line) {
      journal.repeatEvidence(intentId, line);
    },
    markCancel(intentId, text) {
      const marked = journal.markCancelWhenFound(intentId, text);
      if (!marked.ok) sayUnsaved(intentId, marked.failure);
      const intent = marked.ok ? marked.value : (intentOf(marked.failure) ?? get(intentId));
      onChange(intent);
      return intent;
    },
    markCancels(intentIds, text) {
      const marked = journal.markCancels(intentIds, text);
      if (!marked.ok) log('warn', 'cancels hold only while Ballast runs', marked.failure);
      for (const intentId of intentIds) {
        if (!marked.ok) sayUnsaved(intentId, marked.failure);
        const intent = find(intentId);
        if (intent) onChange(intent);
      }
    },
    clearCancel(intentId, text) {
      const cleared = journal.clearCancelWhenFound(intentId, text);
      if (cleared.ok) onChange(cleared.value);
    },
  };
}

const intentOf = (failure: JournalFailure): Intent | undefined =>
  'intent' in failure ? failure.intent : undefined;
