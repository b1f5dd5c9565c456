// A pursuit of a cancel by itself, with a book and a broker that say what a test says.
import type { Order } from '#contract/orders.ts';
import { createCancelLoop } from '#main/account/orders/cancel-loop.ts';
import type { CancelAnswer, Lookup } from '#main/account/orders/order-broker.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { flush } from '#test/unit/account/orders/world.ts';

export const ASKED: CancelAnswer = { kind: 'asked' };
export const DECLINED: CancelAnswer = { kind: 'declined', text: 'no' };
export const UNKNOWN: CancelAnswer = { ...DECLINED, isUnknown: true };

export function setUp(known: Order[] = []) {
  const time = createFakeTime();
  const book = new Map(known.map((order) => [order.id, order]));
  const atBroker = new Map<string, Order>();
  const state = {
    answer: ASKED,
    missing: { kind: 'missing' } as Lookup,
    isOurs: false,
    families: [] as string[][],
    onAsked: undefined as ((isOver: (() => boolean) | undefined) => void) | undefined,
    beforeAnswer: undefined as (() => void) | undefined,
    /** The request waits for this before it leaves. */
    turn: undefined as (() => Promise<void>) | undefined,
    changing: new Set<string>(),
  };
  const asked: string[] = [];
  const read: string[] = [];
  const ends: string[] = [];
  const waits: string[] = [];
  const notes: string[] = [];
  const refuse = () => Promise.reject(new Error('not here'));
  const canceling = createCancelLoop({
    broker: {
      place: refuse,
      replace: refuse,
      cancelEverything: refuse,
      byClientOrderId: refuse,
      listOpen: refuse,
      async cancel(id, onLeaving, isOver) {
        asked.push(id);
        state.onAsked?.(isOver);
        if (state.turn) {
          await state.turn();
          onLeaving?.();
        }
        state.beforeAnswer?.();
        return state.answer;
      },
      byId(id) {
        read.push(id);
        const order = atBroker.get(id);
        return Promise.resolve(order ? { kind: 'found', order } : state.missing);
      },
    },
    book: {
      order: (id) => book.get(id),
      putOrders: (orders) => orders.forEach((order) => book.set(order.id, order)),
    },
    isChanging: (id) => state.changing.has(id),
    isOurs: () => state.isOurs,
    relativesOf: (id) => state.families.find((family) => family.includes(id)) ?? [],
    note: (id, kind, text) => void notes.push(`${id} ${kind}: ${text}`),
    onDone: (id, { status }) => void ends.push(`${id} ${status}`),
    onDeclined: (id, text) => void ends.push(`${id} ${text}`),
    onWait: ({ id, state: now }) => void waits.push(`${id} ${now}`),
    clock: time.clock,
    delay: time.delay,
    log: () => undefined,
  });
  async function pass(ms: number) {
    for (let done = 0; done < ms; done += 50) {
      time.advance(50);
      await flush();
    }
  }
  return { time, book, atBroker, state, asked, read, ends, waits, notes, canceling, pass };
}
