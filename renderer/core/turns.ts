// Who draws in which frame. A flood of prices must not make a frame long: what moves by itself waits for its turn, a
// frame holds only so much of it, and the rest draws in the frames after. What a person did, and orders and fills,
// never wait here; and for a moment after a key or a press nothing draws here, so that its answer has the frames. No frame
// is asked for that would have nothing to draw: the browser puts the page together for each.
import { delay, onNextFrame, type Delay } from '#renderer/core/delay.ts';

/**
 * What moves by itself moves at these beats, five a second: nobody reads quicker, and what a frame costs the browser once
 * anything changed is more than what one more change adds to it.
 */
export const BEAT_MS = 200;
const SECOND_MS = 1_000;

export type Turn = {
  /** Draws as soon as there is room; asking again before that changes nothing. */
  want(): void;
  leave(): void;
};

export type TurnOptions = {
  /** How much of a frame it takes: 1 fills it. */
  cost: number;
  /** It draws at beats so far apart; all with the same rest have the same beats, and so share their frames. */
  restMs: number;
};

export type Turns = {
  join(draw: () => void, options: TurnOptions): Turn;
  /** Once, in the frame of the first full second that is so long from now: what is old is drawn then anyway. */
  after: Delay;
  /** In the frame of every so manieth beat, before anything draws: who is woken by it draws in that very frame. */
  every: Delay;
};

type Deps = {
  schedule: (run: () => void) => void;
  delay: Delay;
  now: () => number;
  /** When a person last did something. */
  touchedAt: () => number;
};
type Seat = TurnOptions & { draw: () => void; dueAt: number; nth: number };
type Alarm = { run: () => void; dueAt: number; everyMs: number | undefined };

/** As long as the answer to a key may take. */
const HAND_MS = 50;
/** The longest that drawing waits for a hand that never rests, such as a key held down. */
const MOST_HELD_MS = 100;

export function createTurns({ schedule, delay: later, now, touchedAt }: Deps): Turns {
  const waiting = new Set<Seat>();
  const alarms = new Set<Alarm>();
  let isScheduled = false;
  /** While all who wait are at rest. */
  let resting: { until: number; cancel: () => void } | undefined;
  let drawings = 0;
  let heldSince: number | undefined;
  /** The moment of the frame whose alarms are ringing. */
  let ringingAt: number | undefined;

  function isHeld(at: number): boolean {
    if (at - touchedAt() >= HAND_MS) return false;
    heldSince ??= at;
    return at - heldSince < MOST_HELD_MS;
  }

  function plan(): void {
    if (isScheduled || waiting.size + alarms.size === 0) return;
    const at = now();
    const until = Math.min(...Array.from([...waiting, ...alarms], ({ dueAt }) => dueAt));
    if (until <= at) {
      isScheduled = true;
      schedule(frame);
    } else if (until !== resting?.until) {
      resting?.cancel();
      const cancel = later(Math.ceil(until - at), () => {
        resting = undefined;
        plan();
      });
      resting = { until, cancel };
    }
  }

  function frame(): void {
    const at = now();
    try {
      if (isHeld(at)) return;
      heldSince = undefined;
      ring(at);
      drawDue(at);
    } finally {
      // Not before: what is wanted meanwhile is seen to by this very frame, or when it is over.
      isScheduled = false;
      ringingAt = undefined;
      plan();
    }
  }

  function ring(at: number): void {
    ringingAt = at;
    for (const alarm of alarms) {
      if (alarm.dueAt > at) continue;
      if (alarm.everyMs === undefined) alarms.delete(alarm);
      else alarm.dueAt = beatAfter(at, alarm.everyMs);
      alarm.run();
    }
    ringingAt = undefined;
  }

  function drawDue(at: number): void {
    const due = [...waiting]
      .filter(({ dueAt }) => dueAt <= at)
      // Whoever has not drawn for longest is first.
      .sort((a, b) => a.nth - b.nth);
    let room = 1;
    for (const seat of due) {
      // Another's drawing may have ended this one.
      if (!waiting.has(seat)) continue;
      // The first always fits; behind one that does not, none may pass, or it might wait for ever.
      if (room < 1 && seat.cost > room) break;
      room -= seat.cost;
      waiting.delete(seat);
      seat.nth = ++drawings;
      seat.draw();
    }
  }

  function set(alarm: Alarm): () => void {
    alarms.add(alarm);
    plan();
    return () => alarms.delete(alarm);
  }

  return {
    join(draw, options) {
      const { restMs } = options;
      const seat: Seat = { ...options, draw, dueAt: 0, nth: 0 };
      return {
        want() {
          if (waiting.has(seat)) return;
          const at = ringingAt ?? now();
          // What has never drawn has nothing to rest from, and what an alarm wakes goes with its frame.
          const isDue = ringingAt !== undefined || seat.nth === 0 || restMs === 0;
          seat.dueAt = isDue ? at : Math.ceil(at / restMs) * restMs;
          waiting.add(seat);
          plan();
        },
        leave: () => waiting.delete(seat),
      };
    },
    after: (ms, run) =>
      set({ run, dueAt: Math.ceil((now() + ms) / SECOND_MS) * SECOND_MS, everyMs: undefined }),
    every: (ms, run) => set({ run, dueAt: beatAfter(now(), ms), everyMs: ms }),
  };
}

const beatAfter = (at: number, everyMs: number): number => (Math.floor(at / everyMs) + 1) * everyMs;

let pageTouchedAt = -Infinity;
for (const kind of ['keydown', 'input', 'pointerdown'])
  globalThis.addEventListener?.(kind, () => (pageTouchedAt = performance.now()), { capture: true });

/** The turns of this page: there is one screen to share. */
export const pageTurns: Turns = createTurns({
  schedule: onNextFrame,
  delay,
  now: () => performance.now(),
  touchedAt: () => pageTouchedAt,
});
