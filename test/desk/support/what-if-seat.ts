// One account at the real practice broker, seen twice: as the desk reads it over the wire and previews an order, and as
// the broker then answers that order.
import type { OrderDraft } from '#contract/orders.ts';
import { DEFAULT_GUARDS, type OrderPreview } from '#contract/trading.ts';
import { createGate } from '#main/account/intents/gate.ts';
import { previewOrder } from '#main/account/orders/preview.ts';
import { createQuoteBook } from '#main/account/prices/quote-book.ts';
import { createAccountBook, type Book } from '#main/account/standing/book.ts';
import { createClient, type Client } from '#main/broker/client.ts';
import { newYorkTime } from '#main/domain/new-york.ts';
import type { AssetTraits } from '#main/domain/orders/draft-issues.ts';
import type { KeyPair } from '#main/ports.ts';
import { systemClock, systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { encodeOrder, readOrderBody } from '#main/wire/order-body.ts';
import { decodeSnapshots } from '#main/wire/records.ts';
import type { BrokerAddresses } from '#test/conformance/support/broker.ts';
import { SYMBOLS } from './random-drafts.ts';

export type Quote = { bid: number; ask: number; last: number };
export type Told = { status: number; body: Record<string, unknown> };

export type Seat = {
  client: Client;
  /** Everything as it stands now, read anew. */
  look(): Promise<{ book: Book; quotes: ReadonlyMap<string, Quote> }>;
  preview(book: Book, draft: OrderDraft, intentId: string): OrderPreview;
  /** What the broker answers, every member of it. */
  place(draft: OrderDraft, intentId: string): Promise<Told>;
  ask(method: string, path: string, body?: object): Promise<Told>;
};

const PER_MINUTE = 1_000_000;

export function createSeat(broker: BrokerAddresses, key: KeyPair, assets: Assets): Seat {
  const client = createClient({
    hosts: broker,
    credentials: key,
    clock: systemClock,
    delay: systemDelay,
    random: systemRandom,
    perMinute: PER_MINUTE,
  });
  const told = createQuoteBook({ clock: systemClock, delay: systemDelay });
  let moment: { isOpen: boolean; exchangeMinute: number | undefined } | undefined;

  async function send(method: string, path: string, text?: string): Promise<Told> {
    const answer = await fetch(broker.rest + path, {
      method,
      headers: {
        'APCA-API-KEY-ID': key.keyId,
        'APCA-API-SECRET-KEY': key.secretKey,
        ...(text !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(text !== undefined && { body: text }),
    });
    const said = await answer.text();
    return { status: answer.status, body: said === '' ? {} : (JSON.parse(said) as Told['body']) };
  }

  return {
    client,
    async look() {
      const [account, positions, orders, clock, snapshots] = await Promise.all([
        client.account(),
        client.positions(),
        client.allOrders({ status: 'all', nested: true }),
        client.marketClock(),
        send('GET', `/v2/stocks/snapshots?symbols=${LISTED.join(',')}`),
      ]);
      const book = createAccountBook();
      const now = systemClock.wall();
      // The fills of these orders are in the positions, which were read at the same standing moment.
      book.putOrders(value(orders));
      book.putPositions(value(positions), now, book.markFills());
      book.putAccount(value(account), now);
      const quotes = new Map<string, Quote>();
      for (const { symbol, trade, quote } of value(decodeSnapshots(snapshots.body))) {
        if (!trade) continue;
        // The broker's clock stands: by ours a quote is as fresh as its trade.
        if (quote) told.putRead(symbol, { ...quote, quotedAt: now });
        book.putPrices([{ symbol, price: trade.price, tradedAt: trade.tradedAt, receivedAt: now }]);
        const { latestQuote } = snapshots.body[symbol] as Record<string, Record<string, number>>;
        const last = Number(trade.price);
        quotes.set(symbol, {
          bid: latestQuote?.['bp'] || last,
          ask: latestQuote?.['ap'] || last,
          last,
        });
      }
      const { isOpen, timestamp } = value(clock);
      const { date, minute } = newYorkTime(Date.parse(timestamp));
      const days = value(await client.tradingDays({ start: date, end: date }));
      moment = { isOpen, exchangeMinute: days.length > 0 ? minute : undefined };
      return { book, quotes };
    },
    preview(book, draft, intentId) {
      const gate = createGate({
        book,
        journal: {
          health: () => ({ writable: true }),
          unsettled: () => [],
          list: () => ({ ok: true, value: { intents: [], next: undefined } }),
        },
        readBody: readOrderBody,
        guards: () => DEFAULT_GUARDS,
        isStopped: () => false,
        stops: () => 0,
        isMarketOpen: () => moment?.isOpen,
        heldBack: () => undefined,
        accountDoubt: () => undefined,
        clock: systemClock,
      });
      const hours = {
        isOpen: () => moment?.isOpen,
        exchangeMinute: () => moment?.exchangeMinute,
      };
      const unit = {
        environment: 'paper' as const,
        book,
        gate,
        hours,
        quotes: told,
        traitsOf: assets,
      };
      return previewOrder(unit, { draft, intentId });
    },
    place: (draft, intentId) => send('POST', '/v2/orders', encodeOrder(draft, intentId)),
    ask: (method, path, body) => send(method, path, body && JSON.stringify(body)),
  };
}

export type Assets = (symbol: string) => AssetTraits | undefined;

const LISTED = SYMBOLS.filter((symbol) => !symbol.includes('/') && symbol !== 'ZZZZ');

export function value<T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}
