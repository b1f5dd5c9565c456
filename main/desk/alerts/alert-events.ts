// What each alert says: short, since a notification shows two lines. `alertId` names the event itself, so that the same
// event heard twice is one alert.
import type { AlertKind, AlertTarget } from '#contract/alerts.ts';
import type { Closing } from '#contract/closings.ts';
import { HAS_THIS_ID, type Intent } from '#contract/intents.ts';
import { GONE, orderStatusWords, type Execution, type Order } from '#contract/orders.ts';
import type { StreamState } from '#contract/records.ts';
import type { RequestOrigin, TokenizationRequest } from '#contract/tokenization.ts';
import type { BatchNews } from '#main/account/mints/batch-news.ts';
import { isLess, isZero } from '#main/domain/decimal.ts';
import { revisionText } from '#main/domain/orders/revision-text.ts';
import { averageText, orderWords, qtyText, sentenceOf, sideText } from '#main/domain/words.ts';

export type AlertEvent = {
  /** What happened, whoever heard of it and however often. */
  alertId: string;
  kind: AlertKind;
  title: string;
  text: string;
  target: AlertTarget;
};

/** `name` is the account as the person calls it, with its environment: 'My account, PAPER'. */
export type AlertedAccount = { accountId: string; name: string };

type CancelDeclined = { orderId: string; order?: Order; text: string };

const SILENT = 'The broker did not answer.';
const STREAM_WORDS = { orders: 'order', prices: 'price' } as const;
/** Endings of an order otherwise than by a fill; 'rejected' comes after the broker had accepted it. */
const ENDINGS: Record<string, { kind: AlertKind; word: string }> = {
  canceled: { kind: 'cancel', word: 'Canceled' },
  expired: { kind: 'expired', word: 'Expired' },
  rejected: { kind: 'refusal', word: 'Rejected by the broker' },
  [GONE]: { kind: 'unknown', word: 'Gone at the broker' },
};
const UNKNOWN_WORDS: Record<Intent['kind'], readonly [what: string, done: string]> = {
  place: ['An order', 'placed'],
  replace: ['A change', 'made'],
  mint: ['A mint', 'requested'],
};

/** The alerts that say how an intent or an order stands: at most one of them is so at a time. */
export const standingAlerts = (id: string): string[] =>
  ['unknown', 'refusal', 'guard-stop', 'cancel-declined', 'change-declined'].map(
    (kind) => `${kind}:${id}`,
  );

/** That a change of this order was rejected after it had been accepted. */
export const changeAlert = (orderId: string): string => `change-declined:${orderId}`;

/** One at a time: it is withdrawn when the way out goes on. */
export const wayOutAlert = ({ closingId }: Pick<Closing, 'closingId'>): string =>
  `way-out:${closingId}`;

/** That a batch stands, and how it ended. */
export const batchAlerts = (batchId: string) => ({
  stands: `batch-stands:${batchId}`,
  ended: `batch-ended:${batchId}`,
});

/** The alerts of one account; each answers nothing where there is no news. */
export function createAlertEvents({ accountId, name }: AlertedAccount) {
  const event = (
    kind: AlertKind,
    alertId: string,
    title: string,
    text: string,
    target: Omit<AlertTarget, 'accountId'> = {},
  ): AlertEvent => ({
    alertId,
    kind,
    title,
    text: `${text} ${name}.`.trim(),
    target: { accountId, ...target },
  });

  return {
    /** 'Bought 10 AAPL', 'Bought 4 of 10 AAPL' */
    fill(
      { id, side, symbol, qty, filledQty, filledAvgPrice, type }: Order,
      isOwn: boolean,
      filled?: string,
    ): AlertEvent {
      const isPart = qty !== undefined && isLess(filledQty, qty);
      const size = `${qtyText(filledQty)}${isPart ? ` of ${qtyText(qty)}` : ''}`;
      const price = filledAvgPrice === undefined ? 'A' : `At ${averageText(filledAvgPrice)}, a`;
      return event(
        'fill',
        `fill:${id}:${filledQty}`,
        `${side === 'buy' ? 'Bought' : 'Sold'} ${size} ${symbol}`,
        `${price} ${type.replaceAll('_', ' ')} order${filled === undefined ? '' : `, filled ${filled}`}.${isOwn ? '' : ' This desk did not send it.'}`,
        { orderId: id, symbol },
      );
    },
    /** Only what the broker took back or corrected after alerts began. */
    revised(execution: Execution, since: number): AlertEvent | undefined {
      const { orderId, cumQty, symbol, revision, again = 0, revisedBefore = [] } = execution;
      if (!revision || Date.parse(revision.at) < since) return undefined;
      return event(
        'refusal',
        `revised:${orderId}:${cumQty}:${again}:${revision.at}:${revisedBefore.length}`,
        revisionText(execution),
        'Ballast is reading the position and cash from the broker again.',
        { orderId, symbol },
      );
    },
    /** Only for an order that ended after alerts began. */
    ending(order: Order, since: number): AlertEvent | undefined {
      const ending = ENDINGS[order.status];
      if (!ending || endedAt(order) < since) return undefined;
      // An order that was to replace another.
      const isChange = order.status === 'rejected' && order.replaces !== undefined;
      const title = `${ending.word}: ${isChange ? 'the change to ' : ''}${orderWords(order)}`;
      const target = { orderId: order.id, symbol: order.symbol };
      // That a change was rejected is one happening, whether its own end tells it or the order that stays.
      const alertId = isChange ? changeAlert(order.replaces ?? '') : `${ending.kind}:${order.id}`;
      return event(ending.kind, alertId, title, filledBefore(order), target);
    },
    intent(intent: Intent): AlertEvent | undefined {
      const { intentId, kind, state, title, reason, symbol } = intent;
      const orderId = intent.resultId ?? intent.targetId;
      const target = { intentId, symbol, ...(orderId !== undefined && { orderId }) };
      if (state === 'refused')
        return event('refusal', `refusal:${intentId}`, `Refused: ${title}`, reason ?? '', target);
      if (state === 'not-sent')
        return event(
          'guard-stop',
          `guard-stop:${intentId}`,
          `Not sent: ${title}`,
          reason ?? '',
          target,
        );
      if (state !== 'unknown') return undefined;
      const [what, done] = UNKNOWN_WORDS[kind];
      const next =
        reason === HAS_THIS_ID
          ? 'Ballast is reading it.'
          : `It may have been ${done}: Ballast is looking for it.`;
      const text = `${title}. ${reason ?? SILENT} ${next}`;
      return event('unknown', `unknown:${intentId}`, `${what} is unconfirmed`, text, target);
    },
    lateOrder: ({ intentId }: Intent, order: Order): AlertEvent =>
      event(
        'late',
        `late:${intentId}`,
        `It was placed after all: ${orderWords(order)}`,
        `Its status at the broker: ${orderStatusWords(order)}.`,
        { orderId: order.id, intentId },
      ),
    lateMint: (
      { intentId, title }: Intent,
      { status, tokenizationRequestId }: TokenizationRequest,
    ): AlertEvent =>
      event(
        'late',
        `late:${intentId}`,
        `It was requested after all: ${title}`,
        `Its status at the broker: ${status}.`,
        { intentId, tokenizationRequestId },
      ),
    cancelDeclined: ({ orderId, order, text }: CancelDeclined): AlertEvent =>
      event(
        'refusal',
        `cancel-declined:${orderId}`,
        order ? `Not canceled: ${orderWords(order)}` : 'An order was not canceled',
        text,
        { orderId, ...(order && { symbol: order.symbol }) },
      ),
    changeDeclined: ({ order, text }: { order: Order; text: string }): AlertEvent =>
      event('refusal', changeAlert(order.id), `Not changed: ${orderWords(order)}`, text, {
        orderId: order.id,
        symbol: order.symbol,
      }),
    stuck: ({ order, text }: { order: Order; text: string }): AlertEvent =>
      event(
        'unknown',
        `stuck:${order.id}`,
        `Stuck at the broker: ${orderWords(order)}`,
        `${text} Its evidence includes a message that you can copy for the broker’s support.`,
        { orderId: order.id, symbol: order.symbol },
      ),
    /** A way out that ended or waits, and did not close everything. */
    leftOpen(closing: Closing): AlertEvent | undefined {
      const { state, note, symbols } = closing;
      const left = symbols.filter(({ step }) => step !== 'closed');
      if (state === 'running' || left.length === 0) return undefined;
      return event(
        'refusal',
        wayOutAlert(closing),
        leftTitle(closing, left.length),
        [note, ...left.map(({ text }) => text)].filter(Boolean).join(' '),
      );
    },
    /** Only for what was pending when it was last heard of: the rest is history that was read. */
    request(
      request: TokenizationRequest,
      before: string | undefined,
      origin: RequestOrigin | undefined,
    ): AlertEvent | undefined {
      const { tokenizationRequestId, type, status, qty, underlyingSymbol: symbol } = request;
      if (before !== 'pending' || (status !== 'completed' && status !== 'rejected'))
        return undefined;
      return event(
        'mint',
        `mint:${tokenizationRequestId}:${status}`,
        `${type === 'redeem' ? 'Redeem' : 'Mint'} ${status}: ${qtyText(qty)} ${symbol}`,
        `${request.issuer} on ${request.network}.${originText(request, origin)}`,
        { tokenizationRequestId, symbol },
      );
    },
    batch({ batchId, name: batch, phase, at, summary, text, isShort }: BatchNews): AlertEvent {
      const { stands, ended } = batchAlerts(batchId);
      const target = { batchId };
      if (phase === 'stands')
        return event('refusal', stands, `Batch ${batch} is paused at ${at}`, text, target);
      const title = `Batch ${batch}: ${summary}`;
      return isShort
        ? event('refusal', ended, title, text, target)
        : event('mint', ended, title, 'Everything was minted.', target);
    },
    /** One at a time, also over a restart: it is withdrawn when the stream is heard. */
    streamDown: ({ stream, message }: Pick<StreamState, 'stream' | 'message'>): AlertEvent =>
      event(
        'stream-down',
        `stream-down:${accountId}:${stream}`,
        `The ${STREAM_WORDS[stream]} stream is down`,
        sentenceOf(message ?? 'Ballast keeps trying to connect.'),
      ),
    /** Once a day for as long as it lasts. */
    journal: (problem: string, wall: number): AlertEvent =>
      event(
        'journal',
        `journal:${accountId}:${new Date(wall).toISOString().slice(0, 10)}`,
        'Orders cannot be recorded',
        problem,
      ),
  };
}

/** 'Flatten: 1 of 2 closed', 'Close AAPL: not closed', 'Half AAPL: not done' */
function leftTitle({ kind, symbols }: Closing, left: number): string {
  const done = kind === 'protect' ? 'protected' : kind === 'half' ? 'done' : 'closed';
  const [only, ...others] = symbols;
  return only && others.length === 0
    ? `${sideText(kind)} ${only.symbol}: not ${done}`
    : `${sideText(kind)}: ${symbols.length - left} of ${symbols.length} ${done}`;
}

/** A redeem never comes from here: nothing is to be said of it. */
function originText({ type }: TokenizationRequest, origin: RequestOrigin | undefined): string {
  if (origin?.kind === 'batch') return ` Batch ${origin.name}.`;
  return type === 'mint' && origin?.kind === 'elsewhere' ? ' This desk did not send it.' : '';
}

function filledBefore({ filledQty, qty }: Order): string {
  if (isZero(filledQty)) return 'Nothing was filled.';
  return `${qtyText(filledQty)}${qty === undefined ? '' : ` of ${qtyText(qty)}`} filled before that.`;
}

function endedAt({ canceledAt, expiredAt, goneAt, updatedAt }: Order): number {
  const at = Date.parse(goneAt ?? canceledAt ?? expiredAt ?? updatedAt ?? '');
  return Number.isNaN(at) ? Infinity : at;
}
