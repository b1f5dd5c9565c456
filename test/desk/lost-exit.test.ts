// Through the whole desk, against the broker over its wire: a position that loses its last exit is told, one whose exits
// are replaced or that is closed is not.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Alert } from '#contract/alerts.ts';
import type { Closing, ClosingPlan } from '#contract/closings.ts';
import { openDoorDesk, marketDraft, type DoorDesk } from '#test/desk/support/door-desk.ts';
import { watchFeed } from '#test/desk/support/watch-feed.ts';
import { need } from '#test/e2e/support/desk-call.ts';

let desk: DoorDesk;
let planned: ClosingPlan | undefined;
let feed: ReturnType<typeof watchFeed<'alerts'>>;

beforeAll(async () => {
  desk = await openDoorDesk();
  feed = watchFeed(desk.shell, 'alerts', {});
});
afterAll(async () => {
  feed?.close();
  await desk?.end();
});

const told = (symbol: string) =>
  feed.items.filter(({ kind, target }: Alert) => kind === 'no-exit' && target.symbol === symbol);

const plan = (members: object) =>
  need<ClosingPlan>(desk.shell, 'closings.plan', { accountId: desk.accountId, ...members });

const heldOf = async (symbol: string) =>
  (await plan({ kind: 'close', symbols: [symbol] })).symbols.map(({ qty }) => qty);

/** Asking to begin it again answers how it is. */
async function carryOut({ closingId }: ClosingPlan): Promise<void> {
  const { shell, accountId } = desk;
  const begin = () =>
    need<Closing>(shell, 'closings.begin', { accountId, closingId, how: 'market' });
  await expect
    .poll(async () => {
      const { state, symbols } = await begin();
      return [state, symbols.map(({ step }) => step)];
    })
    .toEqual(['ended', ['closed']]);
}

async function protect(symbol: string, target: string): Promise<void> {
  const protection = { stop: '1', target, replaces: true };
  // One that only fills tell of is protected when it was read.
  await expect
    .poll(async () => {
      planned = await plan({ kind: 'protect', symbols: [symbol], protection });
      return planned.leftOut;
    })
    .toEqual([]);
  if (planned) await carryOut(planned);
}

const exitsOf = async (symbol: string) =>
  (await desk.ledger()).filter(
    (order) =>
      order.symbol === symbol &&
      order.side === 'sell' &&
      ['new', 'accepted', 'held'].includes(order.status),
  );

async function hold(symbol: string): Promise<void> {
  expect((await desk.place(marketDraft(symbol, 'buy', '10'))).state).toBe('accepted');
  await expect.poll(() => heldOf(symbol)).toEqual(['10']);
}

it('cancels of both exits are told once, and no longer when it is protected again', async () => {
  await hold('MSFT');
  await protect('MSFT', '9000');
  const [exit] = await exitsOf('MSFT');
  await need(desk.shell, 'orders.cancel', { accountId: desk.accountId, orderId: exit?.id });
  await expect
    .poll(() => told('MSFT'))
    .toMatchObject([
      {
        title: 'MSFT has no exit left',
        text: 'Your stop at 1.00 and target at 9000.00 were canceled; 10 MSFT are held without a resting exit. Behind the door, PAPER.',
      },
    ]);
  await protect('MSFT', '8000');
  await expect.poll(() => told('MSFT').map(({ isOver }) => isOver)).toEqual([undefined, true]);
});

it('nothing is said of exits that are replaced, nor of those of a position that is closed', async () => {
  await hold('NVDA');
  await protect('NVDA', '9000');
  await protect('NVDA', '8000');
  await expect.poll(async () => (await exitsOf('NVDA')).length).toBe(2);
  await carryOut(await plan({ kind: 'close', symbols: ['NVDA'] }));
  // Told after those of the same moments would have been.
  await hold('TSLA');
  await protect('TSLA', '9000');
  const [exit] = await exitsOf('TSLA');
  await need(desk.shell, 'orders.cancel', { accountId: desk.accountId, orderId: exit?.id });
  await expect.poll(() => told('TSLA').length).toBe(1);
  expect(told('NVDA')).toEqual([]);
});
