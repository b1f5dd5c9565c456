// What a typed line asks of the desk: 'buy 10 msft limit 330', 'close aapl', 'cancel all buys'. Pure. The words may come
// in any order, save that a price follows the word that says which price it is. No size and no price is ever guessed:
// what can be meant in two ways is refused in words that name the fix.
import {
  assetKindOf,
  canExtendHours,
  classesFor,
  timesFor,
  typesFor,
  type Choice,
} from '#contract/order-choices.ts';
import { OrderDraft } from '#contract/orders.ts';
import { Ticker } from '#contract/records.ts';
import { readTypedNumber } from '#contract/typed-number.ts';

type Side = OrderDraft['side'];
type ExitKind = 'close' | 'half' | 'reverse';

export type TradeLine =
  | { kind: 'order'; draft: OrderDraft }
  /** Nobody said how much: that is typed into the ticket. */
  | { kind: 'ticket'; side: Side; symbol: string }
  | { kind: ExitKind; symbol: string }
  /** Of two prices without a word the one on the losing side is the stop: that is for who knows what is held. */
  | {
      kind: 'protect';
      symbol: string;
      exits: { stop?: string; target?: string } | [string, string];
    }
  | { kind: 'cancel'; symbol: string | undefined; side: Side | undefined }
  | { kind: 'alert'; symbol: string; price: string; when: 'above' | 'below' | undefined };

type ReadLine = { ok: true; line: TradeLine } | { ok: false; issue: string };

type Label = 'limit' | 'stop' | 'trail' | 'target' | 'sl';
const LABELS: Record<string, Label> = {
  limit: 'limit',
  '@': 'limit',
  at: 'limit',
  stop: 'stop',
  trail: 'trail',
  target: 'target',
  tp: 'target',
  sl: 'sl',
};
const LABEL_WORDS: Record<Label, string> = {
  limit: 'limit',
  stop: 'stop',
  trail: 'trail',
  target: 'target',
  sl: 'stop loss',
};
const TIMES: Record<string, OrderDraft['timeInForce']> = {
  day: 'day',
  gtc: 'gtc',
  opg: 'opg',
  cls: 'cls',
  ioc: 'ioc',
  fok: 'fok',
};
const SIDES: Record<string, Side> = { buy: 'buy', buys: 'buy', sell: 'sell', sells: 'sell' };
const EXITS: Record<string, ExitKind> = {
  close: 'close',
  flatten: 'close',
  half: 'half',
  reverse: 'reverse',
};
const VERBS = new Set([...Object.keys(EXITS), 'protect', 'cancel', 'alert']);
const FILLERS = new Set(['of', 'the', 'order', 'orders', 'my', 'and']);

/** Words of more than one, each as the one that stands for it. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bsell[ -]short\b|^\s*short(?= .*\d)/g, ' sell '],
  [/@/g, ' @ '],
  [/\b(at|on) (the )?open\b/g, ' opg '],
  [/\b(at|on) (the )?close\b/g, ' cls '],
  [/\b(at (the )?)?(market|mkt)\b/g, ' market '],
  [/\bgood till cancell?ed\b/g, ' gtc '],
  [/\b(take[ -]?profit)\b/g, ' target '],
  [/\bstop[ -]?loss\b/g, ' sl '],
  [/\btrailing([ -]?stop)?\b/g, ' trail '],
  [/\bextended([ -]hours)?\b/g, ' ext '],
];

/** Undefined: the line asks for no trade. */
export function readTradeLine(typed: string): ReadLine | undefined {
  const text = PHRASES.reduce(
    (line, [phrase, word]) => line.replace(phrase, word),
    typed.toLowerCase(),
  );
  const words = text.split(/\s+/).filter((word) => word !== '' && !FILLERS.has(word));
  const verb = words.find((word) => VERBS.has(word));
  const side = words.find((word) => word === 'buy' || word === 'sell');
  if (verb === undefined) return side === undefined ? undefined : readOrder(words);
  const rest = words.filter((word) => word !== verb);
  switch (verb) {
    case 'cancel':
      return readCancel(rest);
    case 'alert':
      return readAlert(rest);
    case 'protect':
      return readProtect(rest);
    default:
      return readExit(EXITS[verb] ?? 'close', rest);
  }
}

const refuse = (issue: string): ReadLine => ({ ok: false, issue });

// --- words -----------------------------------------------------------------------------------------------------------

const isNumber = (word: string | undefined): word is string =>
  word !== undefined && /^[$+\-−–.,'’%\d]/.test(word);
const symbolOf = (word: string): string | undefined => Ticker.safeParse(word).data;

type Value = { ok: true; value: string } | { ok: false; issue: string };

function readNumber(word: string, isMoney = true): Value {
  if (/^\$?[\d.,]+[kmb]$/.test(word))
    return { ok: false, issue: `"${word}": write the number out, without ${word.slice(-1)}.` };
  return readTypedNumber(word, { isMoney });
}

// --- orders ----------------------------------------------------------------------------------------------------------

type Said = {
  sides: Set<Side>;
  prices: Map<Label, string>;
  sizes: string[];
  dollars: string[];
  symbols: string[];
  times: Set<OrderDraft['timeInForce']>;
  isMarket: boolean;
  isExtended: boolean;
  issues: string[];
};

function readOrder(words: readonly string[]): ReadLine {
  const said = sort(words);
  const { sides, symbols, sizes, dollars, issues } = said;
  const [side] = sides;
  const [symbol] = symbols;
  if (side === undefined || sides.size > 1) return refuse('Buy or sell? Write one of the two.');
  const verb = side === 'buy' ? 'Buy' : 'Sell';
  const [issue] = issues;
  if (issue !== undefined) return refuse(issue);
  const amounts = [...sizes, ...dollars];
  if (amounts.length === 0 && words.includes('all'))
    return refuse('To get out of all of it, write "close" and the symbol.');
  if (symbols.length > 1)
    return refuse(`${verb} which symbol: ${symbols.map((one) => one.toUpperCase()).join(' or ')}?`);
  if (symbol === undefined)
    return refuse(`${verb} what? Write a symbol, for example: ${side} 10 msft limit 330`);
  if (amounts.length > 1)
    return refuse(
      `Which is the size, ${amounts.join(' or ')}? Write "limit" or "stop" before a price.`,
    );
  const ticker = symbol.toUpperCase();
  const isBare = amounts.length === 0 && said.prices.size === 0 && said.times.size === 0;
  if (isBare && !said.isMarket && !said.isExtended)
    return { ok: true, line: { kind: 'ticket', side, symbol: ticker } };
  if (amounts.length === 0)
    return refuse(`${verb} how much ${ticker}? Write a number of shares, or dollars such as $500.`);
  return draftOf(side, ticker, said);
}

/** Each word to where it belongs. */
function sort(words: readonly string[]): Said {
  const said: Said = {
    sides: new Set(),
    prices: new Map(),
    sizes: [],
    dollars: [],
    symbols: [],
    times: new Set(),
    isMarket: false,
    isExtended: false,
    issues: [],
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const next = words[at + 1];
    const label = LABELS[word];
    if (label !== undefined) {
      if (isNumber(next)) at += 1;
      addPrice(said, label, next);
    } else if (isNumber(word)) {
      const isDollars = word.includes('$') || next === 'dollars';
      if (next === 'dollars' || next === 'shares' || next === 'share') at += 1;
      addSize(said, word, isDollars);
    } else addWord(said, word);
  }
  return said;
}

function addWord(said: Said, word: string): void {
  const side = SIDES[word];
  const time = TIMES[word];
  if (side !== undefined) said.sides.add(side);
  else if (time !== undefined) said.times.add(time);
  else if (word === 'market') said.isMarket = true;
  else if (word === 'ext') said.isExtended = true;
  else if (symbolOf(word) !== undefined) said.symbols.push(word);
  else said.issues.push(`Not understood: "${word}".`);
}

function addPrice({ prices, issues }: Said, label: Label, word: string | undefined): void {
  const name = LABEL_WORDS[label];
  if (!isNumber(word)) return void issues.push(`Write the price after "${name}".`);
  const isPercent = label === 'trail' && word.endsWith('%');
  const read = readNumber(isPercent ? word.slice(0, -1) : word, !isPercent);
  if (!read.ok) issues.push(read.issue);
  else if (prices.has(label)) issues.push(`"${name}" is there twice. Write it once.`);
  else prices.set(label, isPercent ? `${read.value}%` : read.value);
}

function addSize({ sizes, dollars, issues }: Said, word: string, isDollars: boolean): void {
  const read = readNumber(word.replace(/\$$/, ''), isDollars);
  if (!read.ok) issues.push(read.issue);
  else (isDollars ? dollars : sizes).push(read.value);
}

function draftOf(side: Side, symbol: string, said: Said): ReadLine {
  const { prices, times, sizes, dollars, isMarket, isExtended } = said;
  const [limit, stop, trail] = [prices.get('limit'), prices.get('stop'), prices.get('trail')];
  const [target, stopLoss] = [prices.get('target'), prices.get('sl')];
  if (isMarket && (limit ?? stop ?? trail) !== undefined)
    return refuse('A market order has no price. Leave out "market" or the price.');
  if (trail !== undefined && (limit ?? stop) !== undefined)
    return refuse('A trailing stop has neither a limit nor a stop price.');
  if (times.size > 1) return refuse(`How long: ${[...times].join(' or ')}? Write one of them.`);
  const [timeInForce = 'day'] = times;
  const type = typeOf(limit, stop, trail);
  const legs = Number(target !== undefined) + Number(stopLoss !== undefined);
  const orderClass = (['simple', 'oto', 'bracket'] as const)[legs] ?? 'bracket';
  const choice: Choice = { kind: assetKindOf(symbol), orderClass, type, timeInForce };
  const issue = offeredIssue(choice, isExtended, symbol);
  if (issue !== undefined) return refuse(issue);
  const draft = OrderDraft.safeParse({
    symbol,
    side,
    type,
    timeInForce,
    ...(sizes[0] !== undefined && { qty: sizes[0] }),
    ...(dollars[0] !== undefined && { notional: dollars[0] }),
    ...(limit !== undefined && { limitPrice: limit }),
    ...(stop !== undefined && { stopPrice: stop }),
    ...(trail !== undefined &&
      (trail.endsWith('%') ? { trailPercent: trail.slice(0, -1) } : { trailPrice: trail })),
    ...(isExtended && { extendedHours: true }),
    ...(orderClass !== 'simple' && { orderClass }),
    ...(target !== undefined && { takeProfit: { limitPrice: target } }),
    ...(stopLoss !== undefined && { stopLoss: { stopPrice: stopLoss } }),
  });
  if (draft.success) return { ok: true, line: { kind: 'order', draft: draft.data } };
  const [wrong] = draft.error.issues;
  return refuse(`${wordOf(String(wrong?.path[0] ?? ''))} ${wrong?.message ?? 'is not right'}.`);
}

function typeOf(limit?: string, stop?: string, trail?: string): OrderDraft['type'] {
  if (trail !== undefined) return 'trailing_stop';
  if (stop !== undefined) return limit === undefined ? 'stop' : 'stop_limit';
  return limit === undefined ? 'market' : 'limit';
}

/** The ticket would put something else in the place of what is not offered: here it is refused. */
function offeredIssue(choice: Choice, isExtended: boolean, symbol: string): string | undefined {
  const { kind, orderClass, type, timeInForce } = choice;
  const name = type.replace('_', ' ');
  if (!classesFor(kind).includes(orderClass)) return `${symbol} takes no target or stop loss.`;
  if (!typesFor(kind, orderClass).includes(type))
    return orderClass === 'simple'
      ? `A ${name} order is not offered for ${symbol}.`
      : `A ${name} order takes no ${orderClass === 'oto' ? 'target or stop loss' : 'bracket'}.`;
  const times = timesFor(choice);
  if (!times.includes(timeInForce))
    return `A ${name} order of ${symbol} cannot be ${timeInForce}: write ${times.join(' or ')}.`;
  return isExtended && !canExtendHours(choice)
    ? 'Extended hours take a limit order that is day or gtc.'
    : undefined;
}

const wordOf = (path: string): string =>
  ({ qty: 'The quantity', notional: 'The amount' })[path] ?? 'The price';

// --- everything else -------------------------------------------------------------------------------------------------

function readExit(kind: ExitKind, rest: readonly string[]): ReadLine | undefined {
  const [word, ...more] = rest.filter((one) => one !== 'sell' && one !== 'buy');
  const symbol = word === undefined ? undefined : symbolOf(word);
  if (symbol === undefined || more.length > 0) return undefined;
  return { ok: true, line: { kind, symbol } };
}

function readCancel(rest: readonly string[]): ReadLine | undefined {
  const sides = rest.flatMap((word) => SIDES[word] ?? []);
  const others = rest.filter((word) => word !== 'all' && SIDES[word] === undefined);
  const symbol = others[0] === undefined ? undefined : symbolOf(others[0]);
  const isRead = others.length === (symbol === undefined ? 0 : 1) && sides.length <= 1;
  // Without either it is all of them, which is a command of its own.
  if (!isRead || (symbol === undefined && sides.length === 0)) return undefined;
  return { ok: true, line: { kind: 'cancel', symbol, side: sides[0] } };
}

function readAlert(rest: readonly string[]): ReadLine | undefined {
  const numbers = rest.filter(isNumber);
  const words = rest.filter((word) => !isNumber(word) && LABELS[word] !== 'limit');
  const isAbove = words.some((word) => ABOVE.has(word));
  const isBelow = words.some((word) => BELOW.has(word));
  const [word, ...more] = words.filter((one) => !ABOVE.has(one) && !BELOW.has(one));
  const symbol = word === undefined ? undefined : symbolOf(word);
  if (symbol === undefined || more.length > 0) return undefined;
  const [number, second] = numbers;
  if (number === undefined)
    return refuse(`Alert on ${symbol} at what price? For example: alert aapl 195`);
  if (second !== undefined || (isAbove && isBelow)) return refuse('One alert has one price.');
  const read = readNumber(number);
  if (!read.ok) return refuse(read.issue);
  const when = isAbove ? 'above' : isBelow ? 'below' : undefined;
  return { ok: true, line: { kind: 'alert', symbol, price: read.value, when } };
}
const ABOVE = new Set(['above', 'over']);
const BELOW = new Set(['below', 'under']);

function readProtect(words: readonly string[]): ReadLine {
  const { symbols, prices, sizes, dollars, issues } = sort(words);
  const [symbol] = symbols;
  if (symbol === undefined || symbols.length > 1)
    return refuse('Protect what? For example: protect tsla 340 355');
  const [issue] = issues;
  if (issue !== undefined) return refuse(issue);
  const ticker = symbol.toUpperCase();
  const target = prices.get('target') ?? prices.get('limit');
  const stop = prices.get('stop') ?? prices.get('sl');
  const isDouble = prices.size > Number(target !== undefined) + Number(stop !== undefined);
  if (prices.has('trail') || isDouble) return refuse('Write one stop and one target.');
  const line = (exits: (TradeLine & { kind: 'protect' })['exits']): ReadLine => ({
    ok: true,
    line: { kind: 'protect', symbol: ticker, exits },
  });
  const [first, second, third] = [...sizes, ...dollars];
  if (first === undefined) {
    if (target === undefined && stop === undefined)
      return refuse(`Protect ${ticker} at what prices? For example: protect tsla 340 355`);
    return line({ ...(stop !== undefined && { stop }), ...(target !== undefined && { target }) });
  }
  if (prices.size > 0 || third !== undefined) return refuse('Write one stop and one target.');
  return second === undefined
    ? refuse(`Is ${first} the stop or the target? Write "stop ${first}" or "target ${first}".`)
    : line([first, second]);
}
