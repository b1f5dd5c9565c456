// Makes the engine's orders out of what was asked for and what was allowed.
import type { Asset, PriceUnits } from '#main/paper/types.ts';
import type { Draft } from '#main/paper/engine/draft.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { trailedStop } from '#main/paper/engine/matching.ts';
import { opposite, type Order } from '#main/paper/engine/order.ts';
import type { Approval } from '#main/paper/engine/check-account.ts';
import type { Timing } from '#main/paper/engine/timing.ts';
import { CENT, DOLLAR_PRICE } from '#main/paper/engine/units.ts';

export type Terms = {
  accountId: string;
  asset: Asset;
  draft: Draft;
  approval: Approval;
  timing: Timing;
  last: PriceUnits;
  nowMs: number;
};

/** The order itself, before the legs that belong to it. */
export function newOrder(context: EngineContext, terms: Terms, replaced: Order | null): Order {
  const { accountId, asset, draft, approval, timing, last, nowMs } = terms;
  const at = context.timestamp(nowMs);
  const id = context.ids.uuid();
  const isLeader = draft.orderClass === 'bracket' || draft.orderClass === 'oto';
  const order: Order = {
    seq: context.state.nextOrderSeq(),
    id,
    accountId,
    clientOrderId: draft.clientOrderId ?? context.ids.uuid(),
    parentId: replaced?.parentId ?? null,
    groupId: replaced ? replaced.groupId : isLeader || draft.orderClass === 'oco' ? id : null,
    role:
      replaced?.role ??
      (isLeader ? 'entry' : draft.orderClass === 'oco' ? 'take_profit' : 'single'),
    assetId: asset.id,
    symbol: asset.symbol,
    side: draft.side,
    type: draft.type,
    timeInForce: draft.timeInForce,
    orderClass: draft.orderClass,
    positionIntent: approval.positionIntent,
    extendedHours: draft.extendedHours,
    qty: draft.qty,
    notional: draft.notional,
    limitPrice: draft.limitPrice,
    stopPrice: draft.stopPrice,
    collarPrice: collarOf(draft),
    trailPrice: draft.trailPrice,
    trailPercent: draft.trailPercent,
    hwm: draft.type === 'trailing_stop' ? (replaced?.hwm ?? last) : null,
    status: timing.routeMs === null ? 'pending_new' : 'accepted',
    isTriggered: false,
    filledQty: 0n,
    filledValue: 0n,
    reservePrice: approval.reservePrice,
    activeMs: nowMs,
    routeMs: timing.routeMs,
    expiresMs: timing.expiresMs,
    createdAt: at,
    submittedAt: at,
    updatedAt: at,
    filledAt: null,
    expiredAt: null,
    cancelRequestedAt: null,
    canceledAt: null,
    failedAt: null,
    replacedAt: null,
    replacedBy: null,
    replaces: replaced?.id ?? null,
  };
  if (order.hwm !== null) order.stopPrice = trailedStop(order, order.hwm);
  return order;
}

/** The exits of a bracket or oto, held until the entry is filled; the stop of an oco, which works at once. */
export function newLegs(context: EngineContext, leader: Order, draft: Draft): Order[] {
  const { takeProfit, stopLoss, orderClass } = draft;
  const legs: Order[] = [];
  if (takeProfit && orderClass !== 'oco') {
    legs.push(
      newLeg(context, leader, {
        role: 'take_profit',
        type: 'limit',
        limitPrice: takeProfit.limitPrice,
      }),
    );
  }
  if (stopLoss) {
    const type = stopLoss.limitPrice === null ? 'stop' : 'stop_limit';
    legs.push(newLeg(context, leader, { role: 'stop_loss', type, ...stopLoss }));
  }
  return legs;
}

function newLeg(
  context: EngineContext,
  leader: Order,
  leg: Pick<Order, 'role' | 'type' | 'limitPrice'> & { stopPrice?: PriceUnits },
): Order {
  const isOco = leader.orderClass === 'oco';
  const side = isOco ? leader.side : opposite(leader.side);
  const stopPrice = leg.stopPrice ?? null;
  const at = context.timestamp(leader.activeMs);
  return {
    ...leader,
    ...leg,
    seq: context.state.nextOrderSeq(),
    id: context.ids.uuid(),
    clientOrderId: context.ids.uuid(),
    parentId: leader.id,
    side,
    positionIntent: side === 'buy' ? 'buy_to_close' : 'sell_to_close',
    stopPrice,
    collarPrice: collarOf({ side, type: leg.type, stopPrice }),
    status: isOco ? leader.status : 'held',
    routeMs: isOco ? leader.routeMs : null,
    createdAt: at,
    submittedAt: at,
    updatedAt: at,
  };
}

/** A buy stop becomes a stop-limit: 4% above a stop below 50 dollars, 2.5% above any other. */
export function collarOf({
  side,
  type,
  stopPrice,
}: Pick<Draft, 'side' | 'type' | 'stopPrice'>): PriceUnits | null {
  if (side !== 'buy' || type !== 'stop' || stopPrice === null) return null;
  const perMille = stopPrice < 50 * DOLLAR_PRICE ? 1_040 : 1_025;
  const exact = Math.floor((stopPrice * perMille) / 1_000);
  return exact < DOLLAR_PRICE ? exact : Math.floor(exact / CENT) * CENT;
}
