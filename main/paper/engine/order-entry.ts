// Enters an order: read, checked, committed with everything that follows from it at once, and answered as accepted.
import { Refusal } from '#main/paper/refusal.ts';
import { checkAccount, type OrderCheck, type Approval } from '#main/paper/engine/check-account.ts';
import { checkRules } from '#main/paper/engine/check-rules.ts';
import { readDraft, type Draft } from '#main/paper/engine/draft.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { admit, drop, route } from '#main/paper/engine/lifecycle.ts';
import { match, trailedStop } from '#main/paper/engine/matching.ts';
import { collarOf, newLegs, newOrder, type Terms } from '#main/paper/engine/new-order.ts';
import { isOpen, type Order } from '#main/paper/engine/order.ts';
import { orderRecord, type OrderRecord } from '#main/paper/engine/order.ts';
import { timingFor } from '#main/paper/engine/timing.ts';

export type OrderEntry = ReturnType<typeof createOrderEntry>;

/** Brings one symbol's orders up to a time, so that a request meets them as they stand then. */
export type CatchUp = (symbol: string, toMs: number) => void;

export function createOrderEntry(context: EngineContext, catchUp: CatchUp) {
  function placeDraft(accountId: string, draft: Draft): OrderRecord {
    const account = context.account(accountId);
    requireFreshId(context, accountId, draft.clientOrderId);
    const asset = context.asset(draft.symbol);
    const nowMs = context.nowMs();
    catchUp(asset.symbol, nowMs);
    const terms = examine(context, { accountId: account.id, draft, nowMs });
    return context.commit(() => {
      const order = newOrder(context, terms, null);
      const legs = newLegs(context, order, draft);
      const answer = orderRecord(order, legs);
      for (const each of [order, ...legs]) admit(context, each);
      if (order.routeMs === null) send(context, order, legs, nowMs);
      else if (isImmediate(order)) drop(context, order, nowMs);
      return answer;
    });
  }
  return {
    place: (accountId: string, body: unknown) => placeDraft(accountId, readDraft(body)),
    placeDraft,
  };
}

export function requireFreshId(
  context: EngineContext,
  accountId: string,
  clientOrderId: string | null,
): void {
  if (clientOrderId === null) return;
  if (context.state.orderRows.findByClientId(accountId, clientOrderId)) {
    throw new Refusal(422, 40010001, 'client_order_id must be unique');
  }
}

type Request = {
  accountId: string;
  draft: Draft;
  nowMs: number;
  replaced?: Order;
  /** The account has nothing to say: the order waits for another one. */
  granted?: Approval | null;
};

/** Holds a draft against the rules and the account as both stand now. */
export function examine(context: EngineContext, request: Request): Terms {
  const { draft, nowMs, replaced = null } = request;
  const { market, state } = context;
  const account = context.account(request.accountId);
  const asset = context.asset(draft.symbol);
  const last = context.last(asset.symbol, nowMs);
  const { calendar } = market;
  const isLeg = replaced !== null && replaced.parentId !== null;
  checkRules(isLeg ? { ...draft, orderClass: '' } : draft, {
    asset,
    calendar,
    configurations: account.configurations,
    nowMs,
    last,
  });
  const check: OrderCheck = {
    draft,
    asset,
    account,
    position: state.position(account, asset.symbol),
    nowMs,
    session: calendar.session(nowMs),
    quote: market.quote(asset.symbol, nowMs),
    last,
    worstPrice: collarOf(draft) ?? trailingStart(draft, last),
    replaced,
  };
  const approval = request.granted ?? checkAccount(context, check);
  const timing = timingFor(draft, calendar, nowMs);
  return { accountId: account.id, asset, draft, approval, timing, last, nowMs };
}

/** The venue acknowledges, and what can be filled at once is filled. */
export function send(
  context: EngineContext,
  order: Order,
  legs: readonly Order[],
  nowMs: number,
): void {
  const { market } = context;
  const { symbol } = order;
  const sent = [order, ...legs.filter((leg) => leg.status !== 'held')];
  for (const each of sent) route(context, each, nowMs);
  const tick = {
    timeMs: nowMs,
    last: context.last(symbol, nowMs),
    quote: market.quote(symbol, nowMs),
    session: market.calendar.session(nowMs),
  };
  for (const each of sent) match(context, each, tick);
  if (isImmediate(order) && isOpen(order)) drop(context, order, nowMs);
}

const isImmediate = ({ timeInForce }: Order) => timeInForce === 'ioc' || timeInForce === 'fok';

function trailingStart(draft: Draft, last: number): number | null {
  return draft.type === 'trailing_stop' ? trailedStop(draft, last) : null;
}
