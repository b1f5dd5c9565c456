import { expect, it } from 'vitest';
import { watchTray } from '#main/shell/electron/tray-watch.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const LOOK_MS = 5_000;

function watch({ isThere = true, isInTaskBar = false, isTold = false, wasTold = true } = {}) {
  const time = createFakeTime();
  const done: string[] = [];
  const world = { isThere: isThere as boolean | undefined, isInTaskBar, isTold: wasTold };
  let news = () => undefined as void;
  const stop = watchTray({
    hasTray: async () => world.isThere,
    onNews(listener) {
      news = listener;
      return () => undefined;
    },
    isTold: () => world.isTold,
    isInTaskBar: () => world.isInTaskBar,
    showMinimized() {
      world.isInTaskBar = true;
      done.push('minimized');
    },
    renew: () => done.push('renewed'),
    delay: time.delay,
    log: () => undefined,
  });
  world.isTold = isTold;
  return {
    world,
    done,
    stop,
    pending: time.pending,
    advance: time.advance,
    /** The session tells of it. */
    async tell(isThereNow: boolean | undefined) {
      world.isThere = isThereNow;
      news();
      await settled();
    },
    /** One more look. */
    async look() {
      time.advance(LOOK_MS);
      await settled();
    },
  };
}
/** The answer about the tray is a promise. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('leaves a hidden desk alone while there is a tray', async () => {
  const { done, look } = watch();
  await settled();
  for (let looks = 0; looks < 5; looks++) await look();
  expect(done).toEqual([]);
});

it('brings a hidden desk into the task bar at the second look without a tray, once', async () => {
  const { world, done, look } = watch();
  await settled();
  world.isThere = false;
  await look();
  expect(done).toEqual([]);
  await look();
  expect(done).toEqual(['minimized']);
  await look();
  expect(done).toEqual(['minimized']);
});

it('does so too when the desk is hidden again later', async () => {
  const { world, done, look } = watch({ isThere: false });
  await settled();
  await look();
  world.isInTaskBar = false;
  await look();
  expect(done).toEqual(['minimized', 'minimized']);
});

it('stays hidden over a panel that is started again, and puts its item there once more', async () => {
  const { world, done, look } = watch();
  await settled();
  world.isThere = false;
  await look();
  world.isThere = true;
  await look();
  await look();
  expect(done).toEqual(['renewed']);
});

it('does nothing while nobody answers, and goes on where it was', async () => {
  const { world, done, look } = watch();
  await settled();
  world.isThere = undefined;
  for (let looks = 0; looks < 3; looks++) await look();
  expect(done).toEqual([]);
  world.isThere = false;
  await look();
  expect(done).toEqual([]);
  world.isThere = undefined;
  await look();
  world.isThere = false;
  await look();
  expect(done).toEqual(['minimized']);
});

it('does not touch a window that is in the task bar', async () => {
  const { done, look } = watch({ isThere: false, isInTaskBar: true });
  await settled();
  await look();
  await look();
  expect(done).toEqual([]);
});

it('ends, also while an answer is on its way', async () => {
  const { done, stop, pending } = watch({ isThere: false });
  stop();
  await settled();
  expect([done, pending()]).toEqual([[], 0]);
});

it('asks nobody while the session tells of the tray, and acts when it does', async () => {
  const { done, world, pending, tell, advance } = watch({ isTold: true });
  await settled();
  expect(pending()).toBe(0);
  await tell(false);
  expect(done).toEqual([]);
  advance(1_500);
  await settled();
  expect(done).toEqual(['minimized']);
  // Without a tray it may be hidden again, which nobody tells.
  world.isInTaskBar = false;
  advance(LOOK_MS);
  await settled();
  expect(done).toEqual(['minimized', 'minimized']);
  await tell(true);
  expect(done).toEqual(['minimized', 'minimized', 'renewed']);
  expect(pending()).toBe(0);
});

it('puts its item there once more when a panel is started again within a moment', async () => {
  const { done, tell } = watch({ isTold: true });
  await settled();
  await Promise.all([tell(false), tell(true)]);
  expect(done).toEqual(['renewed']);
});

it('looks by itself again once the session does not tell any more', async () => {
  const { done, world, pending, tell, look } = watch({ isTold: true });
  await settled();
  world.isTold = false;
  await tell(true);
  expect(pending()).toBe(1);
  world.isThere = false;
  await look();
  await look();
  expect(done).toEqual(['minimized']);
});

it('puts an item there once more that was made before anybody knew of a host', async () => {
  const { done, look, tell } = watch({ wasTold: false });
  await settled();
  expect(done).toEqual(['renewed']);
  await look();
  await tell(true);
  expect(done).toEqual(['renewed']);
});
