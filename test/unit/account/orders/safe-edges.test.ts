import { expect, it } from 'vitest';
import type { OrderBroker } from '#main/account/orders/order-broker.ts';
import { safeBook, safeBroker } from '#main/account/orders/safe-edges.ts';
import { safely } from '#main/tools/safely.ts';

const SILENT = { kind: 'silent', reason: 'something went wrong inside Ballast' };

function setUp() {
  const lines: unknown[] = [];
  const log = (...line: unknown[]) => void lines.push(line);
  return { lines, log };
}

it('takes a question that breaks for unanswered, and says in the log which it was', async () => {
  const { lines, log } = setUp();
  const breaks = () => Promise.reject(new Error('broken'));
  const broker = safeBroker(
    {
      place: breaks,
      replace: breaks,
      cancel: breaks,
      cancelEverything: breaks,
      byClientOrderId: breaks,
      byId: breaks,
      listOpen: breaks,
    } satisfies OrderBroker,
    log,
  );
  expect(await broker.cancel('a')).toEqual(SILENT);
  expect(await broker.cancelEverything()).toEqual(SILENT);
  expect(await broker.byClientOrderId('a')).toEqual(SILENT);
  expect(await broker.byId('a')).toEqual(SILENT);
  expect(await broker.listOpen()).toBeUndefined();
  expect(lines).toEqual(
    [
      'canceling',
      'canceling everything',
      'looking up an order',
      'reading an order',
      'listing the orders',
    ].map((what) => ['error', `${what} failed`, { error: 'Error: broken' }]),
  );
});

it('goes on when a listener throws, and says so in the log', () => {
  const { lines, log } = setUp();
  const heard: string[] = [];
  const tell = safely((what: string) => {
    heard.push(what);
    throw new Error('broken');
  }, log);
  tell('news');
  const book = safeBook(
    {
      order: () => undefined,
      putOrders() {
        throw new Error('broken');
      },
    },
    log,
  );
  book.putOrders([]);
  expect(heard).toEqual(['news']);
  const line = ['error', 'a listener failed', { error: 'Error: broken' }];
  expect(lines).toEqual([line, line]);
});
