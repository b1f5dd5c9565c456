// The official SDK, pointed at a running broker, and what a test needs around it.
import { Alpaca, type marketData, type streaming, type trading } from '@alpacahq/alpaca-trade-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBroker, type BrokerProcess } from './broker.ts';
import { createControl, type Control, type KeyPair } from './control.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { judge, specsAreAtHand } from './documents.ts';

export type Desk = {
  broker: BrokerProcess;
  alpaca: Alpaca;
  control: Control;
  recorder: Recorder;
  /** Another client of the same broker, recorded too. */
  client(key: KeyPair): Alpaca;
  quote(symbol: string): Promise<{ bid: number; ask: number }>;
  order(id: string | undefined): Promise<trading.Order>;
  /** Lets market time pass until the order's story has ended. */
  settled(order: trading.Order): Promise<trading.Order>;
  /** Buys at the market and waits for the whole quantity. */
  own(symbol: string, qty: number): Promise<trading.Order>;
};

export const TERMINAL: ReadonlySet<string | undefined> = new Set([
  'filled',
  'canceled',
  'expired',
  'rejected',
  'replaced',
]);
const MINUTE_MS = 60_000;
const LONGEST_WAIT_MINUTES = 30;

export const STREAM_OPTIONS = {
  initialReconnectMs: 20,
  reconnectJitter: 0,
  pingIntervalMs: 0,
} satisfies Partial<streaming.TradingStreamOptions>;

/** One broker and one desk for a file's tests; the file's last test holds every answer against the OpenAPI documents. */
export function useDesk(options: Parameters<typeof startBroker>[0]): Desk {
  const desk = {} as Desk;
  beforeAll(async () => {
    Object.assign(desk, createDesk(await startBroker(options)));
  });
  afterAll(async () => {
    if ('broker' in desk) await desk.broker.stop();
  });
  return desk;
}

/** Registered last, so that it sees the answers of all other tests of the file. */
export function itKeepsToTheDocuments(desk: Desk): void {
  it('answers everything above as the official OpenAPI documents and the known differences have it', (context) => {
    if (!specsAreAtHand()) return context.skip('the OpenAPI documents are not there');
    expect(desk.recorder.answers().length).toBeGreaterThan(0);
    expect(judge(desk.recorder.answers())).toEqual([]);
    expect(desk.broker.log()).toBe('');
    return undefined;
  });
}

export function createDesk(broker: BrokerProcess): Desk {
  const control = createControl(broker);
  const recorder = createRecorder(broker);
  const client = ({ keyId, secretKey }: KeyPair) =>
    new Alpaca({
      keyId,
      secret: secretKey,
      fetchApi: recorder.fetchApi,
      retry: false,
      rateLimit: false,
      timeoutMs: 10_000,
    });
  const alpaca = client(broker);
  const { orders } = alpaca.trading;
  const order = (id: string | undefined) => orders.getOrderByOrderID({ orderId: id ?? '' });

  async function settled(placed: trading.Order): Promise<trading.Order> {
    for (let minute = 0; minute <= LONGEST_WAIT_MINUTES; minute++) {
      const now = await order(placed.id);
      if (TERMINAL.has(now.status)) return now;
      await control.step(MINUTE_MS);
    }
    throw new Error(
      `${placed.symbol}: order ${placed.id} is still ${(await order(placed.id)).status}`,
    );
  }

  return {
    broker,
    alpaca,
    control,
    recorder,
    client,
    order,
    settled,
    async quote(symbol) {
      const { quote } = await alpaca.marketData.stocks.stockLatestQuoteSingle({ symbol });
      return sides(quote);
    },
    async own(symbol, qty) {
      const bought = await settled(await orders.market({ symbol, qty, side: 'buy' }));
      expect(bought).toMatchObject({ status: 'filled', filledQty: String(qty) });
      return bought;
    },
  };
}

const sides = ({ bp, ap }: marketData.StockQuote) => ({ bid: bp, ask: ap });

/** A price that may be sent: two decimals from one dollar on. */
export const cents = (price: number): string => price.toFixed(2);

/** A member as it came over the wire; the SDK keeps it beside its own camel-cased copy. */
export const wire = (record: object | undefined, name: string): unknown =>
  (record as Record<string, unknown> | undefined)?.[name];

/** Waits for something that the broker or the SDK does on its own. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  withinMs = 5000,
): Promise<Exclude<T, undefined | false>> {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>;
    if (performance.now() > endMs) throw new Error(`waited ${withinMs} ms in vain for ${what}`);
    await new Promise((resume) => setTimeout(resume, 5));
  }
}

/** The refusal that a call ends with; a call that succeeds fails the test. */
export async function refusal(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => {
      throw new Error(`expected a refusal, got ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}
