// One form on its way to main: an order, a change, a close, a mint. Main opens an intent for it, it is handed over under
// that id, and what became of it is known before anything else is sent from here. No React inside: a screen that is left
// takes nothing with it.
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, type Result } from '#contract/failure.ts';
import { isUnsettled, type Intent } from '#contract/intents.ts';
import type { Delay } from '#renderer/core/delay.ts';
import {
  isUnrecorded,
  submitOnce,
  type Submittable,
  type Submitted,
} from '#renderer/trading/submission/submit-once.ts';

export type SubmissionState = {
  /** Of the intent that the form may become; absent until main gave one. */
  intentId: string | undefined;
  isSending: boolean;
  /** The answer was lost and main is being asked, in a sentence. */
  doubt: string | undefined;
  /** What became of the last one, until somebody has taken note of it. */
  settled: Submitted | undefined;
};

export type Submission = {
  /** The same object until something changes. */
  state(): SubmissionState;
  on(listener: () => void): () => void;
  /** Has an intent open for as long as somebody uses this. */
  start(): () => void;
  /** The form becomes another one, which is refused while the last one is with main. */
  edit(): boolean;
  /** Refused, too, until there is an id. */
  submit(send: (intentId: string) => Promise<Result<Intent>>): boolean;
  /** How an intent stands now: what ends the one on its way is as good as its answer, which may be long in coming. */
  hear(intent: Intent): void;
  /** Somebody takes note of what became of the last one; true for the first who does. */
  note(): boolean;
};

type Deps = {
  bridge: Bridge;
  accountId: string;
  what: Submittable;
  delay: Delay;
  /** Nobody is here to read that nothing was sent after all. */
  onUnheard: (text: string) => void;
};

const REOPEN_MS = 2_000;

export function createSubmission({ bridge, accountId, what, delay, onUnheard }: Deps): Submission {
  const listeners = new Set<() => void>();
  let state: SubmissionState = {
    intentId: undefined,
    isSending: false,
    doubt: undefined,
    settled: undefined,
  };
  /** It may be recorded under its id: another form needs another one. */
  let isHandedOver = false;
  /** Which submission is on its way: one that ended by what was heard is not told again by its answer. */
  let turn = 0;
  let users = 0;
  let isOpening = false;

  function set(change: Partial<SubmissionState>): void {
    state = { ...state, ...change };
    for (const run of listeners) run();
  }

  async function open(): Promise<void> {
    if (users === 0 || isOpening || state.intentId !== undefined) return;
    isOpening = true;
    const opened = await bridge.call('tickets.open', { accountId });
    isOpening = false;
    if (!opened.ok) delay(REOPEN_MS, () => void open());
    else if (users > 0 && state.intentId === undefined) set({ intentId: opened.value.intentId });
  }

  function onSettled(submitted: Submitted): void {
    turn += 1;
    const isOver = submitted.kind === 'recorded' || submitted.isIdSpent;
    isHandedOver = !isOver && !isUnrecorded(submitted.failure);
    if (listeners.size === 0 && submitted.kind === 'unrecorded')
      onUnheard(describeFailure(submitted.failure));
    set({
      isSending: false,
      doubt: undefined,
      settled: submitted,
      ...(isOver && { intentId: undefined }),
    });
    void open();
  }

  return {
    state: () => state,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      users += 1;
      void open();
      return () => (users -= 1);
    },
    edit() {
      if (state.isSending) return false;
      if (isHandedOver) {
        isHandedOver = false;
        set({ intentId: undefined });
        void open();
      }
      return true;
    },
    submit(send) {
      const { intentId, isSending } = state;
      if (isSending || intentId === undefined) return false;
      isHandedOver = true;
      set({ isSending: true, settled: undefined });
      const mine = turn;
      void submitOnce({
        bridge,
        accountId,
        intentId,
        what,
        send: () => send(intentId),
        onDoubt(doubt) {
          if (mine === turn) set({ doubt });
        },
        wait: (ms) => new Promise((resolve) => void delay(ms, resolve)),
      }).then((submitted) => {
        if (mine === turn) onSettled(submitted);
      });
      return true;
    },
    hear(intent) {
      const { intentId, isSending, doubt } = state;
      if (!isSending || intent.intentId !== intentId || isUnsettled(intent)) return;
      onSettled({ kind: 'recorded', intent, wasInDoubt: doubt !== undefined });
    },
    note() {
      const isNews = state.settled !== undefined;
      if (isNews) set({ settled: undefined });
      return isNews;
    },
  };
}
