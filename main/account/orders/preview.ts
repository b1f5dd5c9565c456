// What an order would do, and what the desk would say to it, without asking the network.
import { invalid, notAllowed, ok, type Result } from '#contract/failure.ts';
import { OrderDraft, type Order, type OrderChange } from '#contract/orders.ts';
import type { Account, Environment } from '#contract/records.ts';
import type { OrderPreview, Sizing } from '#contract/trading.ts';
import type { Book } from '#main/account/standing/book.ts';
import { accountStates, mayShort, unmarginedPower } from '#main/domain/account-states.ts';
import { min, type Decimal } from '#main/domain/decimal.ts';
import { marketPriceFor, whyNotBy } from '#main/domain/quotes.ts';
import { isExit, positionIn } from '#main/domain/orders/exits.ts';
import { changeIssues, changedDraft } from '#main/domain/orders/order-change.ts';
import {
  deskIssues,
  draftIssues,
  type AssetTraits,
  type DraftContext,
} from '#main/domain/orders/draft-issues.ts';
import { sizedDraft } from '#main/domain/orders/sized-draft.ts';
import { orderTitle } from '#main/domain/orders/order-title.ts';
import { waitingText } from '#main/domain/orders/waiting.ts';
import { whatIf } from '#main/domain/orders/what-if.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { Journal } from '#main/journal/types.ts';
import type { TradingGate } from '#main/account/intents/gate.ts';
import type { QuoteBook } from '#main/account/prices/quote-book.ts';
import type { MarketHours } from '#main/account/prices/market-hours.ts';
import { changeTitle, familyOf } from '#main/account/orders/drafts.ts';
import { readChangeBody, readOrderBody } from '#main/wire/order-body.ts';

/** What a preview needs of an account at work. */
type PreviewUnit = {
  environment: Environment;
  book: Book;
  gate: TradingGate;
  hours?: Pick<MarketHours, 'isOpen' | 'exchangeMinute'> &
    Partial<Pick<MarketHours, 'session' | 'now' | 'nextOpen'>>;
  quotes?: Pick<QuoteBook, 'quote'>;
  traitsOf(symbol: string): AssetTraits | undefined;
};
type Asked = { draft: OrderDraft; intentId: string; sizing?: Sizing | undefined };

export function previewOrder(unit: PreviewUnit, { draft, intentId, sizing }: Asked): OrderPreview {
  if (!sizing) return judge(unit, draft, intentId);
  const { qty: _, notional: __, ...unsized } = draft;
  const { asset } = factsOf(unit, draft.symbol);
  const market = marketOf(unit, draft);
  const account = unit.book.account()?.account;
  const buyingPower = account && powerFor(account, asset);
  const sized = sizedDraft(unsized, sizing, {
    ...(market && { marketPrice: market.price }),
    ...(market?.ask && { ask: market.ask }),
    ...(asset && { asset }),
    ...(buyingPower && { buyingPower }),
  });
  if (sized.ok) return judge(unit, OrderDraft.parse(sized.draft), intentId);
  const { draft: __unsized, ...told } = judge(unit, unsized, intentId);
  // That there is no quantity is what the sizing says in its own words.
  const issues = told.issues.filter(({ path }) => path !== 'qty');
  return { ...told, verdicts: [], issues: [...issues, sized.issue] };
}

/** The order that a change would make, judged like a new one. */
export function previewChange(
  unit: PreviewUnit,
  { intentId, orderId, change }: { intentId: string; orderId: string; change: OrderChange },
): Result<OrderPreview> {
  const order = unit.book.order(orderId);
  if (!order) return invalid('This account has no such order.', 'orderId');
  const draft = changedDraft(order, change);
  if (!draft) return notAllowed('This kind of order cannot be changed here.');
  const family = familyOf(unit.book, order);
  const judged = judge(unit, draft, intentId, { order, ...family });
  return ok({
    ...judged,
    title: changeTitle(order, change),
    issues: [...changeIssues(order, change, family), ...judged.issues],
  });
}

/** What is stored of an intent, judged as if it were decided now. */
export function previewAgain(
  unit: PreviewUnit & { journal: Pick<Journal, 'get'> },
  intentId: string,
): Result<OrderPreview> {
  const found = unit.journal.get(intentId);
  if (!found.ok) return toFailed(found.failure);
  const intent = found.value;
  if (!intent) return invalid('There is no such order.', 'intentId');
  const { kind, body, targetId } = intent;
  if (kind === 'place') {
    const draft = readOrderBody(body);
    if (draft) return ok({ ...judge(unit, draft, intentId), title: intent.title });
  }
  const change = kind === 'replace' ? readChangeBody(body) : undefined;
  if (change && targetId !== undefined)
    return previewChange(unit, { intentId, orderId: targetId, change });
  return notAllowed('Ballast cannot tell what it would do now.');
}

/** The order that is replaced, and those that belong to it: they are no other orders. */
type Replaced = { order: Order; isLeg: boolean; ids: ReadonlySet<string> };

function judge(
  unit: PreviewUnit,
  draft: OrderDraft,
  intentId: string,
  replaced?: Replaced,
): OrderPreview {
  const { book, gate, hours } = unit;
  const market = marketOf(unit, draft);
  const account = book.account()?.account;
  const { positions, filledSince } = book.held();
  // What this very intent has become meanwhile is no other order that holds its shares.
  const unknownOrders = gate.unknownOrders();
  const openOrders = book
    .openOrdersOf(
      draft.symbol,
      unknownOrders.map(({ replaces: old }) => old),
    )
    .filter(({ id, clientOrderId }) => !replaced?.ids.has(id) && clientOrderId !== intentId);
  const replaces = replaced && { replaces: replaced.order.id };
  const filled = replaced && { filledQty: replaced.order.filledQty };
  const price = market && {
    marketPrice: market.price,
    ...(market.ask && { ask: market.ask }),
  };
  const facts = factsOf(unit, draft.symbol);
  const exchangeMinute = hours?.exchangeMinute();
  const context: DraftContext = {
    ...facts,
    isMarketOpen: hours?.isOpen(),
    ...(exchangeMinute !== undefined && { exchangeMinute }),
    ...replaces,
    ...filled,
    openOrders,
    filledSince,
    // What a leg closes may not be held yet, and what a changed order costs is set aside in part.
    ...(!replaced?.isLeg && { positions }),
    ...(account && !replaced && { buyingPower: account.buyingPower }),
    ...(account && { mayShort: mayShort(account) }),
  };
  const issues = deskIssues(draft, context);
  const verdicts = gate.verdicts(draft, intentId, replaced?.order.id);
  const isHeldByOrders =
    issues.length > 0 &&
    !replaced &&
    isExit(draft, { positions, filledSince, openOrders: [], unknownOrders: [], ...price }) &&
    draftIssues(draft, { ...context, openOrders: [] }).length === 0;
  return {
    title: orderTitle(draft, unit.environment),
    draft,
    ...(market && { market: market.told }),
    issues,
    ...(isHeldByOrders && { isHeldByOrders }),
    // One that is stopped because the market is closed waits for nothing.
    ...(verdicts.every(({ guard, level }) => guard !== 'marketClosed' || level !== 'block') &&
      waitingOf(draft, facts.asset, hours)),
    verdicts,
    whatIf: whatIf({
      draft,
      account,
      states: account ? accountStates(account) : [],
      unmarginedPower: account && powerFor(account, facts.asset),
      isUnlisted: facts.asset?.isListed === false && !positionIn(positions, draft.symbol),
      positions,
      openOrders: replaced ? [...openOrders, replaced.order] : openOrders,
      unknownOrders,
      filledSince,
      intentId,
      prices: new Map(book.prices().map(({ symbol, price: known }) => [symbol, known])),
      ...replaces,
      ...price,
    }),
  };
}

/** That it waits, and for what, where it cannot trade in the session that runs. */
function waitingOf(
  draft: OrderDraft,
  asset: AssetTraits | undefined,
  hours: PreviewUnit['hours'],
): Pick<OrderPreview, 'waiting'> {
  const session = hours?.session?.();
  const now = hours?.now?.();
  if (!session || now === undefined) return {};
  const waiting = waitingText({ draft, asset, session, now, nextOpen: hours?.nextOpen?.() });
  return waiting === undefined ? {} : { waiting };
}

/** What the order would meet now, as the page is told of it; and the ask, by which the broker reckons a short. */
function marketOf({ book, quotes }: PreviewUnit, draft: OrderDraft) {
  const last = book.price(draft.symbol);
  const quote = quotes?.quote(draft.symbol);
  const ageMs = last && quote ? quote.ageMs + quote.receivedAt - last.receivedAt : 0;
  const lastPrice = last && { price: last.price, ageMs };
  const market = marketPriceFor(draft, lastPrice, quote);
  if (!market) return undefined;
  const { price, by, why } = market;
  const receivedAt = (by === 'last' ? last : quote)?.receivedAt ?? 0;
  const readAt = by === 'last' ? last?.readAt : undefined;
  const ask = quote && whyNotBy(quote, lastPrice) === undefined ? quote.ask : undefined;
  const told = {
    price,
    receivedAt,
    by,
    ...(readAt !== undefined && { readAt }),
    ...(why !== undefined && { why }),
  };
  return { price, ask, told };
}

/** What may be spent on an asset: nobody lends money for one that is not marginable. */
const powerFor = (account: Account, asset: AssetTraits | undefined): Decimal =>
  asset?.marginable === false
    ? min(account.buyingPower, unmarginedPower(account))
    : account.buyingPower;

/** What the market and the broker's list of assets say of a symbol; what is held says itself of which kind it is. */
export function factsOf(
  { book, traitsOf }: Pick<PreviewUnit, 'book' | 'traitsOf'>,
  symbol: string,
): Pick<DraftContext, 'marketPrice' | 'asset' | 'isUnread'> {
  const marketPrice = book.price(symbol)?.price;
  const listed = traitsOf(symbol);
  const kind = positionIn(book.positions(), symbol)?.assetClass;
  const isToldByPosition = listed?.class === undefined && typeof kind === 'string';
  const asset = isToldByPosition ? { symbol, ...listed, class: kind } : listed;
  const isUnread = book.positions().unread?.some((one) => one.symbol === symbol) === true;
  return {
    ...(marketPrice !== undefined && { marketPrice }),
    ...(asset && { asset }),
    ...(isUnread && { isUnread }),
  };
}
