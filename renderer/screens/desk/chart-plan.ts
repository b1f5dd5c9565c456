// What the chart draws that no order is yet: the prices that the ticket holds, with what they would gain and lose, and
// the exits that a position may be given. Pure and exact; only the chart turns prices into numbers.
import { isTerminal, type Order, type OrderLeg, type Position } from '#contract/orders.ts';
import { legsFor } from '#contract/order-choices.ts';
import { NO_PLAN, type ChartPlan, type PlanZone } from '#renderer/chart/line-marks.ts';
import { closesOf } from '#renderer/chart/order-marks.ts';
import { abs, isMore } from '#renderer/core/exact.ts';
import { exitFigures, type Entry } from '#renderer/trading/exits/exit-prices.ts';
import { exitIn, readField, shownFields } from '#renderer/trading/ticket/build-draft.ts';
import type { TicketFields } from '#renderer/trading/ticket/ticket.ts';
import { formatGain, formatQuantity } from '#renderer/ui/format.ts';

type PlanLine = ChartPlan['lines'][number];

/** The prices of the ticket that are lines of the chart. */
export type TicketLine = 'stopPrice' | 'limitPrice' | 'takeProfit' | 'stopLoss' | 'stopLossLimit';

export type Exit = 'takeProfit' | 'stopLoss';

type TicketPlanInput = {
  fields: TicketFields;
  /** Of the order as it is sized. */
  qty: string | undefined;
  /** What its exits are measured from. */
  entry: Entry | undefined;
  /** The order is being reviewed, or is on its way. */
  isFixed: boolean;
  isPrivate: boolean;
  /** What is held of its symbol. */
  position?: Position | undefined;
};

export function ticketPlan(input: TicketPlanInput): ChartPlan {
  const { fields, qty, isFixed, isPrivate, position } = input;
  const { side, orderClass } = fields;
  const shown = new Set(shownFields(fields));
  const priceIn = (name: TicketLine): string | undefined => {
    if (!shown.has(name)) return undefined;
    const read = readField(name, fields);
    return read.ok && isMore(read.value, '0') ? read.value : undefined;
  };
  const isExit = orderClass === 'oco';
  const isLong = (side === 'buy') !== isExit;
  const entry = input.entry && { ...input.entry, qty };
  const prices = {
    stopPrice: priceIn('stopPrice'),
    limitPrice: priceIn('limitPrice'),
    stopLossLimit: priceIn('stopLossLimit'),
    ...exitPricesIn(fields, entry),
  };
  const words = exitWords(entry, prices.takeProfit, prices.stopLoss, isPrivate);
  const other = side === 'buy' ? 'sell' : 'buy';
  const exitSide = isExit ? side : other;
  const size = qty === undefined || isPrivate ? '' : ` ${formatQuantity(qty)}`;
  const hasExits = shown.has('takeProfit') || shown.has('stopLoss');

  /** An order without exits of its own may be one. */
  const closing = (name: TicketLine, price: string): Pick<PlanLine, 'closes'> => {
    const isOwn = name === 'limitPrice' || name === 'stopPrice';
    if (!isOwn || orderClass !== 'simple' || !position || qty === undefined || isPrivate) return {};
    const closes = closesOf({ side, left: qty, price }, position);
    return closes ? { closes } : {};
  };
  const line = (
    name: TicketLine,
    tone: PlanLine['tone'],
    title: string,
    called: string,
  ): PlanLine[] => {
    const price = prices[name];
    if (price === undefined) return [];
    return [
      {
        key: `ticket ${name}`,
        price,
        tone,
        title: `Ticket: ${title}`,
        name: called,
        moves: isFixed ? 'never' : 'field',
        ...closing(name, price),
      },
    ];
  };
  /** A handle at the entry for an exit that is not filled in yet: dragging it away fills it in. */
  const offer = (name: Exit, title: string, called: string): PlanLine[] =>
    entry && !isFixed && shown.has(name) && isOpenTo(name, fields)
      ? [
          {
            key: `ticket ${name}`,
            price: entry.price,
            tone: exitSide,
            title,
            name: called,
            moves: 'field',
            beside: (name === 'takeProfit') === isLong ? 'above' : 'below',
          },
        ]
      : [];

  const target = [
    ...line('takeProfit', exitSide, `target${words.target}`, 'Ticket take profit'),
    ...offer('takeProfit', 'Set target', 'Ticket take profit'),
  ];
  const stop = [
    ...line('stopLoss', exitSide, `stop loss${words.stop}`, 'Ticket stop loss'),
    ...line('stopLossLimit', exitSide, 'stop-limit', 'Ticket stop-limit price'),
    ...offer('stopLoss', 'Set stop loss', 'Ticket stop loss'),
  ];
  const entries: PlanLine[] = [
    ...line('limitPrice', side, `${side}${size} limit`, 'Ticket limit price'),
    ...line('stopPrice', side, `${side}${size} stop`, 'Ticket stop price'),
    ...(fields.type === 'market' && entry && hasExits && !isExit
      ? [
          {
            key: 'ticket market',
            price: entry.price,
            tone: side,
            title: `Ticket: ${side}${size} at about`,
            name: 'Ticket market price',
            moves: 'never' as const,
          },
        ]
      : []),
  ];
  const lines = [...entries, ...target, ...stop];
  const zones = zonesOf(entry, prices.takeProfit, prices.stopLoss);
  return lines.length + zones.length === 0 ? NO_PLAN : { lines, zones };
}

/** What the exits of the ticket come to, in whatever unit they are entered. */
export function exitPricesIn(
  fields: TicketFields,
  entry: Entry | undefined,
): Record<Exit, string | undefined> {
  const shown = new Set(shownFields(fields));
  const priceOf = (name: Exit): string | undefined => {
    const exit = shown.has(name) ? exitIn(name, fields, entry) : undefined;
    return exit?.ok && isMore(exit.price, '0') ? exit.price : undefined;
  };
  return { takeProfit: priceOf('takeProfit'), stopLoss: priceOf('stopLoss') };
}

/** Of an OTO's two exits one is enough. */
const isOpenTo = (name: Exit, fields: TicketFields): boolean =>
  fields[name].trim() === '' &&
  (legsFor[fields.orderClass][name] !== 'either' ||
    (fields.takeProfit.trim() === '' && fields.stopLoss.trim() === ''));

type PositionPlanInput = {
  position: Position;
  /** What rests against it. */
  resting: Resting;
  /** The exit that is being moved. */
  moving: { exit: Exit; price: string } | undefined;
  isPrivate: boolean;
};

/** At the average of a position: a handle for each exit that it does not have. */
export function positionPlan({
  position,
  resting,
  moving,
  isPrivate,
}: PositionPlanInput): ChartPlan {
  const isShort = position.side === 'short';
  const entry: Entry = {
    direction: isShort ? 'short' : 'long',
    price: position.avgEntryPrice,
    qty: abs(position.qty),
  };
  const target = moving?.exit === 'takeProfit' ? moving.price : resting.takeProfit;
  const stop = moving?.exit === 'stopLoss' ? moving.price : resting.stopLoss;
  const words = exitWords(entry, target, stop, isPrivate);
  const handle = (exit: Exit, title: string, figures: string): PlanLine[] => {
    const isMoving = moving?.exit === exit;
    const isAbove = (exit === 'takeProfit') !== isShort;
    if (resting[exit] !== undefined && !isMoving) return [];
    return [
      {
        key: `protect ${exit}`,
        price: isMoving ? moving.price : position.avgEntryPrice,
        tone: isShort ? 'buy' : 'sell',
        title: isMoving ? `${title}${figures}` : title,
        name: `${title} for ${position.symbol}`,
        moves: 'exit',
        ...(!isMoving && { beside: isAbove ? ('above' as const) : ('below' as const) }),
      },
    ];
  };
  return {
    lines: [
      ...handle('takeProfit', 'Target', words.target),
      ...handle('stopLoss', 'Stop', words.stop),
    ],
    zones: moving ? zonesOf(entry, target, stop) : [],
  };
}

/** Prices at which orders rest that would end the position. */
export type Resting = Partial<Record<Exit, string>>;

export function restingAgainst(
  position: Pick<Position, 'symbol' | 'side'>,
  orders: readonly Order[],
): Resting {
  const against = position.side === 'short' ? 'buy' : 'sell';
  const open = orders
    .filter(({ symbol }) => symbol === position.symbol)
    .flatMap((order): OrderLeg[] => [order, ...(order.legs ?? [])])
    .filter(({ side, status }) => side === against && !isTerminal(status));
  const takeProfit = open.find(({ type }) => type === 'limit')?.limitPrice;
  const stopLoss = open.find(({ stopPrice }) => stopPrice !== undefined)?.stopPrice;
  return { ...(takeProfit && { takeProfit }), ...(stopLoss && { stopLoss }) };
}

/** ' +$95.00 · 2.1 : 1'; dollars would tell the size. */
function exitWords(
  entry: Entry | undefined,
  target: string | undefined,
  stop: string | undefined,
  isPrivate: boolean,
): { target: string; stop: string } {
  if (!entry) return { target: '', stop: '' };
  const { gain, loss, ratio } = exitFigures(entry, { target, stop });
  const dollars = (amount: string | undefined) =>
    amount === undefined || isPrivate ? '' : ` ${formatGain(amount)}`;
  const toRisk = ratio === undefined ? '' : ` · ${ratio} : 1`;
  return { target: `${dollars(gain)}${toRisk}`, stop: dollars(loss) };
}

function zonesOf(
  entry: Entry | undefined,
  target: string | undefined,
  stop: string | undefined,
): PlanZone[] {
  if (!entry) return [];
  return [target, stop].flatMap((to) =>
    to === undefined
      ? []
      : [
          {
            from: entry.price,
            to,
            isGain: isMore(to, entry.price) === (entry.direction === 'long'),
          },
        ],
  );
}
