// The stream of activities over lost connections: it goes on where it ended, and tells where the broker has none.
import { expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { ActivitiesFrom, ActivityListener } from '#main/broker/calls/activity-events.ts';
import { createActivityLink } from '#main/broker/streams/activity-link.ts';
import type { ActivityEvent } from '#main/wire/activity-events.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';

const entry = (eventId: string): ActivityEvent => ({
  eventId,
  at: '2026-01-05T15:00:00Z',
  kind: 'entry',
  type: 'FEE',
  symbol: undefined,
  netAmount: undefined,
  revises: undefined,
  split: undefined,
});
const settle = async () => {
  for (let n = 0; n < 5; n++) await Promise.resolve();
};

function setUp() {
  const time = createFakeTime();
  const opened: { from: ActivitiesFrom; listener: ActivityListener; isOpen: boolean }[] = [];
  const told: string[] = [];
  const state = {
    from: ok({ since: 'then' }) as Result<ActivitiesFrom>,
    isHeldBack: false,
    isRefusing: false,
  };
  const link = createActivityLink({
    clock: time.clock,
    delay: time.delay,
    random: createFakeRandom(1),
    log: () => undefined,
    open(from, listener) {
      const one = { from, listener, isOpen: true };
      opened.push(one);
      return () => (one.isOpen = false);
    },
    from: async () => state.from,
    isHeldBack: () => state.isHeldBack,
    onEvent(event) {
      if (state.isRefusing) return false;
      if (event?.eventId === 'broken') throw new Error('broken');
      told.push(event?.eventId ?? 'unreadable');
      if (event) state.from = ok({ sinceId: event.eventId });
      return true;
    },
    onState: ({ isHeard, status }) => told.push(`${isHeard ? 'heard' : 'absent'} ${status}`),
    onLostMark() {
      told.push('lost mark');
      state.from = ok({ since: 'then' });
    },
  });
  const answer = (status: number, headers = {}) =>
    opened.at(-1)?.listener.onAnswer({ status, headers, body: '' });
  const advance = async (ms: number) => {
    time.advance(ms);
    await settle();
  };
  const last = () => opened.at(-1);
  return { time, opened, told, state, link, answer, advance, last };
}

it('goes on after the last event when the connection ends, and drops what an older one still says', async () => {
  const { link, told, answer, last, advance, opened } = setUp();
  link.start();
  await settle();
  answer(200);
  last()?.listener.onEvent(entry('e1'));
  last()?.listener.onEvent(undefined);
  last()?.listener.onEnd('cut');
  await advance(60_000);
  expect(opened.map(({ from }) => from)).toEqual([{ since: 'then' }, { sinceId: 'e1' }]);
  opened[0]?.listener.onEvent(entry('e2'));
  expect(told).toEqual(['heard 200', 'e1', 'unreadable']);
  link.stop();
  expect(opened.some(({ isOpen }) => isOpen)).toBe(false);
});

it('waits longer and longer while nothing answers', async () => {
  const { link, last, advance, opened } = setUp();
  link.start();
  await settle();
  for (let second = 0; second < 120; second++) {
    if (last()?.isOpen) last()?.listener.onEnd('refused');
    await advance(1_000);
  }
  expect(opened.length).toBeGreaterThan(4);
  expect(opened.length).toBeLessThan(10);
});

it('opens a silent connection anew, and one that speaks not', async () => {
  const { link, answer, last, advance, opened } = setUp();
  link.start();
  await settle();
  answer(200);
  for (let n = 0; n < 5; n++) {
    await advance(500_000);
    last()?.listener.onComment('heartbeat');
  }
  expect(opened).toHaveLength(1);
  await advance(600_000);
  expect(opened).toHaveLength(2);
  expect(opened[0]?.isOpen).toBe(false);
});

it.each([403, 404, 501])(
  'says that the broker has none (%i), and asks again seldom',
  async (status) => {
    const { link, answer, told, advance, opened } = setUp();
    link.start();
    await settle();
    answer(status);
    await advance(3_500_000);
    expect([told, opened.length]).toEqual([[`absent ${status}`], 1]);
    await advance(200_000);
    expect(opened).toHaveLength(2);
  },
);

it('goes on by the time where the broker does not know the event any more', async () => {
  const { link, answer, told, state, advance, last } = setUp();
  state.from = ok({ sinceId: 'e1' });
  link.start();
  await settle();
  answer(422);
  await advance(60_000);
  expect([told, last()?.from]).toEqual([['lost mark'], { since: 'then' }]);
});

it('waits as long as the broker asks for', async () => {
  const { link, answer, advance, opened } = setUp();
  link.start();
  await settle();
  answer(429, { 'retry-after': '300' });
  await advance(299_000);
  expect(opened).toHaveLength(1);
  await advance(2_000);
  expect(opened).toHaveLength(2);
});

it('does not open before it is known whose key it is, nor from an unknown moment', async () => {
  const { link, advance, state, opened } = setUp();
  state.isHeldBack = true;
  link.start();
  await advance(10_000);
  expect(opened).toHaveLength(0);
  state.isHeldBack = false;
  state.from = fail({ kind: 'offline', message: 'away' });
  await advance(10_000);
  expect(opened).toHaveLength(0);
  state.from = ok({ since: 'then' });
  await advance(60_000);
  expect(opened).toHaveLength(1);
});

it('is told again what was not accepted, and goes on after what could not be applied', async () => {
  const { link, answer, last, state, told, advance, opened } = setUp();
  link.start();
  await settle();
  answer(200);
  last()?.listener.onEvent(entry('broken'));
  last()?.listener.onEvent(entry('e1'));
  expect(told).toEqual(['heard 200', 'e1']);
  state.isRefusing = true;
  last()?.listener.onEvent(entry('e2'));
  expect(last()?.isOpen).toBe(false);
  await advance(5_000);
  expect([opened.length, last()?.from]).toEqual([2, { sinceId: 'e1' }]);
});
