// One account's happenings, turned into alerts. It only listens; nothing here acts on an order.
import type { Intent } from '#contract/intents.ts';
import type { StreamState } from '#contract/records.ts';
import { createFillAlerts } from '#main/desk/alerts/fills.ts';
import { endingOf, isLegOf } from '#main/desk/alerts/order-endings.ts';
import { unknownText } from '#main/desk/alerts/order-words.ts';
import type { Teller } from '#main/desk/alerts/teller.ts';
import type { AccountNews, AlertStore, WatchedAccount } from '#main/desk/alerts/types.ts';
import type { BookChange } from '#main/account/standing/book.ts';
import { orderWords, qtyText } from '#main/domain/words.ts';
import type { Clock, Delay } from '#main/ports.ts';

type Deps = {
  teller: Teller;
  store: Pick<AlertStore, 'settings' | 'since' | 'saveSince'>;
  clock: Clock;
  delay: Delay;
};

/** Most silences heal within moments; a person is told of those that do not. */
const UNKNOWN_AFTER_MS = 3_000;
const STREAM_WORDS = { orders: 'order', prices: 'price' } as const;

/** Answers a function that ends it. */
export function watchAccount(account: WatchedAccount, deps: Deps): () => void {
  const { accountId, name, book } = account;
  const { teller, store, clock, delay } = deps;
  const since = store.since(accountId) ?? clock.wall();
  if (store.since(accountId) === undefined) store.saveSince(accountId, since);
  const fills = createFillAlerts({ accountId, name, since, teller, delay, order: book.order });
  const timers = new Map<string, () => void>();

  function wait(key: string, ms: number, run: () => void): void {
    if (timers.has(key)) return;
    const cancel = delay(ms, () => {
      timers.delete(key);
      run();
    });
    timers.set(key, cancel);
  }

  function stopWaiting(key: string): void {
    timers.get(key)?.();
    timers.delete(key);
  }

  function onIntent(intent: Intent): void {
    const { intentId, state, title, reason = '', symbol } = intent;
    const orderId = intent.resultId ?? intent.targetId;
    const target = { accountId, intentId, symbol, ...(orderId !== undefined && { orderId }) };
    if (state !== 'unknown') stopWaiting(intentId);
    if (intent.confirmedAt < since) return;
    if (state === 'unknown')
      wait(intentId, UNKNOWN_AFTER_MS, () =>
        teller.tell({
          alertId: `unknown:${intentId}`,
          kind: 'unknown',
          title: intent.kind === 'mint' ? 'A mint is unknown' : 'An order is unknown',
          text: `${unknownText(intent)} ${name}.`,
          target,
        }),
      );
    if (state === 'refused')
      teller.tell({
        alertId: `refusal:${intentId}`,
        kind: 'refusal',
        title: `Refused: ${title}`,
        text: `${reason} ${name}.`.trim(),
        target,
      });
    if (state === 'not-sent')
      teller.tell({
        alertId: `guard-stop:${intentId}`,
        kind: 'guard-stop',
        title: `Not sent: ${title}`,
        text: `${reason} ${name}.`.trim(),
        target,
      });
  }

  function onNews(news: AccountNews): void {
    checkJournal();
    switch (news.kind) {
      case 'intent':
        return onIntent(news.intent);
      case 'late':
        return teller.tell({
          alertId: `late:${news.intent.intentId}`,
          kind: 'late',
          title: `It was placed after all: ${orderWords(news.order)}`,
          text: `The broker has it as ${news.order.status}. ${name}.`,
          target: { accountId, orderId: news.order.id, intentId: news.intent.intentId },
        });
      case 'cancel-declined':
        return teller.tell({
          alertId: `cancel-declined:${news.orderId}`,
          kind: 'refusal',
          title: 'An order was not canceled',
          text: `${news.text} ${name}.`,
          target: { accountId, orderId: news.orderId },
        });
      case 'tokenization':
        return onRequest(news);
      case 'late-mint':
        return teller.tell({
          alertId: `late:${news.intent.intentId}`,
          kind: 'late',
          title: `It was requested after all: ${news.intent.title}`,
          text: `The broker has it as ${news.request.status}. ${name}.`,
          target: {
            accountId,
            intentId: news.intent.intentId,
            tokenizationRequestId: news.request.tokenizationRequestId,
          },
        });
      default:
    }
  }

  /** Only what was pending when it was last heard of: the rest is history that was read. */
  function onRequest({ request, before }: Extract<AccountNews, { kind: 'tokenization' }>): void {
    const { tokenizationRequestId, type, status, qty, underlyingSymbol, issuer, network } = request;
    if (before !== 'pending' || (status !== 'completed' && status !== 'rejected')) return;
    teller.tell({
      alertId: `mint:${tokenizationRequestId}:${status}`,
      kind: 'mint',
      title: `${type === 'redeem' ? 'Redeem' : 'Mint'} ${status}: ${qtyText(qty)} ${underlyingSymbol}`,
      text: `${issuer} on ${network}. ${name}.`,
      target: { accountId, tokenizationRequestId, symbol: underlyingSymbol },
    });
  }

  function onStream({ stream, phase, since: at, message }: StreamState): void {
    const key = `stream:${stream}`;
    if (phase === 'live' || phase === 'off') return stopWaiting(key);
    wait(key, store.settings().streamDownAfterSeconds * 1_000, () =>
      teller.tell({
        alertId: `stream-down:${accountId}:${stream}:${at}`,
        kind: 'stream-down',
        title: `The ${STREAM_WORDS[stream]} stream is down`,
        text: `${message ?? 'Ballast keeps trying to connect.'} ${name}.`,
        target: { accountId },
      }),
    );
  }

  function checkJournal(): void {
    const problem = account.journalProblem();
    if (problem === undefined) return;
    teller.tell({
      alertId: `journal:${accountId}:${new Date(clock.wall()).toISOString().slice(0, 10)}`,
      kind: 'journal',
      title: 'Orders cannot be recorded',
      text: `${problem} Nothing is sent until that is mended. ${name}.`,
      target: { accountId },
    });
  }

  function onChange(change: BookChange): void {
    if (change.kind === 'executions') fills.onExecutions(change.executions);
    else if (change.kind === 'stream') onStream(change.state);
    else if (change.kind === 'orders')
      for (const order of change.orders) {
        const ending = endingOf(order, { accountId, name, since });
        if (ending && !isLegOf(order, book.orders())) teller.tell(ending);
      }
  }

  for (const state of book.streams()) onStream(state);
  const stops = [book.onChange(onChange), account.onNews(onNews)];
  return () => {
    for (const stop of stops) stop();
    for (const cancel of timers.values()) cancel();
    fills.stop();
  };
}
