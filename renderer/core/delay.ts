// The timers of the page. What is tested without waiting takes them as an argument.

/** Runs once after a while; answers a function that cancels it. */
export type Delay = (ms: number, run: () => void) => () => void;

export const delay: Delay = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Runs again and again, the first time after `ms`; answers a function that ends it. */
export const every: Delay = (ms, run) => {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
};

/** With the next drawing of the page. */
export const onNextFrame = (run: () => void): void => {
  requestAnimationFrame(run);
};

/**
 * As soon as what runs is done; of a page that nobody sees, when it is seen again. Whoever only takes note of something asks
 * for no frame: the browser puts the page together for each, drawn or not.
 */
export const onceSeen = (run: () => void): void => {
  if (document.hidden) onNextFrame(run);
  else delay(0, run);
};

/** How long work is cut into pieces, so that a key that is pressed meanwhile is heard. */
export type Pace = {
  now: () => number;
  later: (run: () => void) => () => void;
  /** After what has changed until now was drawn. */
  onceDrawn?: (run: () => void) => () => void;
};

export const pagePace: Pace = {
  now: () => performance.now(),
  later: (run) => delay(0, run),
  onceDrawn,
};

/** Of a page that nobody sees nothing is drawn. */
const LONGEST_FRAME_MS = 100;

function onceDrawn(run: () => void): () => void {
  let cancelRun = delay(LONGEST_FRAME_MS, go);
  const frame = requestAnimationFrame(() => {
    cancelRun();
    cancelRun = delay(0, run);
  });
  function go(): void {
    cancelAnimationFrame(frame);
    run();
  }
  return () => {
    cancelRun();
    cancelAnimationFrame(frame);
  };
}
