import { describe, expect, it } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import { setUp, trade } from './data-link-world.ts';

describe('a price stream that tells nothing', () => {
  const TRADED_AT = Date.parse('2026-01-05T15:00:00.5Z');

  /** What the broker says when it is asked; `undefined` when it does not answer. */
  function follow(latest: () => number | undefined, whyClosed: () => string | undefined) {
    const questions: (readonly string[])[] = [];
    const world = setUp({
      whyClosed,
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

  it('is quiet while nothing was traded, for as long as it lasts, with one question a minute', async () => {
    const { link, say, sockets, states, pass, questions } = follow(() => TRADED_AT, isOpen);
    say(trade('AAPL', 1));
    await pass(59);
    expect(link.state().phase).toBe('live');
    await pass(3 * 60 + 1);
    expect(link.state()).toMatchObject({ phase: 'quiet', message: 'No trade for 4 min.' });
    expect(questions).toEqual(Array.from({ length: 4 }, () => ['AAPL', 'MSFT']));
    const quiet = states.filter(({ phase }) => phase === 'quiet');
    expect(new Set(quiet.map(({ since }) => since)).size).toBe(1);
    await pass(4 * 3_600);
    expect(link.state().message).toBe('No trade for 4 h 4 min.');
    expect(sockets).toHaveLength(1);
    say(trade('AAPL', 2));
    expect(link.state().phase).toBe('live');
  });

  it('is given up when something was traded that it did not tell', async () => {
    const { link, say, sockets, pass } = follow(() => TRADED_AT + 1, isOpen);
    say(trade('AAPL', 1));
    await pass(64);
    expect(link.state().phase).toBe('live');
    await pass(2);
    expect(link.state()).toMatchObject({
      phase: 'reconnecting',
      message: 'connected, but no data came',
    });
    expect(sockets[0]?.isTerminated).toBe(true);
  });

  it('is not given up for a trade of a symbol that it did not carry then', async () => {
    let at = TRADED_AT;
    const { link, say, sockets, pass } = follow(() => at, isOpen);
    say({ T: 'subscription', trades: ['AAPL'] });
    say(trade('AAPL', 1));
    await pass(30);
    at += 20_000;
    say({ T: 'subscription', trades: ['AAPL', 'MSFT'] });
    await pass(40);
    expect(link.state()).toMatchObject({ phase: 'quiet', message: 'No trade for 1 min.' });
    expect(sockets).toHaveLength(1);
    at++;
    await pass(60);
    expect(link.state().message).toBe('connected, but no data came');
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
    await pass(50);
    expect(link.state().phase).toBe('live');
    await pass(20);
    expect(link.state()).toMatchObject({ phase: 'quiet', message: 'No trade for 1 min.' });
    expect(sockets).toHaveLength(1);
  });

  it('is not given up for a trade that was on its way', async () => {
    const { link, say, sockets, pass } = follow(() => TRADED_AT + 1, isOpen);
    say(trade('AAPL', 1));
    await pass(62);
    say({ ...trade('AAPL', 2), t: '2026-01-05T15:00:00.501Z' });
    await pass(50);
    expect(link.state().phase).toBe('live');
    expect(sockets).toHaveLength(1);
  });

  it('that never told a trade is mute once the broker tells a newer one than before', async () => {
    let at = TRADED_AT;
    const { link, pass } = follow(() => at, isOpen);
    await pass(70);
    expect(link.state().phase).toBe('quiet');
    at++;
    await pass(56);
    expect(link.state().message).toBe('connected, but no data came');
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
      message: 'Connected, but no data is coming, and the broker could not be asked why.',
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
});
