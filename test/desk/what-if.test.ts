// Random orders, previewed by the desk and placed at the practice broker over its wire: what the desk said they would do
// is what the broker does, but for cents of slippage. The broker's clock stands still between the two, but for the milliseconds of the requests.
import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDice, type Dice } from '#test/campaigns/support/seed.ts';
import { MORNING, startBroker, type BrokerProcess } from '#test/conformance/support/broker.ts';
import { createControl, type Control, type KeyPair } from '#test/conformance/support/control.ts';
import { atScale, SCALE } from '#test/support/scale.ts';
import { compareTrial, type Trial } from './support/compare-what-if.ts';
import { randomDraft } from './support/random-drafts.ts';
import { createSeat, value, type Assets, type Quote, type Seat } from './support/what-if-seat.ts';

const SEED = Number(process.env['WHAT_IF_SEED'] ?? randomInt(2 ** 31));
const DRAFTS = atScale(2_000, 100);
const EACH = 20;
const REPEAT = `WHAT_IF_SEED=${SEED} BALLAST_SCALE=${SCALE} npx vitest run --project desk test/desk/what-if.test.ts`;
/** Open, after hours, the evening book of auctions, before the open, a weekend. New York time, in March. */
const HOURS = ['15:00', '18:45', '19:50', '21:30', '23:30', '12:30', '13:29'];

let broker: BrokerProcess;
let control: Control;
beforeAll(async () => {
  broker = await startBroker({ start: MORNING, hours: 'real', seed: 1 + (SEED % 1_000) });
  control = createControl(broker);
});
afterAll(async () => void (await broker.stop()));

it('says of every order what the broker makes of it', { timeout: 600_000 }, async () => {
  process.stdout.write(`  ${REPEAT}\n`);
  const dice = createDice(SEED);
  const assets = await readAssets();
  const found = new Map<string, number>();
  const examples: string[] = [];
  for (let done = 0; done < DRAFTS;) {
    await passTime(dice);
    const account = await openAccount(dice);
    const seat = createSeat(broker, account, assets);
    await configure(seat, dice);
    const blockedFrom = dice.chance(0.1) ? dice.below(EACH) : EACH;
    for (let i = 0; i < EACH && done < DRAFTS; i++, done++) {
      if (i === blockedFrom) await control.restrict(account.id, { trading_blocked: true });
      const trial = await tryOne(seat, dice);
      const verdict = compareTrial(trial);
      found.set(verdict, (found.get(verdict) ?? 0) + 1);
      if (verdict !== 'agreed' && examples.length < 40)
        examples.push(describeTrial(verdict, trial));
      if (dice.chance(0.15)) await control.step(60_000 * (1 + dice.below(20)));
    }
    await seat.ask('DELETE', '/v2/orders');
    seat.client.close();
  }
  process.stdout.write(`  ${JSON.stringify(Object.fromEntries(found))}\n`);
  expect(examples, REPEAT).toEqual([]);
});

async function tryOne(seat: Seat, dice: Dice): Promise<Trial> {
  const { book: before, quotes } = await seat.look();
  const draft = randomDraft({
    dice,
    last: (symbol) => quotes.get(symbol)?.last,
    buyingPower: Number(before.account()?.account.buyingPower),
    positions: before.positions(),
  });
  const intentId = randomUUID();
  const preview = seat.preview(before, draft, intentId);
  const told = await seat.place(draft, intentId);
  const { book: after, quotes: later } = await seat.look();
  const order =
    told.status < 400
      ? (await seat.ask('GET', `/v2/orders/${String(told.body['id'])}`)).body
      : undefined;
  const quote = quotes.get(draft.symbol);
  return {
    draft,
    preview,
    before,
    quote: widest(quote, later.get(draft.symbol)),
    told,
    after,
    order,
  };
}

/** Each request takes a millisecond of the broker's time, in which now and then something trades. */
function widest(quote: Quote | undefined, later: Quote | undefined): Quote | undefined {
  if (!quote || !later) return quote;
  const bid = Math.min(quote.bid, later.bid, later.last);
  return { ...quote, bid, ask: Math.max(quote.ask, later.ask, later.last) };
}

async function passTime(dice: Dice): Promise<void> {
  const now = await control.now();
  const [hour = 0, minute = 0] = dice.pick(HOURS).split(':').map(Number);
  const next = new Date(now);
  next.setUTCHours(hour, minute, 0, 0);
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1);
  await control.stepTo(next.toISOString());
}

async function openAccount(dice: Dice): Promise<KeyPair & { id: string }> {
  return control.addAccount({ cash: dice.pick(['1500', '10000', '30000', '100000', '1000000']) });
}

async function configure(seat: Seat, dice: Dice): Promise<void> {
  const change = {
    ...(dice.chance(0.1) && { no_shorting: true }),
    ...(dice.chance(0.2) && { max_margin_multiplier: dice.pick(['1', '2']) }),
    ...(dice.chance(0.05) && { suspend_trade: true }),
  };
  await seat.ask('PATCH', '/v2/account/configurations', change);
}

async function readAssets(): Promise<Assets> {
  const seat = createSeat(broker, broker, () => undefined);
  const list = value(await seat.client.assets({ status: 'active' }));
  seat.client.close();
  const bySymbol = new Map(list.map((record) => [record.symbol, record]));
  return (symbol) => bySymbol.get(symbol) ?? { symbol, isListed: false };
}

function describeTrial(verdict: string, trial: Trial): string {
  const { draft, preview, before, told, order, after, quote } = trial;
  const { symbol } = draft;
  const facts = {
    draft,
    quote,
    issues: preview.issues.map(({ message }) => message),
    whatIf: preview.whatIf,
    before: summary(before, symbol),
    told: told.status < 400 ? told.status : told,
    order: order && {
      status: order['status'],
      filled: order['filled_qty'],
      at: order['filled_avg_price'],
      intent: order['position_intent'],
    },
    after: summary(after, symbol),
  };
  return `${verdict}\n${JSON.stringify(facts)}`;
}

function summary(book: Trial['before'], symbol: string): object {
  const { account } = book.account() ?? {};
  return {
    power: account?.buyingPower,
    nonMarginable: account?.['nonMarginableBuyingPower'],
    multiplier: account?.['multiplier'],
    held: book.positions().find((position) => position.symbol === symbol)?.qty,
    open: book
      .openOrders()
      .filter((order) => order.symbol === symbol)
      .map(({ side, type, qty, notional, limitPrice, status, orderClass, filledQty }) =>
        [side, type, qty ?? `$${notional}`, limitPrice, status, orderClass, filledQty].join(' '),
      ),
  };
}
