// What a line in the palette does: the command for it, in words, or what is missing. Nothing is sent from here: an order
// goes through the ticket and its review, a way out and a cancel through their dialogs.
import type { Input } from '#contract/calls.ts';
import { Protection } from '#contract/closings.ts';
import { Quantity } from '#contract/decimal.ts';
import { describeFailure } from '#contract/failure.ts';
import type { OrderDraft, Position } from '#contract/orders.ts';
import type { Command } from '#renderer/core/commands/commands.ts';
import { readTradeLine, type TradeLine } from '#renderer/core/commands/trade-line.ts';
import { abs, isMore } from '#renderer/core/exact.ts';
import type { Session } from '#renderer/session/session.ts';
import { draftWords } from '#renderer/trading/commands/line-words.ts';
import type { DeskControl } from '#renderer/trading/desk-control.ts';
import { isCancellable } from '#renderer/trading/orders/order-rows.ts';
import type { PositionAction } from '#renderer/trading/positions/PositionActions.tsx';
import { heldBack } from '#renderer/trading/ticket/ticket.ts';
import { formatPrice } from '#renderer/ui/format.ts';

type Deps = {
  session: Session;
  desk: DeskControl;
  /** Opens the ticket for the quantity. */
  open: (side: OrderDraft['side'], symbol: string) => void;
  /** Fills the ticket and opens its review. */
  review: (draft: OrderDraft) => void;
};

const ASKS_ONCE = 'says what it will do, and asks once';

export function typedCommand(typed: string, deps: Deps): Command | undefined {
  const read = readTradeLine(typed);
  if (!read) return undefined;
  return read.ok ? commandFor(read.line, deps) : held(read.issue);
}

function commandFor(asked: TradeLine, { session, desk, open, review }: Deps): Command | undefined {
  const { feeds } = session;
  return commandOf(asked);

  function commandOf(line: TradeLine): Command | undefined {
    switch (line.kind) {
      case 'order':
        return reviewed(line.draft);
      case 'ticket': {
        const title = `${line.side === 'buy' ? 'Buy' : 'Sell'} ${line.symbol}`;
        return command(title, 'opens the ticket for the quantity', () =>
          open(line.side, line.symbol),
        );
      }
      case 'close':
        // Of a person who holds no Allstate.
        if (line.symbol === 'ALL' && !heldOf('ALL')) return flatten();
        return ofHeld(line.symbol, () => wayOut('close', `Close ${line.symbol}`, line.symbol));
      case 'half':
        return ofHeld(line.symbol, () => wayOut('half', `Half ${line.symbol}`, line.symbol));
      case 'reverse':
        return ofHeld(line.symbol, () => wayOut('reverse', `Reverse ${line.symbol}`, line.symbol));
      case 'protect':
        return ofHeld(line.symbol, (position) => protect(position, line.exits), true);
      case 'cancel':
        return cancelCommand(line);
      case 'alert':
        return alertCommand(line);
      default:
        return line satisfies never;
    }
  }

  function reviewed(draft: OrderDraft): Command {
    const { side, symbol, qty } = draft;
    const position = heldOf(symbol);
    const mayReduce =
      position !== undefined &&
      (position.side === 'short') === (side === 'buy') &&
      !(qty !== undefined && isMore(qty, abs(position.qty)));
    const trading = feeds.trading.get('trading');
    const isHeld = heldBack(trading, mayReduce) !== undefined;
    const why = trading?.isStopped ? 'trading is stopped; exits only' : 'cannot be placed yet';
    const detail = isHeld ? `${why}, fills the ticket` : 'opens the review';
    return command(draftWords(draft), detail, () => review(draft));
  }

  function wayOut(
    kind: PositionAction,
    title: string,
    symbol: string,
    protection?: Protection,
  ): Command {
    const request = { kind, symbols: [symbol], ...(protection && { protection }) };
    return command(title, ASKS_ONCE, () => desk.wayOut(request));
  }

  function protect(position: Position, exits: Exits): Command {
    const { symbol } = position;
    const { stop, target } = Array.isArray(exits) ? sorted(position, exits) : exits;
    const read = Protection.safeParse({ stop, target, replaces: true });
    if (!read.success) return held('A price is above zero and has at most 4 decimals.');
    const prices = [
      stop !== undefined && `stop ${formatPrice(stop)}`,
      target !== undefined && `target ${formatPrice(target)}`,
    ].filter((price) => price !== false);
    return wayOut('protect', `Protect ${symbol}: ${prices.join(', ')}`, symbol, read.data);
  }

  function flatten(): Command {
    return command('Flatten everything…', ASKS_ONCE, () => desk.wayOut({ kind: 'flatten' }));
  }

  function heldOf(symbol: string): Position | undefined {
    const held = feeds.positions.get('positions');
    return held?.positions.find((one) => one.symbol === symbol);
  }

  /** A word that names nothing here may be meant for another command, unless only a trade can be meant. */
  function ofHeld(
    symbol: string,
    run: (position: Position) => Command,
    isSure = false,
  ): Command | undefined {
    const position = heldOf(symbol);
    if (position) return run(position);
    if (!isSure && !isKnown(symbol)) return undefined;
    return held(`You hold no ${symbol}.`);
  }

  function isKnown(symbol: string): boolean {
    return (
      feeds.prices.get(symbol) !== undefined ||
      [...desk.orders.rows.all()].some((row) => row.symbol === symbol)
    );
  }

  function cancelCommand({ symbol, side }: TradeLine & { kind: 'cancel' }): Command | undefined {
    if (symbol !== undefined && !isKnown(symbol)) return undefined;
    desk.orders.catchUp();
    const rows = [...desk.orders.rows.all()].filter(
      (row) =>
        isCancellable(row) &&
        (symbol === undefined || row.symbol === symbol) &&
        (side === undefined || row.side === side),
    );
    const what = `open ${side ?? ''} orders${symbol === undefined ? '' : ` in ${symbol}`}`;
    const words = what.replace('  ', ' ');
    if (rows.length === 0) return held(`There are no ${words}.`);
    const count =
      rows.length === 1 ? '1 order; lists it first' : `${rows.length} orders; lists them first`;
    return command(`Cancel all ${words}`, count, () => desk.cancelSome(rows));
  }

  function alertCommand({ symbol, price, when }: TradeLine & { kind: 'alert' }): Command {
    const now = feeds.prices.get(symbol)?.price;
    if (when === undefined && now === undefined)
      return held(
        `No price of ${symbol} is known here. Write "above ${price}" or "below ${price}".`,
      );
    const level = Quantity.safeParse(price).data;
    if (level === undefined) return held(`${price} is not a price that an alert can have.`);
    const kind = when ?? (isMore(price, now ?? '0') ? 'above' : 'below');
    const words = `${symbol} ${kind === 'above' ? 'rises' : 'falls'} to ${formatPrice(price)}`;
    const detail = now === undefined ? '' : `last price ${formatPrice(now)}`;
    const rule = { kind, price: level };
    return command(`Set an alert: ${words}`, detail, () => void addAlert({ symbol, rule }, words));
  }

  async function addAlert(
    alert: Omit<Input<'priceAlerts.add'>, 'accountId'>,
    words: string,
  ): Promise<void> {
    const { bridge, profile, toast } = session;
    const { accountId } = profile;
    const added = await bridge.call('priceAlerts.add', { accountId, ...alert });
    toast(
      added.ok
        ? { kind: 'good', text: `Alert set: ${words}.` }
        : { kind: 'bad', text: `No alert was set. ${describeFailure(added.failure)}` },
    );
  }
}

type Exits = (TradeLine & { kind: 'protect' })['exits'];

/** Of two prices the one on the losing side is the stop. */
function sorted({ side }: Position, [a, b]: [string, string]): { stop: string; target: string } {
  const isLong = side !== 'short';
  return isMore(a, b) === isLong ? { stop: b, target: a } : { stop: a, target: b };
}

const ID = 'typed';

const command = (title: string, detail: string, run: () => void): Command => ({
  id: ID,
  group: 'Orders',
  title,
  ...(detail !== '' && { detail }),
  run,
});

const held = (title: string): Command => ({
  id: ID,
  group: 'Orders',
  title,
  isHeld: true,
  run: () => undefined,
});
