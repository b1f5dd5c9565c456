import { useRef, type MouseEventHandler } from 'react';

type Click = { key: string | undefined; x: number; y: number; at: number };

/** Longer than most systems give a double click. Slower or further away is a decision of its own. */
const DOUBLED_MS = 700;
const SAME_PLACE_PX = 8;

/**
 * Rows move by themselves: a canceled order sinks, and the next one's button is where its own was. The second click of a
 * double one does nothing to a row that came under the pointer meanwhile.
 */
export function useSteadyClicks(): MouseEventHandler {
  const last = useRef<Click>(undefined);
  return (event) => {
    const { clientX: x, clientY: y, timeStamp: at, detail } = event;
    // By keyboard there is no pointer that something comes under.
    if (detail === 0) return;
    const key = (event.target as HTMLElement).closest('tr')?.dataset['key'];
    const before = last.current;
    const isDoubled =
      before !== undefined &&
      (detail > 1 || at - before.at < DOUBLED_MS) &&
      Math.hypot(x - before.x, y - before.y) <= SAME_PLACE_PX;
    if (isDoubled && before.key !== key) {
      event.stopPropagation();
      event.preventDefault();
    }
    last.current = { key: isDoubled ? before.key : key, x, y, at };
  };
}
