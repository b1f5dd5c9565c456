import { describe, expect, it } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import type { FakeTime } from '#test/support/fake-time.ts';
import { setUp, trade } from './data-link-world.ts';

const QUOTE = { T: 'q', S: 'AAPL', bp: 1, bs: 1, ap: 2, as: 1, t: '2026-01-05T15:00:00.6Z' };

describe('a price stream that tells nothing', () => {
  const TRADED_AT = Date.parse('2026-01-05T15:00:00.5Z');

  /** What the broker says when it is asked; `undefined` when it does not answer. */
  function follow(
    latest: () => number | undefined,
    whyClosed: () => string | undefined,
    now: (world: { time: FakeTime }) => number | undefined = () => undefined,
  ) {
    const questions: (readonly string[])[] = [];
    const world: ReturnType<typeof setUp> = setUp({
      whyClosed,
      now: () => now(world),
      async latestTrades(symbols) {
        questions.push(symbols);
        const tradedAt = latest();
        return tradedAt === undefined
          ? fail({ kind: 'offline', message: 'gone' })
          : ok(symbols.map((symbol) => ({ symbol, tradedAt: symbol === 'AAPL' ? 0 : tradedAt })));
      },
    });
    world.link.want({ trades: ['AAPL', 'MSFT'], bars: [] });
    world.link.start();
    world.signIn();
    world.say({ T: 'subscription', trades: ['AAPL', 'MSFT'] });
    return { ...world, questions };
  }
  const isOpen = () => undefined;

  it('is quiet while nothing was traded, for as long as it lasts, with fewer and fewer questions', async () => {
    const { link, say, sockets, states, pass, questions } = follow(() => TRADED_AT, isOpen);
    say(trade('AAPL', 1));
    await pass(14);
    expect(link.state().phase).toBe('live');
    await pass(2);
    expect(link.state()).toMatchObject({ phase: 'quiet', message: 'No trade for 15 s.' });
    await pass(30);
    expect(link.state()).toMatchObject({ phase: 'quiet', message: 'No trade for 45 s.' });
    await pass(4 * 60 - 46);
    expect(link.state()).toMatchObject({ phase: 'quiet', message: 'No trade for 3 min.' });
    expect(questions).toEqual(Array.from({ length: 5 }, () => ['AAPL', 'MSFT']));
    const quiet = states.filter(({ phase }) => phase === 'quiet');
    expect(new Set(quiet.map(({ since }) => since)).size).toBe(1);
    await pass(4 * 3_600);
    expect(link.state().message).toBe('No trade for 4 h 3 min.');
    expect(questions).toHaveLength(5 + 4 * 60);
    expect(sockets).toHaveLength(1);
    say(trade('AAPL', 2));
    expect(link.state().phase).toBe('live');
  });

  it('is given up when something was traded that it did not tell', async () => {
    const { link, say, sockets, pass } = follow(() => TRADED_AT + 1, isOpen);
    say(trade('AAPL', 1));
    await pass(16);
    expect(link.state().phase).toBe('live');
    await pass(1);
    expect(link.state()).toMatchObject({
      phase: 'stale',
      message: 'No price was heard for 17 s, and the broker has newer prices.',
    });
    await pass(2);
    expect(sockets[0]?.isTerminated).toBe(false);
    await pass(2);
    expect(link.state()).toMatchObject({
      phase: 'reconnecting',
      message: 'No price was heard for 20 s, and the broker has newer prices',
    });
    expect(sockets[0]?.isTerminated).toBe(true);
  });

  it('is not given up for a trade of a symbol that it did not carry then', async () => {
    let at = TRADED_AT;
    const { link, say, sockets, pass } = follow(() => at, isOpen);
    say({ T: 'subscription', trades: ['AAPL'] });
    say(trade('AAPL', 1));
    await pass(10);
    at += 20_000;
    say({ T: 'subscription', trades: ['AAPL', 'MSFT'] });
    await pass(10);
    expect(link.state()).toMatchObject({ phase: 'quiet', message: 'No trade for 15 s.' });
    expect(sockets).toHaveLength(1);
    at++;
    await pass(31);
    expect(link.state().message).toBe(
      'No price was heard for 50 s, and the broker has newer prices',
    );
  });

  it('is held to nothing that was traded while it was asked for nothing', async () => {
    let at = TRADED_AT;
    const { link, say, sockets, pass } = follow(() => at, isOpen);
    say(trade('MSFT', 1));
    await pass(5);
    say({ T: 'subscription', trades: [] });
    at += 20_000;
    await pass(50);
    say({ T: 'subscription', trades: ['AAPL', 'MSFT'] });
    await pass(14);
    expect(link.state().phase).toBe('live');
    await pass(20);
    expect(link.state()).toMatchObject({ phase: 'quiet', message: 'No trade for 15 s.' });
    expect(sockets).toHaveLength(1);
  });

  it('is not given up for a trade that was on its way', async () => {
    const { link, say, sockets, pass } = follow(() => TRADED_AT + 1, isOpen);
    say(trade('AAPL', 1));
    await pass(19);
    expect(link.state().phase).toBe('stale');
    say({ ...trade('AAPL', 2), t: '2026-01-05T15:00:00.501Z' });
    await pass(10);
    expect(link.state().phase).toBe('live');
    expect(sockets).toHaveLength(1);
  });

  it('that never told a trade is mute once the broker tells a newer one than before', async () => {
    let at = TRADED_AT;
    const { link, pass } = follow(() => at, isOpen);
    await pass(20);
    expect(link.state().phase).toBe('quiet');
    at++;
    await pass(31);
    expect(link.state().message).toBe(
      'No price was heard for 50 s, and the broker has newer prices',
    );
  });

  const brokerTime = ({ time }: { time: FakeTime }) => time.clock.wall();

  it('that told quotes, or nothing since it was asked for prices, is mute by the broker’s time', async () => {
    for (const say of [[], [QUOTE]]) {
      let at = 0;
      const world = follow(() => at, isOpen, brokerTime);
      if (say.length > 0) world.say(...say);
      at = world.time.clock.wall() + 3_000;
      await world.pass(21);
      expect(world.link.state().message).toMatch(/^No price was heard for 20 s, and the broker/);
    }
  });

  it('is not held to what was traded before it told quotes, and then to all that is newer than what is known', async () => {
    let at = TRADED_AT;
    const { link, say, pass, time, questions } = follow(() => at, isOpen, brokerTime);
    say(trade('AAPL', 1));
    await pass(10);
    at = time.clock.wall() - 1_000;
    say(QUOTE);
    await pass(16);
    expect(link.state()).toMatchObject({ phase: 'quiet', message: 'No trade for 15 s.' });
    at++;
    await pass(35);
    expect(link.state().message).toMatch(/^No price was heard for 50 s, and the broker has newer/);
    expect(questions).toHaveLength(2);
  });

  it('says so while the broker has not answered yet', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok<never[]>>>();
    const world = setUp({
      whyClosed: isOpen,
      now: () => undefined,
      latestTrades: () => promise,
    });
    world.link.want({ trades: ['AAPL'], bars: [] });
    world.link.start();
    world.signIn();
    world.say({ T: 'subscription', trades: ['AAPL'] });
    world.say(trade('AAPL', 1));
    await world.pass(17);
    expect(world.link.state()).toMatchObject({
      phase: 'stale',
      message: 'No price was heard for 17 s. Asking the broker why.',
    });
    resolve(ok([]));
    await world.pass(1);
    expect(world.link.state()).toMatchObject({ phase: 'quiet', message: 'No trade for 15 s.' });
  });

  it('is asked about seldom where it has little to tell, and early again once it talks', async () => {
    let at = 0;
    const { link, say, pass, questions } = follow(() => at, isOpen);
    const minutesOf = async (seconds: number) => {
      for (let n = 0; n < 3_600 / seconds; n++) {
        say(trade('AAPL', n));
        await pass(seconds);
      }
      return questions.splice(0).length;
    };
    expect(await minutesOf(20)).toBe(1);
    expect(await minutesOf(40)).toBe(1);
    // The worst there is: it talks, is silent until it was asked about, and talks again.
    for (let n = 0; n < 200; n++) {
      say(trade('AAPL', 1));
      await pass(1);
      say(trade('AAPL', 1));
      await pass(17);
    }
    expect(questions.length).toBeLessThanOrEqual(200);
    at = TRADED_AT + 1;
    say(trade('AAPL', 1));
    await pass(1);
    say(trade('AAPL', 1));
    await pass(21);
    expect(link.state().phase).toBe('reconnecting');
  });

  it('is known to have told everything until its last word, or until it was found quiet', async () => {
    let at = TRADED_AT;
    const { link, say, pass, time, last } = follow(() => at, isOpen);
    const ago = () => (time.clock.wall() - link.knownUntil().wall) / 1_000;
    say(trade('AAPL', 1));
    await pass(10);
    expect(ago()).toBe(10);
    await pass(10);
    expect([link.state().phase, ago()]).toEqual(['quiet', 5]);
    at++;
    await pass(31);
    expect([link.state().phase, ago()]).toEqual(['reconnecting', 36]);
    last().events.onClose('the connection closed', true);
    expect(ago()).toBe(36);
  });

  it('is quiet without a question while the market is closed, and says until when', async () => {
    const closed = () => 'Closed until Monday 09:30 New York time.';
    const { link, sockets, pass, questions } = follow(() => undefined, closed);
    await pass(8 * 3_600);
    expect(link.state()).toMatchObject({ phase: 'quiet', message: closed() });
    expect([questions.length, sockets.length]).toEqual([0, 1]);
  });

  it('is stale while the broker cannot be asked, and quiet once it could', async () => {
    let at: number | undefined;
    const { link, sockets, pass } = follow(() => at, isOpen);
    await pass(300);
    expect(link.state()).toMatchObject({
      phase: 'stale',
      message: 'No price was heard for 4 min, and the broker could not be asked why.',
    });
    at = TRADED_AT;
    await pass(60);
    expect(link.state().phase).toBe('quiet');
    expect(sockets).toHaveLength(1);
  });

  it('is not asked about while nothing is subscribed to', async () => {
    const { link, say, pass, questions } = follow(() => TRADED_AT, isOpen);
    say({ T: 'subscription', trades: [] });
    await pass(600);
    expect([link.state().phase, questions.length]).toEqual(['live', 0]);
  });

  it('is live again once it is asked for nothing: its silence says nothing any more', async () => {
    for (const at of [undefined, TRADED_AT + 1]) {
      const { link, say, signIn, pass, sockets } = follow(() => at, isOpen);
      say(trade('AAPL', 1));
      await pass(22);
      if (sockets.length > 1) {
        signIn();
        say({ T: 'subscription', trades: ['AAPL', 'MSFT'] });
      }
      expect(link.state().phase).toBe('stale');
      link.want({ trades: [], bars: [] });
      say({ T: 'subscription', trades: [] });
      // By the next look at it.
      await pass(60);
      expect(link.state()).toMatchObject({ phase: 'live', message: undefined });
    }
  });
});
