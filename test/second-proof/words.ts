// What the windows were told of intents, and by alerts, against the ledger: an intent that was ever told as accepted has
// its order, one that was told as refused or not sent has none, neither is taken back, and no alert tells what was not.
import type { Book } from '#test/second-proof/book.ts';
import { isEnded, type Item, type Ledger, type Snapshot } from '#test/second-proof/ledger.ts';
import { bodyIsAs } from '#test/second-proof/terms.ts';
import type { Told } from '#test/second-proof/window.ts';

/** Two processes of one machine write down one moment. */
const SLACK_MS = 400;
/** What one of these was told as it stays, but that an order which is found is accepted after all. */
const FINAL = new Set(['accepted', 'refused', 'not-sent']);

type Heard = { window: string; told: Told };

export function createWordsAudit(
  ledger: Ledger,
  book: Book,
  wasMisled: (intentId: string) => boolean,
) {
  let heard: Heard[] = [];
  const last = new Map<string, { state: string; at: number }>();
  const alerts = new Map<string, { said: string; run: number }>();
  const counts = { words: 0, alerts: 0 };

  const ordersOf = (intentId: string, truth: Snapshot): Item[] =>
    [...truth.byId.values()].filter((order) => order['client_order_id'] === intentId);

  /** A disk that failed lost the word, so that it was unknown again, and a person had it sent after that. */
  const isSentSince = (id: string, toldAt: number, orders: readonly Item[]): boolean => {
    const again = book.sentAgain.get(id);
    return (
      again !== undefined &&
      book.unwritable.some(({ from, to }) => from <= toldAt && toldAt <= to && to <= again) &&
      orders.every((order) => Date.parse(String(order['created_at'])) >= again - SLACK_MS)
    );
  };

  const judgeIntent = (
    { window, told }: Heard,
    truth: Snapshot,
    late: ReadonlySet<unknown>,
  ): string[] => {
    const { intentId, state, resultId, body } = told.item;
    const id = String(intentId);
    const found: string[] = [];
    const orders = ordersOf(id, truth);
    counts.words++;
    if (state === 'accepted') {
      const order = orders.find((each) => each['id'] === resultId);
      if (!order)
        found.push(`told as accepted, as order ${String(resultId)}, which is not its own`);
      else if (Date.parse(String(order['created_at'])) > told.at + SLACK_MS)
        found.push(`told as accepted before its order was there`);
    } else if (
      FINAL.has(String(state)) &&
      orders.length > 0 &&
      !(state === 'not-sent' && isSentSince(id, told.at, orders))
    ) {
      // Late evidence wins over an answer that was another's, and the person is told so.
      if (!wasMisled(id)) found.push(`told as ${String(state)}, and its order is in the ledger`);
      else if (!late.has(id))
        found.push(`told as ${String(state)}, its order was found, and no alert says so`);
    }
    const confirmed = book.intents.get(id);
    if (confirmed?.kind === 'place') {
      const sent = JSON.parse(String(body)) as Item;
      if (
        sent['client_order_id'] !== id ||
        !confirmed.drafts.some((draft) => bodyIsAs(draft, sent))
      )
        found.push(`its body is not what was confirmed: ${String(body)}`);
    } else if (!confirmed && !book.exits.has(id)) found.push('nobody confirmed it');
    const key = `${window}:${id}`;
    const before = last.get(key);
    last.set(key, { state: String(state), at: told.at });
    const isTakenBack =
      before !== undefined &&
      FINAL.has(before.state) &&
      before.state !== state &&
      !(state === 'accepted' && orders.length > 0) &&
      // What a failing disk lost is nobody's to know.
      !book.unwritable.some(({ from, to }) => from <= told.at && before.at <= to);
    if (isTakenBack) found.push(`told as ${before.state}, and then as ${String(state)}`);
    return found.map((text) => `intent ${id}: ${text}`);
  };

  const judgeAlert = ({ window, told }: Heard, truth: Snapshot): string[] => {
    const { alertId, kind, isOver, target, title, text, at } = told.item;
    const orderId = (target as Item)['orderId'];
    const found: string[] = [];
    counts.alerts++;
    const key = `${window}:${String(alertId)}`;
    const before = alerts.get(key);
    const said = JSON.stringify([isOver, text, title, at]);
    alerts.set(key, { said, run: told.run });
    // A window that is opened begins with the last alerts once more.
    if (before?.run === told.run && !told.isFirst && before.said === said) found.push('told twice');
    if (typeof orderId === 'string' && isOver !== true) {
      const order = truth.byId.get(orderId);
      if (!order) found.push(`is about order ${orderId}, which is not in the ledger`);
      else if (kind === 'fill' && !ledger.fills.some((fill) => fill.orderId === orderId))
        found.push(`tells a fill of order ${orderId}, which has none`);
      else if (kind === 'cancel' && !isEnded(order))
        found.push(`tells the end of order ${orderId}, which is ${String(order['status'])}`);
    }
    return found.map((what) => `alert ${String(alertId)} (${String(kind)}): ${what}`);
  };

  return {
    counts,
    hear(window: string, told: Told): void {
      if (['intents', 'alerts'].includes(told.feed)) heard.push({ window, told });
    },
    /** Of everything heard since the last time; the ledger was read just now. */
    judge(truth: Snapshot, alertsEver: readonly Item[]): string[] {
      const late = new Set(
        alertsEver
          .filter(({ kind }) => kind === 'late')
          .map(({ target }) => (target as Item)['intentId']),
      );
      const found = heard.flatMap((each) => {
        const all =
          each.told.feed === 'intents' ? judgeIntent(each, truth, late) : judgeAlert(each, truth);
        return all.map((text) => `${each.window}: ${text}`);
      });
      heard = [];
      return found;
    },
    /** An order that somebody here confirmed and that filled was told of by an alert. */
    judgeSilence(truth: Snapshot, told: readonly Item[]): string[] {
      const spoken = new Set(
        told.filter(({ kind }) => kind === 'fill').map(({ target }) => (target as Item)['orderId']),
      );
      return truth.orders
        .filter(
          (order) =>
            order['status'] === 'filled' &&
            book.intents.has(String(order['client_order_id'])) &&
            !spoken.has(order['id']),
        )
        .map((order) => `no alert tells that order ${String(order['id'])} filled`);
    },
  };
}

export type WordsAudit = ReturnType<typeof createWordsAudit>;
