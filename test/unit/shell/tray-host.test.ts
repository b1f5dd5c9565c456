// Whether there is a tray, as one process tells it that may end at any time.
import { expect, it } from 'vitest';
import { followTrayHost } from '#main/shell/electron/tray-host.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';

const OWNED = 'The name org.kde.StatusNotifierWatcher is owned by :1.5';
const GONE = 'The name org.kde.StatusNotifierWatcher does not have an owner';
const HOST = '/StatusNotifierWatcher: org.kde.StatusNotifierWatcher.StatusNotifierHost';
const settled = (): Promise<void> => new Promise(setImmediate);

function follow(platform: NodeJS.Platform = 'linux') {
  const time = createFakeTime();
  const world = { asked: 0, started: 0, ended: 0, news: 0, answer: true as boolean | undefined };
  let print = (_line: string) => undefined as void;
  let die = () => undefined as void;
  const host = followTrayHost({
    platform,
    delay: time.delay,
    random: createFakeRandom(),
    log: () => undefined,
    startMonitor(onLine, onEnd) {
      world.started++;
      [print, die] = [onLine, onEnd];
      return () => void world.ended++;
    },
    async ask() {
      world.asked++;
      return world.answer;
    },
  });
  host.onNews(() => void world.news++);
  return { time, world, host, print: (line: string) => print(line), die: () => die() };
}

it('is asked for until the process has said it, and not again before news', async () => {
  const { world, host, print } = follow();
  expect([host.isTold(), await host.isThere(), world.asked]).toEqual([false, true, 1]);
  print(
    'Monitoring signals on object /StatusNotifierWatcher owned by org.kde.StatusNotifierWatcher',
  );
  expect(host.isTold()).toBe(false);
  print(GONE);
  expect([host.isTold(), await host.isThere(), world.news]).toEqual([true, false, 1]);
  print(OWNED);
  await settled();
  expect([host.isTold(), await host.isThere(), world.news, world.asked]).toEqual([
    true,
    true,
    2,
    2,
  ]);
  print('/StatusNotifierWatcher: org.kde.StatusNotifierWatcher.StatusNotifierItemRegistered (…)');
  await settled();
  expect([await host.isThere(), world.news, world.asked]).toEqual([true, 2, 2]);
});

it('is not there while its watcher has no host, which is asked for in case nobody tells', async () => {
  const { world, host, print } = follow();
  print(GONE);
  world.answer = false;
  print(OWNED);
  await settled();
  expect([host.isTold(), await host.isThere(), world.news]).toEqual([false, false, 2]);
  world.answer = true;
  expect(await host.isThere()).toBe(true);
  print(`${HOST}Registered ()`);
  await settled();
  expect([host.isTold(), await host.isThere(), world.news]).toEqual([true, true, 3]);
  world.answer = false;
  print(`${HOST}Unregistered ()`);
  await settled();
  expect([host.isTold(), await host.isThere(), world.news]).toEqual([false, false, 4]);
});

it('an answer counts for nothing after later news, and after its end', async () => {
  const { world, host, print, die } = follow();
  print(OWNED);
  print(GONE);
  await settled();
  expect([host.isTold(), await host.isThere(), world.news]).toEqual([true, false, 1]);
  print(OWNED);
  die();
  await settled();
  expect([host.isTold(), world.news]).toEqual([false, 2]);
  print(OWNED);
  host.stop();
  await settled();
  expect(world.news).toBe(2);
});

it('is asked for while the process is gone, which is started again with growing waits', async () => {
  const { time, world, host, print, die } = follow();
  print(OWNED);
  await settled();
  die();
  expect([host.isTold(), world.news]).toEqual([false, 2]);
  world.answer = undefined;
  expect([await host.isThere(), world.asked]).toEqual([undefined, 2]);
  time.advance(1_000);
  expect(world.started).toBe(2);
  const waits = [2, 3, 4, 5, 6].map((started) => {
    die();
    let seconds = 0;
    for (; world.started === started; seconds++) time.advance(1_000);
    return seconds;
  });
  expect(waits.at(-1)).toBeGreaterThanOrEqual(8);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  // One that stayed for a minute did not end of how it started.
  time.advance(60_000);
  die();
  time.advance(1_000);
  expect(world.started).toBe(8);
});

it('ends its process, and starts none where the system has its own tray', async () => {
  const linux = follow();
  linux.host.stop();
  expect([linux.world.ended, linux.time.pending()]).toEqual([1, 0]);
  const mac = follow('darwin');
  expect([await mac.host.isThere(), mac.host.isTold(), mac.world.started]).toEqual([true, true, 0]);
});

it('is another one when its owner changed while nobody listened', async () => {
  const { world, time, host, print, die } = follow();
  print(OWNED);
  await settled();
  die();
  time.advance(600_000);
  const { news } = world;
  print(OWNED);
  await settled();
  expect([await host.isThere(), world.news - news]).toEqual([true, 1]);
  die();
  time.advance(600_000);
  const before = world.news;
  print(OWNED.replace(':1.5', ':1.9'));
  expect(await host.isThere()).toBe(false);
  await settled();
  // Gone, and there again.
  expect([await host.isThere(), world.news - before]).toEqual([true, 2]);
});
