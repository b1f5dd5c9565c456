// What one connection of the price stream is asked to carry. A refusal names no symbol and nothing of the refused
// question is granted, so one question is asked at a time: fewer symbols after a limit, half of them to find one that
// the feed does not take, one channel alone to find one that it does not have.
import { subscribeMessage, type Subscriptions } from '#main/wire/data-stream.ts';

/** What is carried of what is wanted, and why the rest is not, with what to do. */
export type Carried = {
  symbols: ReadonlySet<string>;
  wanted: number;
  /** What is no symbol of this feed at all. */
  refused: readonly string[];
  notes: readonly string[];
};

type Subscribing = {
  /** What is wanted first is carried first. */
  want(next: Subscriptions): void;
  /** A new connection, which carries nothing yet. */
  begin(): void;
  /** The next question, if one is due and none is open. */
  next(): object | undefined;
  onGranted(granted: Subscriptions): void;
  /** Whether this code answers an open question. */
  onRefused(code: number): boolean;
  /** Something is open or was not granted: it is worth asking again after a while. */
  isUnsettled(): boolean;
  askAgain(): void;
  granted(): Subscriptions;
  carried(): Carried;
};

type Question = { action: 'subscribe' | 'unsubscribe'; of: Subscriptions };
type Channels = Readonly<Record<string, readonly string[] | undefined>>;

const INVALID = 400;
const TOO_MANY = 405;
const NOT_ON_THIS_FEED: ReadonlySet<number> = new Set([409, 410]);
/** What a plan's limit counts. */
const COUNTED = ['trades', 'quotes'];
/** The documented limit of the free plan: tried first after a refusal. */
const FREE_PLAN = 30;
const NOTHING: Subscriptions = { trades: [], bars: [] };

export function createSubscribing(): Subscribing {
  let wanted = NOTHING;
  let granted = NOTHING;
  let question: Question | undefined;
  /** Symbols that the feed does not take; kept for as long as they are wanted. */
  let refused: ReadonlySet<string> = new Set();
  /** Channels that the feed does not have. */
  const absent = new Set<string>();
  /** Asked for, and neither granted nor refused. */
  const unanswered = new Set<string>();
  /** How much may be carried in all, by what a limit counts; how much was refused, and how much is known to be granted. */
  let most = Infinity;
  let refusedAt = Infinity;
  let known = FREE_PLAN;
  /** Among so many of the next ones is one that the feed does not take. */
  let suspects = 0;
  let isOneChannelAtOnce = false;

  /** What this connection is to carry. */
  function target(): Subscriptions {
    const symbols = symbolsOf(wanted).filter((symbol) => !refused.has(symbol));
    const fitting = new Set(most === Infinity ? symbols : firstThatFit(symbols));
    return select(wanted, (channel, symbol) => !absent.has(channel) && fitting.has(symbol));
  }

  function firstThatFit(symbols: readonly string[]): readonly string[] {
    const counted = COUNTED.map((channel) => new Set(listOf(wanted, channel)));
    let left = most;
    const end = symbols.findIndex((symbol) => {
      left -= counted.filter((set) => set.has(symbol)).length;
      return left < 0;
    });
    return end === -1 ? symbols : symbols.slice(0, end);
  }

  function ask(action: Question['action'], all: Subscriptions): object | undefined {
    const symbols = symbolsOf(all).filter((symbol) => !unanswered.has(symbol));
    const isSearching = action === 'subscribe' && suspects > 0;
    const now = new Set(isSearching ? symbols.slice(0, Math.ceil(suspects / 2)) : symbols);
    const part = select(all, (_channel, symbol) => now.has(symbol));
    const [first] = channelsOf(part);
    const of = isOneChannelAtOnce ? select(part, (channel) => channel === first) : part;
    const message = subscribeMessage(action, of);
    if (message) question = { action, of };
    return message;
  }

  /** What a plan is known to grant, or half of the way between what was granted and what was refused. */
  function guess(lowest: number): number {
    if (refusedAt - lowest <= 1) return lowest;
    if (lowest < known && known < refusedAt) return known;
    return lowest + Math.floor((refusedAt - lowest) / 2);
  }

  function onTooMany(asked: Subscriptions): void {
    const [has, more] = [countOf(granted), countOf(asked)];
    if (more === 0) for (const symbol of symbolsOf(asked)) unanswered.add(symbol);
    if (more === 0) return;
    refusedAt = has + more;
    most = guess(has);
    if (most === has) known = has;
  }

  function onInvalid(asked: Subscriptions): void {
    const symbols = symbolsOf(asked);
    suspects = symbols.length === 1 ? 0 : symbols.length;
    if (symbols.length === 1) refused = new Set([...refused, ...symbols]);
  }

  function onNotOnThisFeed(asked: Subscriptions): void {
    const channels = channelsOf(asked);
    if (channels.length === 1) for (const channel of channels) absent.add(channel);
    else isOneChannelAtOnce = true;
  }

  function onAllGranted(asked: Subscriptions): void {
    suspects = Math.max(0, suspects - symbolsOf(asked).length);
    const has = countOf(granted);
    if (has < most || most === Infinity) return;
    if (most !== known) most = guess(has);
    if (most === has) known = has;
  }

  return {
    want(next) {
      wanted = next;
      const all = new Set(symbolsOf(next));
      refused = new Set([...refused].filter((symbol) => all.has(symbol)));
    },
    begin() {
      granted = NOTHING;
      question = undefined;
      most = refusedAt = Infinity;
      suspects = 0;
      isOneChannelAtOnce = false;
      absent.clear();
      unanswered.clear();
    },
    next() {
      if (question) return undefined;
      const carry = target();
      // What is given up makes room for what comes.
      return (
        ask('unsubscribe', difference(granted, carry)) ??
        ask('subscribe', difference(carry, granted))
      );
    },
    onGranted(next) {
      granted = next;
      const answered = question;
      question = undefined;
      if (!answered) return;
      const isMore = answered.action === 'subscribe';
      const left = isMore ? difference(answered.of, next) : overlap(answered.of, next);
      for (const symbol of symbolsOf(left)) unanswered.add(symbol);
      if (isMore && channelsOf(left).length === 0) onAllGranted(answered.of);
    },
    onRefused(code) {
      const isAboutIt = code === TOO_MANY || code === INVALID || NOT_ON_THIS_FEED.has(code);
      if (question?.action !== 'subscribe' || !isAboutIt) return false;
      const { of } = question;
      question = undefined;
      if (code === TOO_MANY) onTooMany(of);
      else if (code === INVALID) onInvalid(of);
      else onNotOnThisFeed(of);
      return true;
    },
    isUnsettled: () => question !== undefined || unanswered.size > 0,
    askAgain() {
      question = undefined;
      unanswered.clear();
    },
    granted: () => granted,
    carried() {
      const all = new Set(wanted.trades);
      const symbols = new Set(granted.trades.filter((symbol) => all.has(symbol)));
      const notes = notesOf({
        carries: symbols.size,
        others: all.size - symbols.size - refused.size,
        isLimited: most !== Infinity,
        refused: [...refused],
        hasTrades: !absent.has('trades'),
        hasHalts: !absent.has('statuses'),
      });
      return { symbols, wanted: all.size, refused: [...refused], notes };
    },
  };
}

type Shortfall = {
  carries: number;
  others: number;
  isLimited: boolean;
  refused: readonly string[];
  hasTrades: boolean;
  hasHalts: boolean;
};

function notesOf(shortfall: Shortfall): string[] {
  const { carries, others, isLimited, refused, hasTrades, hasHalts } = shortfall;
  const notes: string[] = [];
  if (!hasTrades)
    notes.push('This feed has no live trades: prices are read by snapshot. Choose another feed.');
  else if (isLimited && others > 0)
    notes.push(
      `The market data plan streams ${carries} symbols live, visible ones first. ${others} more are read by snapshot. A larger plan at the broker streams all of them.`,
    );
  if (refused.length > 0)
    notes.push(
      `The feed has no prices for ${refused.join(', ')}: remove ${refused.length === 1 ? 'it' : 'them'} from the list. The others continue.`,
    );
  if (!hasHalts)
    notes.push(
      'This feed does not report trading halts, so the trading halt guard cannot see any.',
    );
  return notes;
}

const listOf = (all: Channels, channel: string): readonly string[] => all[channel] ?? [];

const channelsOf = (all: Channels): string[] =>
  Object.keys(all).filter((channel) => listOf(all, channel).length > 0);

const symbolsOf = (all: Channels): string[] => [
  ...new Set(channelsOf(all).flatMap((channel) => listOf(all, channel))),
];

const countOf = (all: Channels): number =>
  COUNTED.reduce((sum, channel) => sum + listOf(all, channel).length, 0);

function select(all: Channels, isIn: (channel: string, symbol: string) => boolean): Subscriptions {
  const part = Object.keys(all).map((channel) => [
    channel,
    listOf(all, channel).filter((symbol) => isIn(channel, symbol)),
  ]);
  return { ...NOTHING, ...Object.fromEntries(part) } as Subscriptions;
}

/** What of the one is not in the other. */
function difference(a: Channels, b: Channels): Subscriptions {
  const isIn = membersOf(b);
  return select(a, (channel, symbol) => !isIn(channel, symbol));
}

const overlap = (a: Channels, b: Channels): Subscriptions => select(a, membersOf(b));

function membersOf(all: Channels): (channel: string, symbol: string) => boolean {
  const sets = new Map(Object.keys(all).map((channel) => [channel, new Set(listOf(all, channel))]));
  return (channel, symbol) => sets.get(channel)?.has(symbol) ?? false;
}
