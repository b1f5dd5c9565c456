// Splits in the course of a year, and the orders of the same symbol around them. While one is open the broker refuses to
// split, and nothing changes (docs/paper.md); so people cancel what rests, and place anew afterwards.
import type { OrderDraft } from '#contract/orders.ts';
import type { Diary } from '#test/faults/simulation/calendar-facts.ts';
import type { SimulatedAccount, World } from '#test/faults/simulation/world.ts';
import { marketDraft, restingDraft } from '#test/faults/support/drafts.ts';
import { readLedgers, type Split } from '#test/faults/support/ledger.ts';

type Deps = { diary: Diary; complain: (lines: readonly string[]) => void };

const CANCELED_MS = 10_000;
const SPLITS = [
  { symbol: 'DIS', to: 2, from: 1 },
  { symbol: 'KO', to: 3, from: 2 },
  { symbol: 'NKE', to: 1, from: 4 },
  { symbol: 'SPY', to: 3, from: 1 },
] as const;

export function createYearSplits(world: World, { diary, complain }: Deps) {
  const { time, accounts, control } = world;
  const done: Split[] = [];

  async function place(account: SimulatedAccount, draft: OrderDraft): Promise<void> {
    const intentId = world.newIntentId();
    await account.unit.trading.submit({ intentId, draft, confirmations: ['stream-down'] });
  }

  const askFor = (split: (typeof SPLITS)[number]) =>
    control<{ at: string; booked: unknown[] }>('POST', '/market/split', split).catch(String);

  /** With an order in the books it is refused, and holdings, cash and orders stay what they were. */
  async function tryTooEarly(split: (typeof SPLITS)[number]): Promise<void> {
    const { symbol } = split;
    const books = async () => {
      const ledgers = await readLedgers(control, accounts, done);
      return JSON.stringify(
        ledgers.map((ledger) => [
          ledger.openOrders().filter((order) => order.symbol === symbol),
          ledger.held(symbol),
          ledger.cash(),
        ]),
      );
    };
    const before = await books();
    if (!before.includes('"symbol"')) return;
    const answer = await askFor(split);
    if (typeof answer !== 'string' || !answer.includes('are open'))
      return complain([`${symbol} was split although orders of it are open`]);
    diary.refusedSplits++;
    if ((await books()) !== before)
      complain([`a split of ${symbol} was refused, and changed the books`]);
  }

  return {
    done: done as readonly Split[],
    /** One that comes too early although everything was canceled comes again. */
    async next(account: SimulatedAccount): Promise<void> {
      const split = SPLITS[done.length % SPLITS.length] ?? SPLITS[0];
      const { symbol } = split;
      await place(account, restingDraft(symbol));
      await tryTooEarly(split);
      for (const { unit } of accounts)
        for (const order of unit.book.openOrders())
          if (order.symbol === symbol) void unit.trading.cancel(order.id);
      const isOver = () =>
        accounts.every(({ unit }) => unit.book.openOrders().every((one) => one.symbol !== symbol));
      if (!(await time.until(isOver, CANCELED_MS))) return;
      const answer = await askFor(split);
      if (typeof answer === 'string') return;
      const at = Date.parse(answer.at);
      done.push({ ...split, at });
      diary.splits.push({ at, symbol, positions: answer.booked.length });
      for (const one of accounts) {
        const { qty, currentPrice } =
          one.unit.book.positions().find((position) => position.symbol === symbol) ?? {};
        const near = Number(currentPrice ?? 0) * 0.98;
        await place(one, restingDraft(symbol, '1', near > 1 ? near.toFixed(2) : '1'));
        await place(one, marketDraft(symbol, '1', qty?.startsWith('-') ? 'sell' : 'buy'));
      }
    },
  };
}
