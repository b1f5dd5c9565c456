// The channels besides trades and bars: asked for with them, and heard of what was asked for alone.
import { expect, it } from 'vitest';
import { createDataLink } from '#main/broker/streams/data-link.ts';
import type { DataBatch } from '#main/wire/data-stream.ts';
import { createFakeSockets } from '#test/support/fake-socket.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';

it('asks for every channel that is wanted, and gives up what is not any more', () => {
  const { clock, delay } = createFakeTime();
  const { open, last } = createFakeSockets();
  const events: DataBatch[] = [];
  const link = createDataLink({
    url: 'ws://127.0.0.1:1/v2/iex',
    credentials: () => ({ keyId: 'K', secretKey: 'S' }),
    onEvents: (news) => events.push(...news),
    codec: 'json',
    onState: () => undefined,
    openSocket: open,
    clock,
    delay,
    random: createFakeRandom(),
    log: () => undefined,
  });
  const say = (...messages: object[]) => last().events.onFrame(JSON.stringify(messages));
  const asked = () => last().sent.map((frame) => JSON.parse(String(frame)) as unknown);
  const both = ['AAPL', 'MSFT'];
  const wanted = { trades: both, bars: both, updatedBars: both, statuses: both, lulds: both };
  link.want({ ...wanted, quotes: ['AAPL'] });
  link.start();
  last().events.onOpen();
  say({ T: 'success', msg: 'authenticated' });
  expect(asked().at(-1)).toEqual({ action: 'subscribe', ...wanted, quotes: ['AAPL'] });
  say({ T: 'subscription', ...wanted, quotes: ['AAPL'], corrections: both, cancelErrors: both });
  const frames = asked().length;
  link.want({ ...wanted, quotes: [] });
  expect(asked().slice(frames)).toEqual([{ action: 'unsubscribe', quotes: ['AAPL'] }]);

  const halt = { T: 's', sc: 'H', rm: 'News Pending', t: '2026-01-05T15:00:00Z' };
  say({ ...halt, S: 'MSFT' }, { ...halt, S: 'TSLA' });
  expect(events).toMatchObject([{ trades: [], bars: [], news: [{ symbol: 'MSFT' }] }]);
  expect(events[0]?.news).toHaveLength(1);
  link.stop();
});
