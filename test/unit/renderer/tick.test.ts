import { expect, it } from 'vitest';
import { createTick } from '#renderer/ui/tick.ts';

function setUp() {
  const classes = new Set<string>();
  const changes: string[] = [];
  let time = 0;
  let timer: { at: number; run: () => void } | undefined;
  const tick = createTick({
    classes: {
      add: (name: string) => (changes.push(`+${name}`), classes.add(name)),
      remove: (name: string) => (changes.push(`-${name}`), classes.delete(name)),
    },
    now: () => time,
    delay(ms, run) {
      timer = { at: time + ms, run };
      return () => (timer = undefined);
    },
  });
  const pass = (ms: number) => {
    const until = time + ms;
    while (timer && timer.at <= until) {
      const { at, run } = timer;
      timer = undefined;
      time = at;
      run();
    }
    time = until;
  };
  return { tick, pass, changes, shown: () => [...classes], isWaiting: () => timer !== undefined };
}

it('tints a price that moved by its direction, and clears it once it stands still', () => {
  const { tick, pass, shown } = setUp();
  tick.moved('10.00', '10.01');
  expect(shown()).toEqual(['ticked-up']);
  tick.moved('10.01', '9.99');
  expect(shown()).toEqual(['ticked-down']);
  pass(299);
  expect(shown()).toEqual(['ticked-down']);
  pass(1);
  expect(shown()).toEqual([]);
});

it('touches the page once however often a price moves the same way', () => {
  const { tick, pass, changes } = setUp();
  for (let n = 0; n < 40; n++) {
    tick.moved(`${n}`, `${n + 1}`);
    pass(50);
  }
  expect(changes).toEqual(['+ticked-up']);
  pass(300);
  expect(changes).toEqual(['+ticked-up', '-ticked-up']);
});

it('shows nothing for a price that reads otherwise and is the same', () => {
  const { tick, shown, isWaiting } = setUp();
  tick.moved('10.0', '10.00');
  expect([shown(), isWaiting()]).toEqual([[], false]);
});

it('leaves neither a tint nor a timer behind', () => {
  const { tick, shown, isWaiting } = setUp();
  tick.moved('1', '2');
  tick.stop();
  expect([shown(), isWaiting()]).toEqual([[], false]);
});
