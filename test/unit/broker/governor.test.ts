import { describe, expect, it } from 'vitest';
import type { Lane } from '#main/broker/budget/budget.ts';
import { createGovernor, type Granted, type Turn } from '#main/broker/budget/governor.ts';
import type { Delay } from '#main/ports.ts';
import type { Answer } from '#main/wire/answer.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const answer = (headers: Record<string, string> = {}, status = 200): Answer => ({
  status,
  headers,
  body: '',
});

function setUp(options: { perMinute?: number; maxConcurrent?: number } = {}) {
  const time = createFakeTime();
  let timers = 0;
  const delay: Delay = (ms, run) => {
    timers++;
    return time.delay(ms, run);
  };
  const governor = createGovernor({ clock: time.clock, delay, maxConcurrent: 1_000, ...options });
  const log: string[] = [];
  async function ask(lane: Lane, name: string, maxWaitMs?: number): Promise<Turn> {
    const turn = await governor.acquire(lane, { maxWaitMs });
    log.push(turn.kind === 'granted' ? name : `${name} ${turn.reason}`);
    return turn;
  }
  /** Takes this many turns at once and gives them back. */
  async function use(count: number, lane: Lane = 'read'): Promise<void> {
    for (let i = 0; i < count; i++) granted(await governor.acquire(lane)).release(answer());
  }
  const headersIn = (limit: number, remaining: number, resetSec: number) => ({
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(time.clock.wall() / 1000) + resetSec),
  });
  return { time, governor, log, ask, use, headersIn, timers: () => timers };
}

function granted(turn: Turn): Granted {
  if (turn.kind !== 'granted') throw new Error(`refused: ${turn.reason}`);
  return turn;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('come at once, and without a timer, while there is a budget', async () => {
    const { use, timers, time } = setUp();
    await use(100);
    expect([timers(), time.pending()]).toEqual([0, 0]);
  });

  it('go to cancels first, then places, lookups, reads and history, each lane in its order', async () => {
    const { governor, ask, log } = setUp({ maxConcurrent: 5 });
    const busy = await Promise.all(
      Array.from({ length: 5 }, () => governor.acquire('cancel').then(granted)),
    );
    const lanes: Lane[] = ['history', 'read', 'lookup', 'place', 'cancel'];
    const turns = lanes.flatMap((lane) => [ask(lane, `${lane} 1`), ask(lane, `${lane} 2`)]);
    await settle();
    expect(log).toEqual([]);
    for (const turn of busy) turn.release(answer());
    for (const turn of turns) void turn.then((given) => granted(given).release(answer()));
    await Promise.all(turns);
    expect(log).toEqual(
      ['cancel', 'place', 'lookup', 'read', 'history'].flatMap((lane) => [
        `${lane} 1`,
        `${lane} 2`,
      ]),
    );
  });

  it('leave a part of the budget to cancels', async () => {
    const { use, ask, log, governor, time } = setUp({ perMinute: 100 });
    await use(90, 'place');
    const place = ask('place', 'place');
    await settle();
    expect(governor.state()).toMatchObject({ remaining: 10, keptForCancels: 10, waiting: 1 });
    await use(8, 'cancel');
    void ask('cancel', 'cancel 9');
    await settle();
    expect(log).toEqual([]);
    time.advance(60_000);
    await place;
    expect(log).toEqual(['cancel 9', 'place']);
  });

  it('keep at least five for cancels, and never everything', () => {
    expect(setUp({ perMinute: 30 }).governor.state().keptForCancels).toBe(5);
    expect(setUp({ perMinute: 4 }).governor.state().keptForCancels).toBe(2);
    expect(setUp({ perMinute: 1 }).governor.state().keptForCancels).toBe(0);
    expect(setUp().governor.state()).toMatchObject({ limit: 200, keptForCancels: 20 });
  });

  it('are refused after the longest wait, and good exactly at it', async () => {
    const { use, ask, log, time, governor } = setUp({ perMinute: 10 });
    await use(5, 'place');
    const late = ask('place', 'late', 2_000);
    const patient = ask('place', 'patient', 60_000);
    time.advance(2_001);
    expect(await late).toMatchObject({ kind: 'refused', reason: 'waited', waitedMs: 2_001 });
    expect(log).toEqual(['late waited']);
    time.advance(60_000 - 2_001);
    expect(await patient).toMatchObject({ kind: 'granted', waitedMs: 60_000 });
    expect(governor.state()).toMatchObject({ waiting: 0, inFlight: 1 });
  });

  it('come now or never for who cannot wait at all', async () => {
    const { use, ask } = setUp({ perMinute: 10 });
    expect(await ask('read', 'a', 0)).toMatchObject({ kind: 'granted' });
    await use(4, 'place');
    expect(await ask('read', 'b', 0)).toMatchObject({ kind: 'refused', reason: 'waited' });
    expect(await ask('cancel', 'c', 0)).toMatchObject({ kind: 'granted' });
  });

  it('are not good any more after a sleep that was longer than the wait', async () => {
    const { use, ask, time } = setUp({ perMinute: 10 });
    await use(5, 'place');
    const place = ask('place', 'place', 2_000);
    time.sleep(3_600_000);
    // No timer has run; the next one to come finds that the budget is back and that the place came too late.
    expect(await ask('cancel', 'cancel')).toMatchObject({ kind: 'granted' });
    expect(await place).toMatchObject({ kind: 'refused', reason: 'waited' });
  });

  it('end with the signal and with the account', async () => {
    const { use, governor, time } = setUp({ perMinute: 10 });
    await use(5, 'place');
    const ending = new AbortController();
    const aborted = governor.acquire('read', { signal: ending.signal });
    const closed = governor.acquire('read');
    ending.abort();
    expect(await aborted).toMatchObject({ kind: 'refused', reason: 'canceled' });
    expect(await governor.acquire('read', { signal: ending.signal })).toMatchObject({
      reason: 'canceled',
    });
    governor.close();
    expect(await closed).toMatchObject({ kind: 'refused', reason: 'closed' });
    expect(await governor.acquire('cancel')).toMatchObject({ kind: 'refused', reason: 'closed' });
    expect(time.pending()).toBe(0);
  });
});

describe('slots', () => {
  it('are left free for what is more urgent', async () => {
    const { governor, ask, log } = setUp({ maxConcurrent: 8 });
    const turns: Granted[] = [];
    for (let i = 0; i < 4; i++) turns.push(granted(await governor.acquire('history')));
    void ask('history', 'history 5');
    await settle();
    expect(log).toEqual([]);
    for (const lane of ['read', 'lookup', 'place', 'cancel'] as const)
      turns.push(granted(await governor.acquire(lane)));
    void ask('cancel', 'cancel 2');
    await settle();
    expect([log, governor.state().inFlight]).toEqual([[], 8]);
    turns[0]?.release();
    turns[0]?.release();
    await settle();
    expect([log, governor.state().inFlight]).toEqual([['cancel 2'], 8]);
  });
});

describe('the budget', () => {
  it('is what the headers say, until the reset they name', async () => {
    const { governor, headersIn, ask, time } = setUp();
    granted(await governor.acquire('read')).release(answer(headersIn(1_000, 100, 30)));
    expect(governor.state()).toMatchObject({ limit: 1_000, remaining: 100, keptForCancels: 100 });
    const read = ask('read', 'read');
    time.advance(29_000);
    expect(governor.state().waiting).toBe(1);
    time.advance(1_000);
    expect(await read).toMatchObject({ waitedMs: 30_000 });
    expect(governor.state().remaining).toBe(999);
  });

  it('does not grow by an answer that was overtaken', async () => {
    const { governor, headersIn } = setUp();
    const [a, b, c] = [
      granted(await governor.acquire('read')),
      granted(await governor.acquire('read')),
      granted(await governor.acquire('read')),
    ];
    a.release(answer(headersIn(200, 150, 30)));
    expect(governor.state().remaining).toBe(148);
    c.release(answer(headersIn(200, 148, 30)));
    b.release(answer(headersIn(200, 149, 30)));
    expect(governor.state().remaining).toBe(147);
  });

  it('sees what other programs use', async () => {
    const { governor, headersIn } = setUp();
    granted(await governor.acquire('read')).release(answer(headersIn(200, 199, 30)));
    granted(await governor.acquire('read')).release(answer(headersIn(200, 42, 30)));
    expect(governor.state().remaining).toBe(42);
  });

  it("goes by the server's clock, whatever ours says", async () => {
    const { governor, time } = setUp();
    const serverNow = time.clock.wall() - 600_000;
    const headers = {
      date: new Date(serverNow).toUTCString(),
      'x-ratelimit-limit': '200',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(serverNow / 1000 + 12),
    };
    granted(await governor.acquire('read')).release(answer(headers));
    expect(governor.state().resetInMs).toBe(12_000);
  });

  it.each([
    {},
    { 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': 'x', 'x-ratelimit-reset': '' },
    { 'x-ratelimit-limit': '-5', 'x-ratelimit-remaining': '1e9', 'x-ratelimit-reset': 'NaN' },
  ])('is not moved by headers that say nothing: %j', async (headers) => {
    const { governor } = setUp();
    granted(await governor.acquire('read')).release(answer(headers));
    expect(governor.state()).toMatchObject({ limit: 200, remaining: 199 });
  });
});

describe('the gate', () => {
  it('closes for what is read after a 429, until the reset it was told', async () => {
    const { governor, headersIn, ask, log, time } = setUp();
    granted(await governor.acquire('read')).release(answer(headersIn(200, 0, 40), 429));
    void ask('history', 'history');
    void ask('read', 'read');
    time.advance(39_999);
    await settle();
    expect(log).toEqual([]);
    time.advance(1);
    await settle();
    expect(log).toEqual(['read', 'history']);
  });

  it.each([429, 503])(
    'closed by a %i that asks for an hour, lets exits go and cancels one every 2 s',
    async (status) => {
      const { governor, ask, log, time } = setUp();
      granted(await governor.acquire('read')).release(answer({ 'retry-after': '3600' }, status));
      for (let i = 0; i < 3; i++) void ask('cancel', `cancel ${i}`, 60_000);
      for (let i = 0; i < 3; i++) void ask('exit', `exit ${i}`, 2_000);
      void ask('lookup', 'lookup', 60_000);
      await settle();
      expect(log.toSorted()).toEqual(['cancel 0', 'exit 0', 'exit 1', 'exit 2', 'lookup']);
      time.advance(1_999);
      await settle();
      expect(log).not.toContain('cancel 1');
      time.advance(1);
      await settle();
      expect(log).toContain('cancel 1');
      expect(log).not.toContain('cancel 2');
      time.advance(2_000);
      await settle();
      expect(log).toContain('cancel 2');
      expect(await governor.acquire('place', { maxWaitMs: 10_000 })).toMatchObject({
        kind: 'refused',
        reason: 'waited',
      });
    },
  );

  it('lets cancels go one every 2 s after a 429 that asks for less, until an answer is another', async () => {
    const { governor, ask, log, time } = setUp();
    granted(await governor.acquire('cancel')).release(answer({ 'retry-after': '0.3' }, 429));
    void ask('cancel', 'second');
    time.advance(1_999);
    await settle();
    expect(log).toEqual([]);
    time.advance(1);
    await settle();
    expect(log).toEqual(['second']);
    granted(await governor.acquire('read')).release(answer());
    void ask('cancel', 'third');
    await settle();
    expect(log).toEqual(['second', 'third']);
  });

  it('lets an exit go although no slot and nothing of the budget is left', async () => {
    const { governor, ask, log, use } = setUp({ perMinute: 10, maxConcurrent: 4 });
    await use(5, 'place');
    for (let i = 0; i < 4; i++) granted(await governor.acquire('cancel'));
    void ask('exit', 'exit', 2_000);
    await settle();
    expect(log).toEqual(['exit']);
  });

  it('is not closed by a Retry-After beside a success', async () => {
    const { governor } = setUp();
    granted(await governor.acquire('read')).release(answer({ 'retry-after': '3600' }));
    expect(governor.state().closedForMs).toBe(0);
  });

  it('keeps to Retry-After, as seconds and as a date, on any failure', async () => {
    const { governor, time } = setUp();
    granted(await governor.acquire('read')).release(answer({ 'retry-after': '7' }, 503));
    expect(governor.state().closedForMs).toBe(7_000);
    time.advance(7_000);
    const date = new Date(time.clock.wall() + 9_000).toUTCString();
    granted(await governor.acquire('read')).release(answer({ 'retry-after': date }, 429));
    expect(governor.state().closedForMs).toBe(9_000);
  });

  it('closes for a second after a 429 that tells nothing, and longer each time in a row', async () => {
    const { governor, time } = setUp();
    const waits: number[] = [];
    for (let i = 0; i < 6; i++) {
      granted(await governor.acquire('read')).release(answer({}, 429));
      waits.push(governor.state().closedForMs);
      time.advance(waits.at(-1) ?? 0);
    }
    expect(waits).toEqual([1_000, 1_000, 4_000, 16_000, 30_000, 30_000]);
    granted(await governor.acquire('read')).release(answer());
    granted(await governor.acquire('read')).release(answer({}, 429));
    expect(governor.state().closedForMs).toBe(1_000);
  });

  it('counts a burst of 429 once', async () => {
    const { governor } = setUp();
    const turns: Granted[] = [];
    for (let i = 0; i < 6; i++) turns.push(granted(await governor.acquire('read')));
    for (const turn of turns) turn.release(answer({}, 429));
    expect(governor.state().closedForMs).toBe(1_000);
  });

  it('refuses at once who cannot wait for it', async () => {
    const { governor, ask, timers } = setUp();
    granted(await governor.acquire('read')).release(answer({ 'retry-after': '45' }, 429));
    expect(await ask('place', 'place', 2_000)).toEqual({
      kind: 'refused',
      reason: 'waited',
      waitedMs: 0,
      retryAfterMs: 45_000,
    });
    expect(timers()).toBe(0);
  });

  it.each([
    [429, '99999999999'],
    [504, '86400'],
  ])('is open again after a minute, though a %i asks for %s s', async (status, asked) => {
    const { governor, ask, log, time } = setUp();
    granted(await governor.acquire('read')).release(answer({ 'retry-after': asked }, status));
    expect(governor.state().closedForMs).toBe(60_000);
    void ask('read', 'read', 120_000);
    time.advance(59_999);
    await settle();
    expect(log).toEqual([]);
    time.advance(1);
    await settle();
    expect(log).toEqual(['read']);
  });
});

describe('waiting', () => {
  it('costs one timer however many wait, and none when nobody does', async () => {
    const { governor, ask, use, time, timers } = setUp({ perMinute: 100 });
    await use(90, 'place');
    const turns = Array.from({ length: 40 }, (_, i) => ask('history', `h${i}`));
    await settle();
    expect(time.pending()).toBe(1);
    const before = timers();
    time.advance(59_000);
    expect(timers() - before).toBe(0);
    time.advance(1_000);
    for (const turn of turns) granted(await turn).release(answer());
    expect([time.pending(), governor.state().waiting]).toEqual([0, 0]);
  });

  it('never spins: an hour of refusals costs a handful of timers', async () => {
    const { governor, time, timers } = setUp();
    let asked = 0;
    async function insist(): Promise<void> {
      for (;;) {
        const turn = await governor.acquire('read');
        if (turn.kind === 'refused') return;
        asked++;
        turn.release(answer({ 'x-ratelimit-reset': '0' }, 429));
      }
    }
    const insisting = insist();
    for (let second = 0; second < 3_600; second++) {
      await settle();
      time.advance(1_000);
    }
    governor.close();
    await insisting;
    expect(asked).toBeGreaterThan(100);
    expect(asked).toBeLessThan(130);
    expect(timers()).toBeLessThan(2 * asked);
  });
});
