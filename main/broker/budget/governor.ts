// Whose turn it is. Requests wait in lanes: an exit goes at once, a cancel before a place, a place before a lookup, then
// the rows of a batch, what is followed at leisure, what screens read, and history; first come, first served within a
// lane. There is at most one timer, and only while someone waits. Written by hand: queues with a rate limit know neither
// lanes that may pass a closed gate nor a budget that is learned from the answers.
import {
  createBudget,
  LANES,
  obeysTheGate,
  startCountdown,
  type BudgetState,
  type Countdown,
  type Lane,
} from '#main/broker/budget/budget.ts';
import type { Ports } from '#main/ports.ts';
import type { Answer } from '#main/wire/answer.ts';

export type Granted = {
  kind: 'granted';
  waitedMs: number;
  /** Gives the slot back and learns from the answer, if there was one. Counts once. */
  release(answer?: Answer): void;
};
export type RefusedTurn = {
  kind: 'refused';
  reason: 'waited' | 'canceled' | 'closed';
  waitedMs: number;
  /** When it is worth asking again. */
  retryAfterMs: number;
};
export type Turn = Granted | RefusedTurn;

type TurnLimits = { signal?: AbortSignal | undefined; maxWaitMs?: number | undefined };

export type Governor = {
  acquire(lane: Lane, limits?: TurnLimits): Promise<Turn>;
  state(): BudgetState & { waiting: number; inFlight: number };
  /** How long until a request of this lane may leave by time alone; 0 when it may now. */
  opensInMs(lane: Lane): number;
  /** Everyone who waits is refused, and everyone who comes later. */
  close(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay'> & {
  perMinute?: number | undefined;
  takesOrders?: boolean | undefined;
  maxConcurrent?: number | undefined;
};

type Waiter = { lane: Lane; countdown: Countdown; maxWaitMs: number; settle(turn: Turn): void };

const MAX_CONCURRENT = 8;
/** Slots that a lane leaves free, so that slow history never stands in the way of a cancel. */
const LEAVES_FREE: Record<Lane, number> = {
  exit: -Infinity,
  'cancel-all': 0,
  cancel: 0,
  place: 1,
  lookup: 2,
  batch: 2,
  follow: 3,
  read: 3,
  history: 4,
};

export function createGovernor(deps: Deps): Governor {
  const { clock, delay, maxConcurrent = MAX_CONCURRENT } = deps;
  const budget = createBudget(deps);
  let waiters: Waiter[] = [];
  let inFlight = 0;
  let isClosed = false;
  let stopTimer: (() => void) | undefined;

  function acquire(lane: Lane, { signal, maxWaitMs = Infinity }: TurnLimits = {}): Promise<Turn> {
    if (isClosed) return Promise.resolve(refusal('closed', 0, lane));
    if (signal?.aborted) return Promise.resolve(refusal('canceled', 0, lane));
    // A closed gate opens by time alone: who cannot wait for it is refused now rather than later.
    const { closedForMs } = budget.state();
    if (obeysTheGate(lane) && closedForMs > maxWaitMs)
      return Promise.resolve(refusal('waited', 0, lane));
    return new Promise((resolve) => {
      const waiter: Waiter = {
        lane,
        countdown: startCountdown(clock, maxWaitMs),
        maxWaitMs,
        settle(turn) {
          waiters = waiters.filter((other) => other !== waiter);
          signal?.removeEventListener('abort', onAbort);
          resolve(turn);
        },
      };
      const onAbort = () => {
        waiter.settle(refusal('canceled', waiter.countdown.passedMs(), lane));
        schedule();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiters.push(waiter);
      serve();
    });
  }

  /** Grants as many turns as there are, in order. */
  function serve(): void {
    expire();
    for (let next = nextToGo(); next; next = nextToGo()) grant(next);
    schedule();
  }

  function expire(): void {
    for (const waiter of waiters) {
      const waitedMs = waiter.countdown.passedMs();
      const isOver = waiter.maxWaitMs === 0 ? nextToGo() !== waiter : waitedMs > waiter.maxWaitMs;
      if (isOver) waiter.settle(refusal('waited', waitedMs, waiter.lane));
    }
  }

  const hasSlot = (lane: Lane) => maxConcurrent - inFlight > LEAVES_FREE[lane];

  /** The first of each lane, as far as there are slots: whoever lacks one holds back all lanes behind. */
  function firstInLanes(): Waiter[] {
    const first: Waiter[] = [];
    for (const lane of LANES) {
      const waiter = waiters.find((candidate) => candidate.lane === lane);
      if (waiter && !hasSlot(lane)) return first;
      if (waiter) first.push(waiter);
    }
    return first;
  }

  const nextToGo = (): Waiter | undefined => firstInLanes().find(({ lane }) => budget.allows(lane));

  function grant(waiter: Waiter): void {
    budget.spend(waiter.lane);
    inFlight++;
    let isReleased = false;
    waiter.settle({
      kind: 'granted',
      waitedMs: waiter.countdown.passedMs(),
      release(answer) {
        if (isReleased) return;
        isReleased = true;
        inFlight--;
        if (answer) budget.learn(answer, inFlight);
        serve();
      },
    });
  }

  function schedule(): void {
    stopTimer?.();
    stopTimer = undefined;
    // Without a free slot time changes nothing: a release serves.
    const opensInMs = Math.min(...firstInLanes().map(({ lane }) => budget.opensInMs(lane)));
    // One more, because a turn that comes exactly at its limit is still good.
    const endsInMs = Math.min(...waiters.map((waiter) => waiter.countdown.leftMs() + 1));
    const waitMs = Math.min(opensInMs, endsInMs);
    if (waitMs < Infinity) stopTimer = delay(Math.ceil(waitMs), serve);
  }

  function refusal(reason: RefusedTurn['reason'], waitedMs: number, lane: Lane): RefusedTurn {
    return {
      kind: 'refused',
      reason,
      waitedMs,
      retryAfterMs: budget.opensInMs(lane),
    };
  }

  return {
    acquire,
    state: () => ({ ...budget.state(), waiting: waiters.length, inFlight }),
    opensInMs: budget.opensInMs,
    close() {
      isClosed = true;
      for (const waiter of waiters)
        waiter.settle(refusal('closed', waiter.countdown.passedMs(), waiter.lane));
      schedule();
    },
  };
}
