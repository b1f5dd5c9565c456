// What the persons at the windows confirmed, and what must have come of it: at most one order each, exactly one where
// the desk says accepted, none where it says refused or not sent.
import { isEnded, type Item, type Snapshot } from '#test/second-proof/ledger.ts';
import { changeIsAs, orderIsAs } from '#test/second-proof/terms.ts';
import type { DeskWindow, Reply } from '#test/second-proof/window.ts';

export type Confirmed = {
  intentId: string;
  kind: 'place' | 'replace';
  /** What was confirmed: the first of two that share an id may have lost to the second. */
  drafts: Item[];
  targetId?: string;
  at: number;
  replies: (Reply | undefined)[];
};

export type CancelAsked = {
  orderId: string;
  at: number;
  answeredAt: number;
  reply: Reply | undefined;
};
export type ClosingAsked = {
  closingId: string;
  kind: string;
  /** As the plan that was confirmed has them. */
  symbols: { symbol: string; qty: string }[];
  at: number;
  reply: Reply | undefined;
};

/** What is answered this soon before the desk is killed may not have been told by the feeds any more. */
const TOLD_WITHIN_MS = 300;

export function createBook() {
  const intents = new Map<string, Confirmed>();
  const cancels: CancelAsked[] = [];
  const closings = new Map<string, ClosingAsked>();
  const outsiders = new Set<string>();
  /** When the disk could not be written until the desk was killed: a later start knows of no cancel of then. */
  const unwritable: { from: number; to: number }[] = [];
  /** When a person had an unknown one sent again. */
  const sentAgain = new Map<string, number>();
  return {
    intents,
    cancels,
    closings,
    outsiders,
    unwritable,
    sentAgain,
    exits: new Map<string, ClosingAsked>(),
  };
}

export type Book = ReturnType<typeof createBook>;

/** The ledger alone: nothing is there that nobody confirmed, and nothing twice. */
export function countOrders(
  book: Book,
  truth: Snapshot,
  ledgerText: { orders?: unknown },
): string[] {
  const found: string[] = [];
  const counted = new Map<string, number>();
  for (const order of truth.byId.values()) {
    const id = String(order['client_order_id']);
    counted.set(id, (counted.get(id) ?? 0) + 1);
    if (
      truth.orders.includes(order) &&
      !book.intents.has(id) &&
      !book.exits.has(id) &&
      !book.outsiders.has(id)
    )
      found.push(`nobody confirmed this order: ${brief(order)}`);
  }
  for (const [id, count] of counted)
    if (count > 1) found.push(`${count} orders have the client id ${id}`);
  const listed = ledgerText.orders;
  if (Array.isArray(listed)) {
    const all = listed.length;
    if (all !== truth.byId.size)
      found.push(`the ledger has ${all} orders and lists ${truth.byId.size}`);
  }
  return found;
}

/** One intent against the ledger. */
export function judgeIntent(
  confirmed: Confirmed,
  state: string | undefined,
  truth: Snapshot,
  first: (id: string) => Item | undefined,
): string[] {
  const { intentId, drafts } = confirmed;
  // A change of a leg becomes a leg.
  const orders = [...truth.byId.values()].filter((order) => order['client_order_id'] === intentId);
  const found: string[] = [];
  const complain = (text: string): void =>
    void found.push(
      `intent ${intentId} (${confirmed.kind}): ${text}; ledger: ${orders.map(brief).join(' | ') || 'nothing'}`,
    );
  if (orders.length > 1) complain('more than one order');
  if (state === 'accepted' && orders.length !== 1) complain('told as accepted');
  if ((state === 'refused' || state === 'not-sent') && orders.length > 0)
    complain(`told as ${state}`);
  if (state === undefined && orders.length > 0) complain('the desk has no record of it');
  const order = orders[0];
  if (order && !isAsConfirmed(confirmed, order, truth, first))
    complain(
      `its terms are others than confirmed: ${JSON.stringify(drafts)}; first ${brief(first(String(order['id'])) ?? order)}`,
    );
  return found;
}

function isAsConfirmed(
  { kind, drafts, targetId }: Confirmed,
  order: Item,
  { byId }: Snapshot,
  first: (id: string) => Item | undefined,
): boolean {
  const said = first(String(order['id'])) ?? order;
  if (kind === 'place') return drafts.some((draft) => orderIsAs(draft, said));
  const target = byId.get(targetId ?? '');
  return target !== undefined && drafts.some((change) => changeIsAs(change, said, target));
}

/**
 * What each confirmed cancel came to: the order is over, or the person was told that the cancel was not taken. Where the
 * disk failed it may be answered as done only when the broker has taken or declined it: no later start knows of it.
 */
export function judgeCancels(book: Book, truth: Snapshot, windows: DeskWindow[]): string[] {
  return book.cancels.flatMap(({ orderId, reply, at, answeredAt }) => {
    const head = headOf(orderId, truth);
    if (!reply?.ok || !head || !isOpen(head)) return [];
    const isAbout = (alert: Item): boolean =>
      Number(alert['at']) >= at - 5_000 && JSON.stringify(alert).includes(String(head['id']));
    const ended = book.unwritable.find(({ from, to }) => from <= answeredAt && at <= to)?.to;
    const wasTold = windows.some(
      ({ wasTaken, alertsEver }) =>
        [orderId, String(head['id'])].some(wasTaken) || alertsEver.some(isAbout),
    );
    if (ended !== undefined && (wasTold || ended - answeredAt < TOLD_WITHIN_MS)) return [];
    const isWaiting = windows.some((window) =>
      window
        .items('cancels')
        .some((wait) => wait['state'] !== 'over' && [orderId, head['id']].includes(wait['id'])),
    );
    const isTold = windows.some((window) => window.items('alerts').some(isAbout));
    return isWaiting || isTold
      ? []
      : [
          `cancel of ${orderId} was answered as done at ${new Date(at).toISOString()}, and ${brief(head)} is open`,
        ];
  });
}

/** Along what replaced it. */
export function headOf(orderId: string, truth: Snapshot): Item | undefined {
  let order = truth.byId.get(orderId);
  for (let n = 0; n < 50 && order?.['replaced_by']; n++)
    order = truth.byId.get(order['replaced_by'] as string) ?? order;
  return order;
}

export const isOpen = (order: Item): boolean => !isEnded(order);

/** Both the confirmation and what came of it are in the evidence. */
export function judgeEvidence(intentId: string, reply: Reply): string[] {
  const { intent, evidence } = reply.value as { intent: Item; evidence: Item[] };
  const kinds = new Set(evidence.map(({ kind }) => String(kind)));
  const has = (...any: string[]): boolean => any.some((kind) => kinds.has(kind));
  const state = String(intent['state']);
  const found: string[] = [];
  // What could not be recorded is not sent, and that is what its evidence says.
  if (!has('recorded') && state !== 'not-sent') found.push('no line that it was recorded');
  if (state === 'accepted' && !has('answered', 'found', 'heard'))
    found.push('no line by which it is accepted');
  if (state === 'refused' && !has('answered', 'found', 'not-found', 'heard'))
    found.push('no line by which it is refused');
  if (state === 'not-sent' && !has('not-sent')) found.push('no line by which it was not sent');
  return found.map(
    (text) => `evidence of ${intentId} (${state}): ${text}; it has ${[...kinds].join(', ')}`,
  );
}

export const brief = (order: Item): string =>
  [
    'id',
    'client_order_id',
    'symbol',
    'side',
    'type',
    'qty',
    'limit_price',
    'status',
    'filled_qty',
    'created_at',
  ]
    .map((name) => JSON.stringify(order[name] ?? null))
    .join(' ');
