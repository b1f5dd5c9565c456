// What is left of an account's requests at one host. Until the answers' headers say otherwise it is the documented
// 200 a minute. Each lane leaves a share to the more urgent ones: reads, and the many mints of a batch, leave one to
// lookups, all three to orders, all of them to cancels, and those a little to exits. A 429 or a Retry-After closes the
// gate. What is read obeys it. An exit does not, and cancels, and questions about orders of unknown fate, go one at a
// time in spite of it: a wait that a broker, or somebody between, asks for must not keep a person in a position.
import type { Clock } from '#main/ports.ts';
import { readRate, retryAfterMs, retryAfterHeaderMs, type Answer } from '#main/wire/answer.ts';
import { markOf, sinceMs } from '#main/tools/either-clock.ts';

type Budget = {
  /** Whether one more request may leave now; each lane may use what is kept for it. */
  allows(lane: Lane): boolean;
  spend(lane: Lane): void;
  /** Learns from an answer while `othersInFlight` requests may not have been counted by the broker yet. */
  learn(answer: Answer, othersInFlight: number): void;
  /** How long until `allows` may change by time alone; 0 when it allows now. */
  opensInMs(lane: Lane): number;
  state(): BudgetState;
};

export type BudgetState = {
  limit: number;
  remaining: number;
  keptForCancels: number;
  /** Beside what is kept for cancels. */
  keptForOrders: number;
  resetInMs: number;
  /** More than 0 after a 429 or a Retry-After: what obeys it leaves no sooner. */
  closedForMs: number;
};

type Deps = {
  clock: Clock;
  perMinute?: number | undefined;
  /** False for a host that takes no orders: there nothing needs to be kept for them. */
  takesOrders?: boolean | undefined;
};

/** The most urgent first. A lookup has somebody who waits for it; what is followed has not. */
export const LANES = [
  'exit',
  'cancel-all',
  'cancel',
  'place',
  'lookup',
  'batch',
  'follow',
  'read',
  'history',
] as const;
export type Lane = (typeof LANES)[number];

/** In spite of a closed gate, one of these leaves this often. */
const INSISTS_EVERY_MS = 2_000;
const INSISTENT: ReadonlySet<Lane> = new Set(['cancel-all', 'cancel', 'lookup']);

const isCancel = (lane: Lane): boolean => lane === 'cancel' || lane === 'cancel-all';

export const obeysTheGate = (lane: Lane): boolean => lane !== 'exit' && !INSISTENT.has(lane);

const DOCUMENTED_PER_MINUTE = 200;
const WINDOW_MS = 60_000;
const KEPT_SHARE = 0.1;
const KEPT_AT_LEAST = 5;
/** Of what is kept for cancels, single ones leave this much to exits. */
const EXIT_PART = 0.25;
const ORDER_SHARE = 0.2;
const LOOKUP_SHARE = 0.05;
const READ_SHARE = 0.05;
/** Together with the few that a pass asks for, what is followed stays below a twentieth. */
const FOLLOW_SHARE = 0.04;
const FOLLOWED_AT_ONCE = 3;
const LONGEST_WINDOW_MS = 300_000;
/** Two readings of one window's end differ by the seconds that headers are rounded to. */
const SAME_WINDOW_MS = 2_000;
const FIRST_STRIKE_MS = 250;
const LONGEST_STRIKE_MS = 30_000;
/** A limit is of a minute. Whoever asks for a longer wait is asked again after this: nothing else would end a mistake. */
const LONGEST_GATE_MS = WINDOW_MS;

export function createBudget({
  clock,
  perMinute = DOCUMENTED_PER_MINUTE,
  takesOrders = true,
}: Deps): Budget {
  let limit = perMinute;
  let remaining = perMinute;
  let window: Countdown | undefined;
  let gate: Countdown | undefined;
  let strikes = 0;
  let used = { orders: 0, lookups: 0 };
  /** Since the last one of a lane that insists. */
  const paces = new Map<string, Countdown>();

  const followPace = createPace(clock, () => Math.max(1, limit * FOLLOW_SHARE), FOLLOWED_AT_ONCE);

  const kept = () =>
    takesOrders
      ? Math.min(Math.max(KEPT_AT_LEAST, Math.ceil(limit * KEPT_SHARE)), Math.floor(limit / 2))
      : 0;
  /** However small the limit: half of what is left stays for the lanes behind. */
  const share = (part: number, left: number) =>
    takesOrders ? Math.min(Math.ceil(limit * part), Math.floor(left / 2)) : 0;
  /** What they have used of their share in this window need not be kept any more. */
  const keptForOrders = () => Math.max(0, share(ORDER_SHARE, limit - kept()) - used.orders);

  /** What this lane leaves to those before it. */
  function leaves(lane: Lane): number {
    if (lane === 'exit' || lane === 'cancel-all') return 0;
    if (lane === 'cancel') return Math.floor(kept() * EXIT_PART);
    if (lane === 'place') return kept();
    const forLookups = kept() + keptForOrders();
    if (lane === 'lookup') return forLookups;
    const forReads =
      forLookups + Math.max(0, share(LOOKUP_SHARE, limit - forLookups) - used.lookups);
    return lane === 'history' ? forReads + share(READ_SHARE, limit - forReads) : forReads;
  }

  const closedForMs = () => gate?.leftMs() ?? 0;

  function roll(): void {
    if (!window || window.leftMs() > 0) return;
    window = undefined;
    remaining = limit;
    used = { orders: 0, lookups: 0 };
  }

  const isSpent = (lane: Lane) => remaining <= leaves(lane);
  const followLeftMs = (lane: Lane) => (lane === 'follow' ? followPace.leftMs() : 0);

  function allows(lane: Lane): boolean {
    roll();
    if (lane === 'exit') return true;
    if (isPaced(lane)) return paceLeftMs(lane) === 0;
    return closedForMs() === 0 && !isSpent(lane) && followLeftMs(lane) === 0;
  }

  /** After a 429, and while nothing else may leave, a cancel goes at its pace; a lookup does while the gate is closed. */
  function isPaced(lane: Lane): boolean {
    if (isCancel(lane)) return closedForMs() > 0 || isSpent(lane) || strikes > 0;
    return lane === 'lookup' && closedForMs() > 0;
  }

  /** All cancels share one. */
  const paceOf = (lane: Lane) => (isCancel(lane) ? 'cancel' : lane);
  const paceLeftMs = (lane: Lane) =>
    Math.max(paces.get(paceOf(lane))?.leftMs() ?? 0, isCancel(lane) ? keptForExitsMs() : 0);

  /** The last few of a minute are for exits: cancels that go at their pace leave them, until there are none. */
  function keptForExitsMs(): number {
    const isLast = remaining > 0 && remaining <= leaves('cancel');
    const leftMs = window?.leftMs() ?? 0;
    return isLast && closedForMs() === 0 && strikes === 0 && leftMs <= WINDOW_MS ? leftMs : 0;
  }

  function learnRate(answer: Answer, othersInFlight: number): void {
    const rate = readRate(answer, clock.wall());
    const isNewLimit = rate.limit !== undefined && rate.limit !== limit;
    if (rate.limit !== undefined) limit = rate.limit;
    if (rate.remaining === undefined) {
      if (isNewLimit) remaining = Math.min(remaining, limit);
      return;
    }
    const leftMs = window?.leftMs();
    const resetInMs = Math.min(rate.resetInMs ?? leftMs ?? WINDOW_MS, LONGEST_WINDOW_MS);
    const isSameWindow =
      !isNewLimit && leftMs !== undefined && Math.abs(leftMs - resetInMs) < SAME_WINDOW_MS;
    const now = Math.max(0, Math.min(rate.remaining, limit) - othersInFlight);
    // Answers overtake each other: within a window the lower count is the later one.
    remaining = isSameWindow ? Math.min(remaining, now) : now;
    if (isSameWindow) return;
    window = startCountdown(clock, resetInMs);
    used = { orders: 0, lookups: 0 };
  }

  function learnGate(answer: Answer): void {
    const isThrottled = answer.status === 429;
    const wasOpen = closedForMs() === 0;
    // Answers to what left before the gate closed say nothing about the wait that is being kept.
    if (wasOpen) strikes = isThrottled ? strikes + 1 : 0;
    const askedMs = isThrottled
      ? retryAfterMs(answer, clock.wall())
      : answer.status >= 400
        ? (retryAfterHeaderMs(answer, clock.wall()) ?? 0)
        : 0; // Beside a success it means nothing.
    // Refused again after the wait that was asked for: what the headers say is wrong, so the least wait grows.
    const leastMs = Math.min(LONGEST_STRIKE_MS, FIRST_STRIKE_MS * 4 ** Math.min(strikes - 1, 8));
    const waitMs = Math.min(LONGEST_GATE_MS, isThrottled ? Math.max(askedMs, leastMs) : askedMs);
    if (waitMs > closedForMs()) gate = startCountdown(clock, waitMs);
  }

  return {
    allows,
    spend(lane) {
      roll();
      remaining--;
      if (lane === 'follow') followPace.spend();
      if (lane === 'place' || lane === 'exit') used.orders++;
      if (lane === 'lookup') used.lookups++;
      if (INSISTENT.has(lane)) paces.set(paceOf(lane), startCountdown(clock, INSISTS_EVERY_MS));
      window ??= startCountdown(clock, WINDOW_MS);
    },
    learn(answer, othersInFlight) {
      roll();
      learnRate(answer, othersInFlight);
      learnGate(answer);
    },
    opensInMs(lane) {
      if (allows(lane)) return 0;
      if (isPaced(lane)) return Math.max(1, paceLeftMs(lane));
      const spentMs = isSpent(lane) ? (window?.leftMs() ?? 0) : 0;
      return Math.max(1, closedForMs(), spentMs, followLeftMs(lane));
    },
    state() {
      roll();
      return {
        limit,
        remaining: Math.max(0, remaining),
        keptForCancels: kept(),
        keptForOrders: keptForOrders(),
        resetInMs: window?.leftMs() ?? 0,
        closedForMs: closedForMs(),
      };
    },
  };
}

/** So many a minute, evenly; after a while without any a few at once. */
function createPace(clock: Clock, perMinute: () => number, most: number) {
  let ready = most;
  let at = clock.elapsed();
  function count(): void {
    const now = clock.elapsed();
    ready = Math.min(most, ready + ((now - at) * perMinute()) / WINDOW_MS);
    at = now;
  }
  return {
    leftMs(): number {
      count();
      return ready > 1 - 1e-9 ? 0 : Math.ceil(((1 - ready) * WINDOW_MS) / perMinute());
    },
    spend(): void {
      count();
      ready--;
    },
  };
}

/** Time that is left of a limit. Sleep cannot lengthen it: it has passed when either the date or the running time says so. */
export type Countdown = { leftMs(): number; passedMs(): number };

export function startCountdown(clock: Clock, lengthMs: number): Countdown {
  const start = markOf(clock);
  const passedMs = () => sinceMs(clock, start);
  return { passedMs, leftMs: () => Math.max(0, lengthMs - passedMs()) };
}
