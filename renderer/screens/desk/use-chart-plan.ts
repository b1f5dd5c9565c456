// The plan of a chart beside a ticket: what the ticket holds for its symbol, and exits for what is held of it. Moving a line
// fills in the ticket or asks for an exit, which is reviewed like everything else; nothing is sent from here.
import { useEffect, useMemo, useRef, useState } from 'react';
import { Protection } from '#contract/closings.ts';
import { notTradedHere } from '#contract/order-choices.ts';
import type { Position } from '#contract/orders.ts';
import { readTypedNumber } from '#contract/typed-number.ts';
import { NO_PLAN, type ChartPlan, type PlanMove } from '#renderer/chart/line-marks.ts';
import {
  exitPricesIn,
  positionPlan,
  restingAgainst,
  ticketPlan,
  type Exit,
  type Resting,
  type TicketLine,
} from '#renderer/screens/desk/chart-plan.ts';
import { useSession } from '#renderer/session/session.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { useDesk, useDeskTicket } from '#renderer/trading/desk-control.ts';
import type { TicketFields } from '#renderer/trading/ticket/ticket.ts';
import { usePrivacy } from '#renderer/ui/privacy.ts';
import { useSteady } from '#renderer/ui/use-latest.ts';

/** What the ticket does with a chart. */
export type TicketLink = {
  plan: ChartPlan;
  onPlan(move: PlanMove): void;
  onPickPrice(price: string): void;
};

export function useChartPlan(symbol: string | undefined): TicketLink {
  const { feeds } = useSession();
  const { wayOut } = useDesk();
  const ticket = useDeskTicket();
  const isPrivate = usePrivacy();
  const [moving, setMoving] = useState<{ exit: Exit; price: string }>();
  const held = useSlice(feeds.positions, 'positions');
  const position = useMemo(
    () => held?.positions.find((one) => one.symbol === symbol),
    [held, symbol],
  );
  const resting = useResting(position);

  const { fields } = ticket.ticket;
  const isMine = symbol !== undefined && fields.symbol.trim() === symbol;
  const qty = fields.sizeIn === 'shares' ? sizeOf(fields.qty) : ticket.draft?.qty;
  const { entry } = ticket;
  const isFixed = ticket.isReviewing || ticket.isSending || ticket.isHeld;
  const ofTicket = useMemo(
    () => (isMine ? ticketPlan({ fields, qty, entry, isFixed, isPrivate, position }) : NO_PLAN),
    [isMine, fields, qty, entry, isFixed, isPrivate, position],
  );
  // An OCO in the ticket is the protection of the position.
  const isAsked = isMine && fields.orderClass === 'oco';
  const plan = useMemo((): ChartPlan => {
    if (!position || isAsked || notTradedHere(position.symbol, position.assetClass) !== undefined)
      return ofTicket;
    const ofPosition = positionPlan({ position, resting, moving, isPrivate });
    return {
      lines: [...ofTicket.lines, ...ofPosition.lines],
      zones: [...ofTicket.zones, ...ofPosition.zones],
    };
  }, [position, isAsked, ofTicket, resting, moving, isPrivate]);

  /** What the ticket said when its line was taken hold of. */
  const before = useRef<{ name: TicketLine; said: Partial<TicketFields> }>(undefined);

  function onPlan({ key, price, phase }: PlanMove): void {
    const [of, name] = key.split(' ');
    if (of === 'ticket') return moveField(name as TicketLine, price, phase);
    const exit = name as Exit;
    if (phase === 'moving') return setMoving({ exit, price });
    setMoving(undefined);
    if (phase === 'left' || !position) return;
    // The exit that rests stays: it is replaced together with the one that is added.
    const exits: Resting = { ...resting, [exit]: price };
    const protection = Protection.safeParse({
      stop: exits.stopLoss,
      target: exits.takeProfit,
      replaces: true,
    });
    if (protection.success)
      wayOut({ kind: 'protect', symbols: [position.symbol], protection: protection.data });
  }

  function moveField(name: TicketLine, price: string, phase: PlanMove['phase']): void {
    const { exitUnit, takeProfit, stopLoss } = fields;
    if (before.current?.name !== name)
      before.current = { name, said: { exitUnit, takeProfit, stopLoss, [name]: fields[name] } };
    const { said } = before.current;
    if (phase !== 'moving') before.current = undefined;
    if (phase === 'left') return ticket.edit(said);
    const isExit = name === 'takeProfit' || name === 'stopLoss';
    ticket.edit({ ...(isExit && exitUnit !== 'price' && exitsAsPrices()), [name]: price });
  }

  /** A line is at a price: where one exit is moved, both are entered as prices. */
  function exitsAsPrices(): Partial<TicketFields> {
    const { takeProfit = '', stopLoss = '' } = exitPricesIn(fields, entry && { ...entry, qty });
    return { exitUnit: 'price', takeProfit, stopLoss };
  }

  function onPickPrice(limitPrice: string): void {
    if (symbol === undefined) return;
    const hasLimit = fields.type === 'limit' || fields.type === 'stop_limit';
    ticket.edit({ symbol, limitPrice, ...(!hasLimit && { type: 'limit' }) });
  }

  // Most keys in the ticket are nothing to a chart, which is not drawn again then.
  return { plan, onPlan: useSteady(onPlan), onPickPrice: useSteady(onPickPrice) };
}

const sizeOf = (typed: string): string | undefined => {
  const read = readTypedNumber(typed);
  return read.ok ? read.value : undefined;
};

const NOTHING: Resting = {};

/** Looked up again when an order of the symbol changes; the same object until something is different. */
function useResting(position: Position | undefined): Resting {
  const { feeds } = useSession();
  const { symbol, side } = position ?? {};
  const [resting, setResting] = useState(NOTHING);
  useEffect(() => {
    if (symbol === undefined || side === undefined) return undefined;
    const look = () =>
      setResting((known) => {
        const next = restingAgainst({ symbol, side }, feeds.orders.all());
        const isSame = next.takeProfit === known.takeProfit && next.stopLoss === known.stopLoss;
        return isSame ? known : next;
      });
    look();
    return feeds.orders.onKeys((keys) => {
      // What is gone may have been of any symbol.
      if (keys.some((key) => (feeds.orders.get(key)?.symbol ?? symbol) === symbol)) look();
    });
  }, [feeds, symbol, side]);
  return resting;
}
