// Canceling until it is known what became of the order. 'Asked' is not 'canceled': the request is repeated on silence,
// and the order is read when the broker declines. A cancel that loses to a fill is reported as the fill.
import type { CancelWait } from '#contract/cancel-waits.ts';
import { isTerminal, type Order } from '#contract/orders.ts';
import type { Ports } from '#main/ports.ts';
import type { Lookup, OrderBook, OrderBroker } from '#main/account/orders/order-broker.ts';
import { createRepeater, growingWaitMs } from '#main/tools/repeat.ts';

export type BegunCancel = { orderId: string; since: number };

export type CancelLoop = {
  /** Answers when the first request has been made; the rest goes on by itself. Since: when a person asked for it. */
  cancel(orderId: string, since?: number): Promise<void>;
  /** The broker has taken a request that reaches this order: it is asked again only if nothing comes of it. */
  follow(orderId: string): void;
  /** News of an order: a cancel that waits for it need not wait for its next round. */
  onOrder(order: Order): void;
  /** The broker said on the stream that it will not cancel this order now. */
  onRejected(orderId: string): void;
  isCanceling(orderId: string): boolean;
  /** Why no request to cancel this order has left yet; undefined once one has, and when nothing is left to cancel. */
  whyNotAsked(orderId: string): string | undefined;
  /** The broker has taken it, or nothing is left to cancel. */
  isTaken(orderId: string): boolean;
  /** The orders whose cancel the broker has not taken, and since when a person waits for it. */
  untaken(): BegunCancel[];
  /** What the broker has not taken yet is asked for now. */
  hurry(): void;
  wake(): void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  broker: OrderBroker;
  book: OrderBook;
  /** A change of this order is on its way; a cancel waits for it and follows it to the head of the chain. */
  isChanging: (orderId: string) => boolean;
  /** The journal has an intent that became this order, so that it must exist. */
  isOurs: (orderId: string) => boolean;
  /** The orders that end with this one. */
  relativesOf: (orderId: string) => readonly string[];
  /** A line about a cancel, for the evidence. */
  note: (orderId: string, kind: 'answered' | 'lost', text: string) => void;
  /** Told once: how the order ended although, or because, it was to be canceled. */
  onDone: (orderId: string, order: Order) => void;
  onDeclined: (orderId: string, text: string) => void;
  /** Somebody waits for a cancel, the broker has taken it, or it is over. */
  onWait: (wait: CancelWait) => void;
};

type Pursuit = {
  since: number;
  /** The last of the chain, as far as is known. */
  head: string;
  /** The order for which the broker has taken the request. */
  asked: string | undefined;
  reads: number;
  isRejected: boolean;
  rejections: number;
  /** How often the broker told that an order of the chain was replaced, and not by what. */
  vague: number;
  /** Until the first request has left. */
  whyNotAsked: string | undefined;
};

/** After 'asked', the order is read this often before the cancel is asked again. */
const READS_PER_ASK = 4;
const LONGEST_CHAIN = 100;
/** About a minute. What a corporate action replaced may never be told. */
const MOST_VAGUE = 8;
/** So often a rejection is put down to an end that is on its way. */
const MOST_REJECTIONS = 3;
/** The stream tells of most ends by then, and a list of the others. */
const TAKEN_MS = 3_000;
/** More than these at once are not read before the stream had time to tell of their ends. */
const FEW = 5;
const AMONG_MANY_MS = 2_000;

export function createCancelLoop(deps: Deps): CancelLoop {
  const { broker, book } = deps;
  const pursuits = new Map<string, Pursuit>();
  /** Those that go on at another order, by that one: news of an order must not cost more the more are canceled. */
  const goneOn = new Map<string, Set<string>>();
  const rounds = createRepeater({
    ...deps,
    what: 'canceling',
    run: runRound,
    waitMs: (_orderId, round) =>
      Math.max(growingWaitMs(round), pursuits.size > FEW ? AMONG_MANY_MS : 0),
  });

  async function runRound(orderId: string): Promise<boolean> {
    const pursuit = pursuits.get(orderId);
    if (!pursuit) return true;
    const head = await headOf(orderId, pursuit);
    if (head === undefined) {
      if (pursuit.whyNotAsked !== undefined)
        pursuit.whyNotAsked = 'the order was replaced, and the broker has not said by which order';
      return (
        pursuit.vague > MOST_VAGUE &&
        decline(orderId, 'The order was replaced, and the broker does not say by which order.')
      );
    }
    if (pursuit.head !== head) {
      tellOver(pursuit);
      leaveHead(orderId, pursuit);
      if (head !== orderId) goneOn.set(head, (goneOn.get(head) ?? new Set()).add(orderId));
    }
    pursuit.head = head;
    tell(pursuit);
    if (isFinished(orderId, head)) return true;
    const isDue = pursuit.asked !== head || pursuit.reads >= READS_PER_ASK;
    if (pursuit.isRejected) return judgeRejection(orderId, head, pursuit);
    if (isDue && !isHeldBack(head)) {
      if (await ask(orderId, head, pursuit)) return true;
    } else if (isHeldBack(head) && pursuit.whyNotAsked !== undefined) {
      pursuit.whyNotAsked = 'a change to the order is in progress';
      await read(head);
    } else {
      pursuit.reads++;
      await read(head);
    }
    return isFinished(orderId, head);
  }

  /** Whether a no of the broker, on the stream or as its answer, ends it. */
  async function judgeRejection(orderId: string, head: string, pursuit: Pursuit): Promise<boolean> {
    const lookup = await read(head);
    if (isFinished(orderId, head)) return true;
    // Only a record that came after the rejection tells whether a fill was the reason.
    if (lookup.kind === 'silent') return false;
    const isReplaced = book.order(head)?.status === 'replaced';
    const isTooOften = pursuit.rejections > MOST_REJECTIONS;
    if (!isReplaced && (isTooOften || !(isEndingAnyway(head) || isOnItsWay(head))))
      return decline(orderId, 'The broker declined to cancel it.');
    const isAsked = !isReplaced && isEndingAnyway(head);
    Object.assign(pursuit, { isRejected: false, ...(isAsked && { asked: head, reads: 0 }) });
    return false;
  }

  /** Not at the exchange yet, or being changed: the broker may cancel it in a moment. */
  const isOnItsWay = (head: string): boolean =>
    ['pending_new', 'accepted', 'pending_replace'].includes(book.order(head)?.status ?? '');

  /** A broker declines to cancel what is being canceled already: by an earlier request, or with a relative. */
  const isEndingAnyway = (head: string): boolean =>
    isBeingCanceled(head) || deps.relativesOf(head).some(isBeingCanceled);
  const isBeingCanceled = (orderId: string): boolean =>
    ['pending_cancel', 'canceled'].includes(book.order(orderId)?.status ?? '') ||
    pursuitsOf(orderId).some(([, { isRejected }]) => !isRejected);

  /** While an order is being changed the broker refuses to cancel it. */
  const isHeldBack = (head: string): boolean =>
    deps.isChanging(head) || book.order(head)?.status === 'pending_replace';

  /** Whether this ends it: the broker knows nothing of such an order, and neither do we. */
  async function ask(orderId: string, head: string, pursuit: Pursuit): Promise<boolean> {
    const isOver = () => isTerminal(book.order(head)?.status ?? '');
    const hasLeft = pursuit.whyNotAsked === undefined;
    const answer = await broker.cancel(head, () => (pursuit.whyNotAsked = undefined), isOver);
    // It ended while the request waited for its turn; the next look at it says how.
    if (answer.kind === 'not-sent' && isOver()) return false;
    pursuit.whyNotAsked = answer.kind === 'not-sent' && !hasLeft ? answer.reason : undefined;
    switch (answer.kind) {
      case 'asked':
        pursuit.asked = head;
        pursuit.reads = 0;
        tell(pursuit);
        deps.note(orderId, 'answered', 'Asked the broker to cancel it.');
        return false;
      case 'declined': {
        deps.note(orderId, 'answered', `Asked to cancel it; the broker declined: ${answer.text}.`);
        if (!answer.isUnknown) {
          pursuit.isRejected = true;
          pursuit.rejections++;
          return judgeRejection(orderId, head, pursuit);
        }
        const lookup = await read(head);
        const isNothing = lookup.kind === 'missing' && !book.order(head) && !deps.isOurs(head);
        return isNothing && decline(orderId, 'The broker does not know this order.');
      }
      case 'not-sent':
        deps.note(orderId, 'lost', `The cancel has not been sent: ${answer.reason}.`);
        return false;
      case 'silent':
        deps.note(orderId, 'lost', `Asked to cancel it; no answer (${answer.reason}).`);
        return false;
      default:
        return answer satisfies never;
    }
  }

  async function read(orderId: string): Promise<Lookup> {
    const lookup = await broker.byId(orderId);
    if (lookup.kind === 'found') book.putOrders([lookup.order]);
    return lookup;
  }

  /**
   * A change that is not made yet cannot be canceled, and one that was rejected has changed nothing: the order that it
   * was to replace can be, and leads to the change once that is made.
   */
  function firstOf(orderId: string): string {
    let first = orderId;
    for (let hops = 0; hops < LONGEST_CHAIN; hops++) {
      const { replaces = '', status } = book.order(first) ?? {};
      const before = book.order(replaces);
      if (!before || (isTerminal(before.status) && status !== 'rejected')) return first;
      first = before.id;
    }
    return orderId;
  }

  /** A replaced order is canceled at the head of its chain. Undefined while nobody tells what replaced it. */
  async function headOf(orderId: string, pursuit: Pursuit): Promise<string | undefined> {
    let head = firstOf(orderId);
    for (let hops = 0; hops < LONGEST_CHAIN; hops++) {
      if (isVague(head)) {
        const { kind } = await read(head);
        if (kind === 'found' && isVague(head)) pursuit.vague++;
        if (isVague(head)) return undefined;
      }
      const next = book.order(head)?.replacedBy;
      if (next === undefined) return head;
      if (!book.order(next)) await read(next);
      head = next;
    }
    return head;
  }

  function isVague(orderId: string): boolean {
    const { status, replacedBy } = book.order(orderId) ?? {};
    return status === 'replaced' && replacedBy === undefined;
  }

  function isFinished(orderId: string, head: string): boolean {
    const order = book.order(head);
    if (!order || !isTerminal(order.status) || order.replacedBy !== undefined) return false;
    if (remove(orderId)) deps.onDone(orderId, order);
    return true;
  }

  function decline(orderId: string, text: string): true {
    if (remove(orderId)) deps.onDeclined(orderId, text);
    return true;
  }

  function remove(orderId: string): boolean {
    const pursuit = pursuits.get(orderId);
    if (pursuit) {
      tellOver(pursuit);
      leaveHead(orderId, pursuit);
    }
    return pursuits.delete(orderId);
  }

  function leaveHead(orderId: string, { head }: Pursuit): void {
    const asked = goneOn.get(head);
    if (asked?.delete(orderId) && asked.size === 0) goneOn.delete(head);
  }

  const tell = ({ head, since, asked }: Pursuit): void =>
    deps.onWait({ id: head, since, state: asked === head ? 'asked' : 'waiting' });
  const tellOver = ({ head, since }: Pursuit): void =>
    deps.onWait({ id: head, since, state: 'over' });

  const pursuitsOf = (orderId: string): [string, Pursuit][] =>
    [orderId, ...(goneOn.get(orderId) ?? [])].flatMap((asked): [string, Pursuit][] => {
      const pursuit = pursuits.get(asked);
      return pursuit ? [[asked, pursuit]] : [];
    });

  return {
    async cancel(orderId, since = deps.clock.wall()) {
      const fresh = { asked: undefined, reads: 0, isRejected: false, rejections: 0, vague: 0 };
      const known = pursuits.get(orderId);
      // The same one: a request may be on its way at this moment, and what it learns is about this cancel too.
      const begun = { head: orderId, since, ...fresh, whyNotAsked: 'it is waiting to be sent' };
      const pursuit = known ? Object.assign(known, fresh) : begun;
      pursuits.set(orderId, pursuit);
      tell(pursuit);
      await rounds.now(orderId);
    },
    follow(orderId) {
      const { head = orderId, since = deps.clock.wall() } = pursuits.get(orderId) ?? {};
      const facts = { asked: head, reads: 0, isRejected: false, rejections: 0, vague: 0 };
      const pursuit = { head, since, ...facts, whyNotAsked: undefined };
      pursuits.set(orderId, pursuit);
      tell(pursuit);
      deps.note(orderId, 'answered', 'The broker accepted the request to cancel everything.');
      rounds.within(orderId, TAKEN_MS);
    },
    onOrder(order) {
      if (isTerminal(order.status))
        for (const [orderId] of pursuitsOf(order.id)) void rounds.now(orderId);
    },
    onRejected(orderId) {
      for (const [asked, pursuit] of pursuitsOf(orderId)) {
        pursuit.isRejected = true;
        pursuit.rejections++;
        void rounds.now(asked);
      }
    },
    isCanceling: (orderId) => pursuits.has(orderId),
    whyNotAsked: (orderId) => pursuits.get(orderId)?.whyNotAsked,
    isTaken(orderId) {
      const pursuit = pursuits.get(orderId);
      return pursuit === undefined || isTaken(pursuit);
    },
    untaken: () =>
      [...pursuits].flatMap(([orderId, pursuit]) =>
        isTaken(pursuit) ? [] : [{ orderId, since: pursuit.since }],
      ),
    hurry() {
      for (const [orderId, { asked }] of pursuits)
        if (asked === undefined) void rounds.now(orderId);
    },
    wake: rounds.hurry,
    stop: rounds.stop,
  };
}

const isTaken = ({ asked, head }: Pursuit): boolean => asked === head;
