// A hundred thousand orders in the table's list: what one change, one filter and one sorting cost.
import { Order } from '#contract/orders.ts';
import { durations, percentile, round, type Figures } from '#test/bench/measure.ts';
import { createSlices } from '#renderer/core/feeds/slices.ts';
import { acceptsOrder, compareOrders, NO_FILTER } from '#renderer/trading/orders/order-filter.ts';
import { createOrderList } from '#renderer/trading/orders/order-list.ts';

const MANY = 100_000;
const STATUSES = ['filled', 'canceled', 'new', 'rejected'];

const order = (n: number, status = STATUSES[n % 50 === 0 ? 2 : n % 2] ?? 'filled'): Order =>
  Order.parse({
    id: `order-${n}`,
    clientOrderId: `client-${n}`,
    symbol: `S${n % 500}`,
    side: n % 3 === 0 ? 'sell' : 'buy',
    type: 'limit',
    timeInForce: 'day',
    status,
    qty: String(1 + (n % 90)),
    filledQty: '0',
    limitPrice: String(10 + (n % 700)),
    submittedAt: new Date(1_700_000_000_000 + ((n * 7_919) % MANY) * 1_000).toISOString(),
  });

export async function benchTables(say: (line: string) => void): Promise<Figures> {
  const frames: (() => void)[] = [];
  const schedule = (run: () => void) => frames.push(run);
  const orders = createSlices<string, Order>(schedule);
  const list = createOrderList({
    orders,
    intents: createSlices(schedule),
    cancels: createSlices(schedule),
  });
  const flush = () => {
    for (const run of frames.splice(0)) run();
  };
  for (let n = 0; n < MANY; n++) orders.put(`order-${n}`, order(n));
  flush();
  const [startMs = 0] = await durations(1, async () => list.start());
  const one = await durations(500, async (n) => {
    orders.put(`order-${n * 37}`, order(n * 37, n % 2 === 0 ? 'new' : 'filled'));
    flush();
  });
  const filters = ['s1', 's12', 'limit 200', 'client-99', ''];
  const filter = await durations(filters.length * 4, async (n) =>
    list.rows.arrange({
      accepts: acceptsOrder({ ...NO_FILTER, text: filters[n % filters.length] ?? '' }, 0),
    }),
  );
  const sort = await durations(6, async (n) =>
    list.rows.arrange({
      compare: compareOrders({ column: n % 2 === 0 ? 'price' : 'symbol', isDescending: n > 2 }),
    }),
  );
  const figures = {
    orders: MANY,
    startMs: round(startMs, 0),
    oneChangeMs: { p50: round(percentile(one, 50), 3), p95: round(percentile(one, 95), 3) },
    filterMs: { p50: round(percentile(filter, 50), 1), p95: round(percentile(filter, 95), 1) },
    sortMs: { p50: round(percentile(sort, 50), 0), p95: round(percentile(sort, 95), 0) },
  };
  say(
    `one changed order among ${MANY}: ${figures.oneChangeMs.p50} ms (p95 ${figures.oneChangeMs.p95})`,
  );
  say(`another filter: ${figures.filterMs.p50} ms; another sorting: ${figures.sortMs.p50} ms`);
  return figures;
}
