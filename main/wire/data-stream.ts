// ② Messages of the market-data stream: what we say, and what we understand of what is said. Pure.
import type { Bar } from '#contract/bars.ts';
import { fromNumber } from '#main/domain/decimal.ts';
import { LONGEST_TIME } from '#main/wire/decode.ts';
import { decodeMarketNews, type MarketNews } from '#main/wire/market-news.ts';
import type { TradePrint } from '#main/wire/records.ts';
import { setsLastPrice } from '#main/wire/trade-conditions.ts';
import { barOf, isPrice, isSymbol } from '#main/wire/bars.ts';

/** Trades bring their corrections and cancels with them; the others are asked for each by itself. */
const CHANNELS = ['trades', 'bars', 'updatedBars', 'quotes', 'statuses', 'lulds'] as const;
type Channel = (typeof CHANNELS)[number];

/** What is subscribed to: per channel, the symbols. */
export type Subscriptions = { trades: readonly string[]; bars: readonly string[] } & {
  readonly [channel in Channel]?: readonly string[];
};

/** A print that sets the last price. A correction or a cancel names it by its exchange and its id there. */
export type StreamTrade = TradePrint & { id?: number | undefined; exchange?: string | undefined };

/** What a frame says about the market, sorted by kind: nothing is wrapped, because there may be a great many. */
export type DataBatch = {
  trades: StreamTrade[];
  bars: Bar[];
  /** Everything else; absent where there is nothing else. */
  news?: MarketNews[];
};

type DataControl =
  | { kind: 'connected' }
  | { kind: 'authenticated' }
  | { kind: 'subscription'; granted: Subscriptions }
  | { kind: 'error'; code: number; message: string };

export const authMessage = (key: string, secret: string): object => ({
  action: 'auth',
  key,
  secret,
});

/** Undefined when there is nothing to ask for. */
export function subscribeMessage(
  action: 'subscribe' | 'unsubscribe',
  wanted: Subscriptions,
): object | undefined {
  const asked = Object.entries(wanted).filter(([, symbols]) => symbols.length > 0);
  return asked.length === 0 ? undefined : { action, ...Object.fromEntries(asked) };
}

/** What one frame says: the market's news, what concerns the conversation, and how many messages could not be read. */
export type DataMessages = DataBatch & { controls: DataControl[]; refused: number };

/** Every server message is an array. Kinds nobody asked for are passed over; a broken one condemns only itself. */
export function decodeDataMessages(frame: unknown): DataMessages {
  const trades: StreamTrade[] = [];
  const bars: Bar[] = [];
  const news: MarketNews[] = [];
  const controls: DataControl[] = [];
  if (!Array.isArray(frame)) return { trades, bars, controls, refused: 1 };
  let refused = 0;
  for (const raw of frame as unknown[]) {
    const message = raw as Record<string, unknown> | null;
    const kind = typeof message === 'object' && message !== null ? message['T'] : undefined;
    if (message === null || kind === undefined) refused++;
    else if (kind === 'b' || kind === 'u') {
      const bar = decodeBar(message);
      if (bar) bars.push(bar);
      else refused++;
    } else if (kind === 't') {
      const trade = decodeTrade(message);
      if (!trade) refused++;
      else if (setsLastPrice(message['c'], message['z'])) trades.push(trade);
    } else if (NEWS_KINDS.has(kind)) {
      const item = decodeMarketNews(message, timeOf(message['t']));
      if (item === 'broken') refused++;
      else if (item) news.push(item);
    } else {
      const control = decodeControl(message);
      if (control === 'broken') refused++;
      else if (control) controls.push(control);
    }
  }
  return { trades, bars, ...(news.length > 0 && { news }), controls, refused };
}

/** Quotes, corrections and cancels of trades, statuses, price bands. */
const NEWS_KINDS: ReadonlySet<unknown> = new Set('qcxsl');

function decodeControl(message: Record<string, unknown>): DataControl | 'broken' | undefined {
  switch (message['T']) {
    case 'success':
      if (message['msg'] === 'connected') return { kind: 'connected' };
      if (message['msg'] === 'authenticated') return { kind: 'authenticated' };
      return undefined;
    case 'subscription': {
      const granted: Record<string, string[]> = {};
      for (const channel of CHANNELS) {
        const symbols = symbolsOf(message[channel]);
        if (!symbols) return 'broken';
        granted[channel] = symbols;
      }
      return { kind: 'subscription', granted: { trades: [], bars: [], ...granted } };
    }
    case 'error':
      return {
        kind: 'error',
        code: codeOf(message['code']),
        message: typeof message['msg'] === 'string' ? message['msg'] : 'unknown error',
      };
    default:
      return typeof message['T'] === 'string' ? undefined : 'broken';
  }
}

/** Zero for whatever is no code. */
const codeOf = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) || 0 : 0;

function decodeTrade({ S, p, t, i, x }: Record<string, unknown>): StreamTrade | undefined {
  if (!isSymbol(S) || !isPrice(p)) return undefined;
  const tradedAt = timeOf(t);
  if (Number.isNaN(tradedAt)) return undefined;
  const id = typeof i === 'number' ? i : undefined;
  const exchange = typeof x === 'string' ? x : undefined;
  return { symbol: S, price: fromNumber(p), tradedAt, id, exchange };
}

function decodeBar({ S, t, o, h, l, c, v, n, vw }: Record<string, unknown>): Bar | undefined {
  return barOf(S, timeOf(t), o, h, l, c, v, n, vw);
}

/** Text in RFC 3339 or, in MessagePack, the timestamp extension. */
function timeOf(value: unknown): number {
  if (typeof value === 'string')
    return value.length <= LONGEST_TIME ? parseTime(value) : Number.NaN;
  return value instanceof Date ? value.getTime() : Number.NaN;
}

/** The bars of a minute all say the same time: reading it once halves the cost of a frame. */
const parseTime = (() => {
  let lastText = '';
  let lastTime = Number.NaN;
  return (text: string): number => {
    if (text !== lastText) {
      lastTime = Date.parse(text);
      lastText = text;
    }
    return lastTime;
  };
})();

function symbolsOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value
    : undefined;
}
