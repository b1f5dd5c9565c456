// The questions that are before a person. Each is answered once; its answer can be opened until it is, or gets old.
import { fail, ok, type Failed, type Result } from '#contract/failure.ts';
import type { AuthorizationAnswer, AuthorizationAsk } from '#contract/oauth.ts';
import type { ReturnAddress } from '#main/domain/applications/return-address.ts';
import type { Clock } from '#main/ports.ts';

export type HeldAsk = {
  askId: string;
  accountId: string;
  ask: AuthorizationAsk;
  appName: string;
  address: ReturnAddress;
  isListed: boolean;
  whyNot: string | undefined;
};

export type Asks = {
  hold(ask: HeldAsk): void;
  /** The question, which nobody can answer a second time. */
  take(askId: string, accountId: string): Result<HeldAsk>;
  keepAnswer(ask: HeldAsk, answer: AuthorizationAnswer): void;
  answer(askId: string, accountId: string): Result<AuthorizationAnswer>;
  /** The answer was handed over. */
  drop(askId: string): void;
};

type Entry = { at: number; ask: HeldAsk; isTaken: boolean; answer?: AuthorizationAnswer };

/** As long as codes live at most. */
const LIFE_MS = 600_000;
const MOST = 50;

export function createAsks(clock: Pick<Clock, 'elapsed'>): Asks {
  const entries = new Map<string, Entry>();

  function find(askId: string, accountId: string): Entry | undefined {
    for (const [id, { at }] of entries) if (clock.elapsed() - at > LIFE_MS) entries.delete(id);
    const entry = entries.get(askId);
    return entry?.ask.accountId === accountId ? entry : undefined;
  }

  return {
    hold(ask) {
      entries.set(ask.askId, { at: clock.elapsed(), ask, isTaken: false });
      const [oldest] = entries.keys();
      if (entries.size > MOST && oldest !== undefined) entries.delete(oldest);
    },
    take(askId, accountId) {
      const entry = find(askId, accountId);
      if (!entry || entry.isTaken) return gone();
      entry.isTaken = true;
      return ok(entry.ask);
    },
    keepAnswer(ask, answer) {
      entries.set(ask.askId, { at: clock.elapsed(), ask, isTaken: true, answer });
    },
    answer(askId, accountId) {
      const entry = find(askId, accountId);
      return entry?.answer ? ok(entry.answer) : gone();
    },
    drop: (askId) => void entries.delete(askId),
  };
}

const gone = (): Failed =>
  fail({
    kind: 'not-allowed',
    message: 'This question was answered already or is too old. Open the link again.',
  });
