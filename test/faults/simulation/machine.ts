// A computer that can sleep: none of its timers runs meanwhile, and what was due is due when it wakes. The desk's sleeps
// as a person's does. The broker's may while nobody is there, which saves its beat of ten times a second: what its market
// does depends on trades and deadlines alone and never on when it is asked (main/paper/engine/timeline.ts), so that it
// makes up for all of it when somebody comes.
import type { Delay } from '#main/ports.ts';

export type Machine = {
  delay: Delay;
  fallAsleep(): void;
  wakeUp(): void;
};

export function createMachine(delay: Delay): Machine {
  let isAsleep = false;
  const due: (() => void)[] = [];
  return {
    delay(ms, run) {
      let isWanted = true;
      const ring = (): void => {
        if (!isWanted) return;
        if (isAsleep) due.push(ring);
        else run();
      };
      const cancel = delay(ms, ring);
      return () => {
        isWanted = false;
        cancel();
      };
    },
    fallAsleep: () => void (isAsleep = true),
    wakeUp() {
      isAsleep = false;
      // Each in a turn of its own, in the order in which they were due.
      for (const ring of due.splice(0)) delay(0, ring);
    },
  };
}
