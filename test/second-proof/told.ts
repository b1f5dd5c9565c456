// Every value that a window was ever told, held against the ledger's history: it was so at some moment between the
// reading that it names and the moment at which it was told. What the contract marks as an estimate is counted apart.
import { exact, isSameNumber, plain } from '#test/second-proof/exact.ts';
import {
  isEnded,
  legsOf,
  type Item,
  type Ledger,
  type Snapshot,
} from '#test/second-proof/ledger.ts';
import type { Told } from '#test/second-proof/window.ts';

/** How long a reading may have been under way before it was heard: the desk waits 10 s for an answer. */
const UNDER_WAY_MS = 15_000;
/** Two processes of one machine write down one moment. */
const SLACK_MS = 400;
/**
 * Since when an order that is over may not be told as open any more, but by a window's first words: its list is read every
 * 15 s where nothing is heard, an answer may take 15 s, and a desk may stand still for 8 s.
 */
const OVER_TOLD_WITHIN_MS = 45_000;
/** What screens read waits as long as a broker asks for, at most a minute (docs/orders.md). That time counts for nothing. */
const LONGEST_WAIT_MS = 60_000;

type Progress = { ended: string | undefined; filled: bigint; at: number };

export function createToldAudit(
  ledger: Ledger,
  clockOffsets: (at: number) => number[],
  unwritable: readonly { from: number; to: number }[],
  askedToWait: readonly number[],
) {
  let heard: { window: string; told: Told }[] = [];
  const counts = { values: 0, estimates: 0 };
  const progress = new Map<string, Progress>();

  /** News of an order only moves forward, over restarts too, but for what a failing disk lost. */
  const judgeProgress = (
    window: string,
    told: Told,
    order: Item,
    complain: (text: string) => void,
  ): void => {
    const id = String(order['id']);
    const key = `${window}:${id}`;
    const before = progress.get(key);
    const now = {
      ended: isEnded(order) ? String(order['status']) : undefined,
      filled: exact(String(order['filledQty'])),
      at: told.at,
    };
    progress.set(key, now);
    if (!before || unwritable.some(({ from, to }) => from <= told.at && before.at <= to)) return;
    if (before.ended !== undefined && now.ended === undefined)
      complain(`order ${id} told as ${before.ended}, and then as ${String(order['status'])}`);
    if (now.filled < before.filled)
      complain(`order ${id} told as filled ${plain(before.filled)}, and then ${plain(now.filled)}`);
  };

  const overSince = (id: string): number | undefined => {
    const times = [...(ledger.statuses.get(id) ?? [])]
      .filter(([status]) => isEnded({ status }))
      .map(([, at]) => at);
    return times.length === 0 ? undefined : Math.min(...times);
  };

  /** How much of this time the desk may have waited because it was asked to. */
  const waitedMs = (from: number, to: number): number => {
    let covered = from;
    let total = 0;
    for (const asked of askedToWait) {
      const begin = Math.max(covered, asked);
      const end = Math.min(to, asked + LONGEST_WAIT_MS);
      if (end > begin) total += end - begin;
      covered = Math.max(covered, end);
    }
    return total;
  };

  /** From when on a value may be: the reading's own moment on the desk's clock, whatever that clock was set to. */
  const windowOf = (told: Told, receivedAt: number): [number, number] => {
    const read = Math.min(told.at, ...clockOffsets(told.at).map((offset) => receivedAt - offset));
    return [read - UNDER_WAY_MS, told.at + SLACK_MS];
  };

  const judgePositions = (told: Told, complain: (text: string) => void): void => {
    const positions = told.item['positions'] as Item[];
    const unread = (told.item['unread'] as Item[] | undefined) ?? [];
    if (unread.length > 0) return;
    const [from, to] = windowOf(told, Number(told.item['receivedAt']));
    for (const symbol of new Set([
      ...ledger.symbols(),
      ...positions.map((each) => String(each['symbol'])),
    ])) {
      const here = positions.find((each) => each['symbol'] === symbol);
      if (here?.['isEstimate'] === true) {
        counts.estimates++;
        continue;
      }
      const size = here ? exact(String(here['qty'])) : 0n;
      const signed = here?.['side'] === 'short' && size > 0n ? -size : size;
      const held = ledger.held(symbol, from, to);
      counts.values++;
      if (!held.includes(signed))
        complain(
          `position ${symbol} told as ${plain(signed)}, ledger ${held.map(plain).join(', ')} from ${iso(from)} to ${iso(to)}`,
        );
    }
  };

  const judgeAccount = (told: Told, complain: (text: string) => void): void => {
    const estimates = (told.item['estimates'] as string[] | undefined) ?? [];
    const account = told.item['account'] as Item;
    const [from, to] = windowOf(told, Number(told.item['receivedAt']));
    if (estimates.includes('cash')) {
      counts.estimates++;
      return;
    }
    counts.values++;
    const cash = ledger.cash(from, to);
    if (!cash.includes(exact(String(account['cash']))))
      complain(
        `cash told as ${String(account['cash'])}, ledger ${cash.map(plain).join(', ')} from ${iso(from)} to ${iso(to)}`,
      );
  };

  const judgeOrder = (
    told: Told,
    order: Item,
    truth: Snapshot,
    complain: (text: string) => void,
  ): void => {
    const id = String(order['id']);
    const there = truth.byId.get(id);
    const seen = ledger.statuses.get(id);
    counts.values++;
    if (!there && !seen)
      return complain(`order ${id} is not in the ledger: ${JSON.stringify(order).slice(0, 300)}`);
    const status = String(order['status']);
    const since = seen?.get(status);
    if (since === undefined)
      complain(`order ${id} told as ${status}; it was ${[...(seen?.keys() ?? [])].join(', ')}`);
    else if (since > told.at + SLACK_MS)
      complain(`order ${id} told as ${status} at ${iso(told.at)}, which it was from ${iso(since)}`);
    const over = overSince(id);
    if (
      !told.isFirst &&
      !isEnded(order) &&
      over !== undefined &&
      told.at - over - waitedMs(over, told.at) > OVER_TOLD_WITHIN_MS
    )
      complain(
        `order ${id} told as ${status} at ${iso(told.at)}, and it was over at ${iso(over)}; asked to wait for ${waitedMs(over, told.at)} ms of it`,
      );
    if (there && isEnded(order) && there['status'] !== status)
      complain(`order ${id} told as ${status}, and it ended ${String(there['status'])}`);
    const filled = exact(String(order['filledQty']));
    const known = ledger.fills.filter(
      (fill) => fill.orderId === id && fill.atMs <= told.at + SLACK_MS,
    );
    if (filled !== 0n && !known.some(({ cumQty }) => exact(cumQty) === filled))
      complain(
        `order ${id} told as filled ${plain(filled)} at ${iso(told.at)}, ledger ${known.map(({ cumQty }) => cumQty).join(', ')}`,
      );
    if (there)
      for (const [mine, theirs] of [
        ['symbol', 'symbol'],
        ['side', 'side'],
        ['clientOrderId', 'client_order_id'],
        ['type', 'type'],
      ] as const)
        if (order[mine] !== there[theirs])
          complain(
            `order ${id}: ${theirs} is ${String(there[theirs])} and told as ${String(order[mine])}`,
          );
    return undefined;
  };

  const judgeFill = (told: Told, complain: (text: string) => void): void => {
    const { orderId, cumQty, qty, price } = told.item;
    counts.values++;
    const is = ledger.fills.some(
      (fill) =>
        fill.orderId === orderId &&
        isSameNumber(fill.cumQty, cumQty) &&
        isSameNumber(fill.qty, qty) &&
        isSameNumber(fill.price, price) &&
        fill.atMs <= told.at + SLACK_MS,
    );
    if (!is) complain(`fill told that the ledger has not: ${JSON.stringify(told.item)}`);
  };

  return {
    counts,
    hear(window: string, told: Told): void {
      if (['positions', 'account', 'orders', 'executions'].includes(told.feed))
        heard.push({ window, told });
    },
    /** Of everything heard since the last time; the ledger was read just now. */
    judge(truth: Snapshot): string[] {
      const found: string[] = [];
      for (const { window, told } of heard) {
        const complain = (text: string): void =>
          void found.push(`${window} at ${iso(told.at)}: ${text}`);
        if (told.feed === 'positions') judgePositions(told, complain);
        else if (told.feed === 'account') judgeAccount(told, complain);
        else if (told.feed === 'executions') judgeFill(told, complain);
        else
          for (const order of [told.item, ...legsOf(told.item)]) {
            judgeOrder(told, order, truth, complain);
            judgeProgress(window, told, order, complain);
          }
      }
      heard = [];
      return found;
    },
  };
}

export type ToldAudit = ReturnType<typeof createToldAudit>;

const iso = (ms: number): string => new Date(ms).toISOString().slice(11);
