// What each lane leaves of a minute to the more urgent ones.
import { describe, expect, it } from 'vitest';
import type { Lane } from '#main/broker/budget/budget.ts';
import { createGovernor, type Granted, type Turn } from '#main/broker/budget/governor.ts';
import type { Answer } from '#main/wire/answer.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

function setUp(options: { takesOrders?: boolean } = {}) {
  const { clock, delay, advance } = createFakeTime();
  const governor = createGovernor({
    clock,
    delay,
    maxConcurrent: 1_000,
    perMinute: 200,
    ...options,
  });
  const left = (remaining: number): Answer => ({
    status: 200,
    body: '',
    headers: {
      'x-ratelimit-limit': '200',
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(Math.ceil(clock.wall() / 1000) + 30),
    },
  });
  return { governor, left, advance };
}

function granted(turn: Turn): Granted {
  if (turn.kind !== 'granted') throw new Error(`refused: ${turn.reason}`);
  return turn;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('leave shares to what is more urgent: reads to lookups, both to orders, the last few to exits', async () => {
    expect(setUp().governor.state()).toMatchObject({ keptForCancels: 20, keptForOrders: 40 });
    const lanes = ['history', 'read', 'lookup', 'place', 'cancel', 'cancel-all', 'exit'] as const;
    const open = async (remaining: number) => {
      const { governor, left } = setUp();
      const turn = granted(await governor.acquire('cancel'));
      turn.release(left(remaining));
      const able: Lane[] = [];
      for (const lane of lanes) {
        const one = await governor.acquire(lane, { maxWaitMs: 0 });
        if (one.kind === 'granted') able.push(lane);
        if (one.kind === 'granted') one.release(left(remaining));
      }
      return able;
    };
    expect(await open(150)).toEqual(lanes);
    expect(await open(77)).toEqual(lanes.slice(1));
    expect(await open(67)).toEqual(lanes.slice(2));
    expect(await open(50)).toEqual(lanes.slice(3));
    expect(await open(18)).toEqual(lanes.slice(4));
    expect(await open(4)).toEqual(['cancel-all', 'exit']);
  });

  it('of a share that was used are not kept a second time', async () => {
    const { governor } = setUp();
    const take = async (lane: Lane, most: number): Promise<number> => {
      for (let count = 0; count < most; count++) {
        const turn = await governor.acquire(lane, { maxWaitMs: 0 });
        if (turn.kind === 'refused') return count;
        turn.release();
      }
      return most;
    };
    expect(await take('place', 36)).toBe(36);
    expect(await take('read', 200)).toBe(130);
    expect(await take('place', 200)).toBe(14);
  });

  it('are all for reads where no orders go', async () => {
    const { governor } = setUp({ takesOrders: false });
    for (let i = 0; i < 200; i++) granted(await governor.acquire('history')).release();
    expect(governor.state()).toMatchObject({ remaining: 0, keptForCancels: 0, keptForOrders: 0 });
  });

  it('come to what is followed at leisure one by one: eight a minute of two hundred', async () => {
    const { governor, advance } = setUp();
    let turns = 0;
    async function insist(): Promise<void> {
      for (;;) {
        const turn = await governor.acquire('follow');
        if (turn.kind === 'refused') return;
        turns++;
        turn.release();
      }
    }
    const insisting = Promise.all(Array.from({ length: 20 }, insist));
    await settle();
    expect(turns).toBe(3);
    for (let second = 0; second < 600; second++) {
      advance(1_000);
      await settle();
    }
    governor.close();
    await insisting;
    expect(turns).toBe(83);
  });
});
