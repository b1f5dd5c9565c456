// A list of all open orders comes every few seconds, and most of them are as they were: the journal is asked for the
// intent of an order once, and again when the order is another one than the one that was judged.
import { expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import type { Order } from '#contract/orders.ts';
import type { IntentLog } from '#main/account/intents/intent-log.ts';
import { createAdoptOrder } from '#main/account/orders/adopt-order.ts';
import { encodeOrder } from '#main/wire/order-body.ts';
import { aDraft, anOrder } from '#test/unit/domain/samples.ts';

const ORDER = anOrder({ id: 'order', clientOrderId: 'intent', status: 'new' });
const INTENT = {
  intentId: 'intent',
  kind: 'place',
  state: 'accepted',
  resultId: 'order',
} as Intent;

function setUp(intent: Intent | undefined) {
  const orders = new Map<string, Order>();
  const asked: string[] = [];
  const notes: string[] = [];
  const steps: string[] = [];
  const intents: Partial<IntentLog> = {
    find(intentId) {
      asked.push(intentId);
      return intentId === intent?.intentId ? intent : undefined;
    },
    note: (intentId) => void notes.push(intentId),
    conflict: () => false,
    step(intentId) {
      steps.push(intentId);
      return { ...INTENT };
    },
  };
  const adopting = createAdoptOrder({
    intents: intents as IntentLog,
    book: {
      order: (orderId) => orders.get(orderId),
      // As the book does: an order that is told as it is shown stays the same object.
      putOrders(news) {
        for (const order of news)
          if (JSON.stringify(orders.get(order.id)) !== JSON.stringify(order))
            orders.set(order.id, order);
      },
    },
    onAccepted: () => undefined,
  });
  return { ...adopting, asked, notes, steps };
}

it('asks once for the intent of an order that stays as it is', () => {
  const { adoptListed, asked } = setUp(INTENT);
  for (let times = 0; times < 3; times++) expect(adoptListed({ ...ORDER })).toBe(true);
  expect(asked).toEqual(['intent']);
});

it('asks again when it has changed, and notes an answer whatever was known before', () => {
  const { adopt, adoptListed, asked, notes } = setUp(INTENT);
  adoptListed(ORDER);
  expect(adoptListed({ ...ORDER, status: 'filled' })).toBe(true);
  expect(asked).toHaveLength(2);
  expect(adopt({ ...ORDER, status: 'filled' }, 'answered')).toBe(true);
  expect(notes).toEqual(['intent']);
});

it.each<[string, Intent | undefined]>([
  ['has no intent here', undefined],
  ['is not the one that its intent became', { ...INTENT, resultId: 'another' }],
])('judges an order anew each time that %s', (_name, intent) => {
  const { adoptListed, asked } = setUp(intent);
  for (let times = 0; times < 3; times++) expect(adoptListed({ ...ORDER })).toBe(false);
  expect(asked).toHaveLength(3);
});

// The file was damaged, and what was saved of it is older: the intent is unknown again, and the order rests as it did.
it.each<[string, (world: ReturnType<typeof setUp>) => unknown]>([
  ['a look-up by id', ({ adopt }) => adopt({ ...ORDER }, 'found')],
  [
    'the next list after the journal was opened again',
    ({ adoptListed, forget }) => (forget(), adoptListed({ ...ORDER })),
  ],
])('%s settles an intent that came back as unknown', (_name, look) => {
  const intent = { ...INTENT, body: encodeOrder(aDraft(), 'intent') };
  const world = setUp(intent);
  world.adoptListed({ ...ORDER });
  intent.state = 'unknown';
  expect(look(world)).toBe(true);
  expect(world.steps).toEqual(['intent']);
});
