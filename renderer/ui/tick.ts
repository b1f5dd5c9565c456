// How a price shows that it moved: a tint that stays while it moves and goes once it stands still. A price that moves
// twenty times a second is then tinted once; whatever is animated, a fade too, styles and paints the page in every frame.
// It goes with the next full second, in the frame of the ages: a frame for each costs more than the tint. What ticks has the class `ticks` all the time, see base.css.
import type { Delay } from '#renderer/core/delay.ts';
import { pageTurns } from '#renderer/core/turns.ts';

const TICKS = { up: 'ticked-up', down: 'ticked-down' } as const;

export type Tick = {
  /** The price went from one to the other. */
  moved(before: string, value: string): void;
  stop(): void;
};

type Deps = {
  classes: Pick<DOMTokenList, 'add' | 'remove'>;
  now: () => number;
  delay: Delay;
};

/** How long the tint stays at least after the last move. */
const STAYS_MS = 300;

export function createTick({ classes, now, delay: later }: Deps): Tick {
  let shown: string | undefined;
  let movedAt = 0;
  let cancel: (() => void) | undefined;

  function show(name: string | undefined): void {
    if (name === shown) return;
    if (shown !== undefined) classes.remove(shown);
    if (name !== undefined) classes.add(name);
    shown = name;
  }

  function wait(ms: number): void {
    cancel = later(ms, () => {
      cancel = undefined;
      const left = movedAt + STAYS_MS - now();
      if (left > 0) wait(left);
      else show(undefined);
    });
  }

  return {
    moved(before, value) {
      // Only to tell up from down; the value itself stays text.
      const difference = Number(value) - Number(before);
      if (difference === 0) return;
      show(TICKS[difference > 0 ? 'up' : 'down']);
      movedAt = now();
      if (!cancel) wait(STAYS_MS);
    },
    stop() {
      cancel?.();
      cancel = undefined;
      show(undefined);
    },
  };
}

export const tickOn = (element: Element): Tick =>
  createTick({
    classes: element.classList,
    now: () => performance.now(),
    delay: pageTurns.after,
  });
