// Every member of every record that the desk reads, taken away, null, a number for a text and a text for a number, and a
// value that nobody knows: nothing but that record suffers, it is told, and no number becomes another one.
import { describe, expect, it } from 'vitest';
import type { Result } from '#contract/failure.ts';
import { isDecimal, isEqual } from '#main/domain/decimal.ts';
import { isRecord } from '#main/tools/json.ts';
import { decodeActivityPage } from '#main/wire/activities.ts';
import { decodeBarsPage } from '#main/wire/bars.ts';
import { exactMoney } from '#main/wire/json.ts';
import type { Oddity, Tell } from '#main/wire/oddities.ts';
import { decodeCancelStatuses, decodeOrders, decodePositions } from '#main/wire/orders.ts';
import { decodePortfolioHistory } from '#main/wire/portfolio.ts';
import {
  decodeAccount,
  decodeAssets,
  decodeMarketClock,
  decodeSnapshots,
  decodeTradingDays,
} from '#main/wire/records.ts';
import { decodeTokenizationRequests } from '#main/wire/tokenization.ts';
import { decodeTradeFrame } from '#main/wire/trade-stream.ts';
import { corpus } from '#test/unit/wire/corpus.ts';

type Path = readonly (string | number)[];
type Spoiled = { what: string; record: unknown };

const UNKNOWN = 'a_word_of_tomorrow';
const AWAY = Symbol('away');

const SPOILS: Readonly<Record<string, (value: unknown) => unknown>> = {
  'taken away': () => AWAY,
  null: () => null,
  'turned around': (value) => {
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'string') return String(value);
    return isDecimal(value) ? Number(value) : 7;
  },
  'a value that nobody knows': () => UNKNOWN,
  'a record': () => ({ value: 1 }),
};

function spoilsOf(record: unknown): Spoiled[] {
  return pathsOf(record).flatMap((path) =>
    Object.entries(SPOILS).map(([how, spoil]) => ({
      what: `${path.join('.')} ${how}`,
      record: changed(record, path, spoil),
    })),
  );
}

function pathsOf(value: unknown, above: Path = []): Path[] {
  if (!isRecord(value) && !Array.isArray(value)) return [];
  return Object.keys(value).flatMap((name) => {
    const path = [...above, name];
    return [path, ...pathsOf((value as Record<string, unknown>)[name], path)];
  });
}

function changed(value: unknown, path: Path, spoil: (value: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return spoil(value);
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...(value as unknown[])]
    : { ...(value as object) };
  const members = copy as Record<string, unknown>;
  const next = changed(members[name], rest, spoil);
  if (next !== AWAY) members[name] = next;
  else if (Array.isArray(copy)) copy.splice(Number(name), 1);
  else delete members[name];
  return copy;
}

/** Numbers that were read and are others than those of the sound record. What is said to be unread claims none. */
function misread(read: unknown, sound: unknown, where = ''): string[] {
  if (Array.isArray(read)) {
    const all = Array.isArray(sound) ? (sound as unknown[]) : [];
    // Another leg may have the place of one that is gone.
    const twinOf = (item: unknown, at: number): unknown =>
      all.find((one) => isRecord(one) && isRecord(item) && one['id'] === item['id']) ?? all[at];
    return (read as unknown[]).flatMap((item, at) =>
      misread(item, twinOf(item, at), `${where}.${at}`),
    );
  }
  if (isRecord(read)) {
    const { unread, ...members } = read;
    const isUnread = (name: string): boolean => Array.isArray(unread) && unread.includes(name);
    const twin = isRecord(sound) ? sound : {};
    return Object.entries(members).flatMap(([name, value]) =>
      isUnread(name) ? [] : misread(value, twin[name], `${where}.${name}`),
    );
  }
  const [number, other] = [exactMoney(read), exactMoney(sound)];
  if (!isDecimal(number)) return [];
  const isSame = isDecimal(other) && isEqual(number, other);
  return isSame ? [] : [`${where}: ${number} for ${String(sound)}`];
}

type List = {
  name: string;
  records: readonly unknown[];
  decode(list: unknown[], tell?: Tell): Result<unknown[]>;
};

const pageOf = (list: unknown[], tell?: Tell): Result<unknown[]> => {
  const page = decodeActivityPage(list, tell);
  return page.ok ? { ok: true, value: page.value.activities } : page;
};
const LISTS: readonly List[] = [
  { name: 'orders', records: corpus.orders, decode: decodeOrders },
  { name: 'trailing stops', records: corpus.trailing, decode: decodeOrders },
  { name: 'brackets', records: corpus.brackets, decode: decodeOrders },
  { name: 'orders of many legs', records: corpus.multiLegs, decode: decodeOrders },
  { name: 'positions', records: corpus.positions, decode: decodePositions },
  { name: 'options and crypto', records: corpus.notTraded, decode: decodePositions },
  { name: 'fills', records: corpus.fills, decode: pageOf },
  { name: 'other activities', records: corpus.journals, decode: pageOf },
  { name: 'assets', records: corpus.assets, decode: decodeAssets },
  { name: 'tokenization requests', records: corpus.requests, decode: decodeTokenizationRequests },
  { name: 'trading days', records: corpus.days, decode: decodeTradingDays },
  { name: 'cancel reports', records: corpus.canceled, decode: decodeCancelStatuses },
  {
    name: 'bars',
    records: corpus.bars,
    decode(list, tell) {
      const page = decodeBarsPage(
        { bars: { LUMB: list, NONE: null }, next_page_token: null },
        tell,
      );
      return page.ok ? { ok: true, value: page.value.bars } : page;
    },
  },
];

describe.each(LISTS)('a list of $name', ({ records, decode }) => {
  const [record, other] = records;
  const all = decode([record, other]);
  const [sound, beside] = all.ok ? all.value : [];

  it('is read whole, and nothing is told of it', () => {
    const told: Oddity[] = [];
    const read = decode([record, other], (oddity) => told.push(oddity));
    expect(read.ok && read.value).toHaveLength(2);
    expect(told).toEqual([]);
  });

  it('costs only the record that is spoiled, and misreads nothing', () => {
    const wrong: string[] = [];
    let leftOut = 0;
    for (const { what, record: spoiled } of spoilsOf(record)) {
      const told: Oddity[] = [];
      const read = decode([spoiled, other], (oddity) => told.push(oddity));
      const list = read.ok ? read.value : [];
      if (JSON.stringify(list.at(-1)) !== JSON.stringify(beside)) wrong.push(`${what}: the other`);
      if (list.length === 2) wrong.push(...misread(list[0], sound).map((why) => `${what}: ${why}`));
      else if (!told.some(({ kind }) => kind === 'left-out')) wrong.push(`${what}: silently`);
      else leftOut++;
    }
    // A record that is nothing at all.
    for (const nothing of [null, 7, 'text', [], {}]) {
      const read = decode([nothing, other]);
      if (!read.ok || JSON.stringify(read.value) !== JSON.stringify([beside]))
        wrong.push(`${JSON.stringify(nothing)} in the place of a record`);
    }
    expect(wrong).toEqual([]);
    expect(leftOut).toBeGreaterThan(0);
  });
});

describe('an order', () => {
  const spoiled = (member: string, value: unknown) =>
    decodeOrders([{ ...corpus.orders[0], [member]: value }]);

  it.each(['client_order_id', 'status', 'symbol', 'side', 'qty', 'filled_qty', 'limit_price'])(
    'is there under its id although its %s cannot be read, and says so',
    (member) => {
      const name = member.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      expect(spoiled(member, { odd: true })).toMatchObject({
        ok: true,
        value: [{ id: corpus.orders[0].id, unread: [name] }],
      });
    },
  );

  it('counts as open when its status cannot be read, and claims nothing to be filled', () => {
    expect(spoiled('status', 7)).toMatchObject({ value: [{ status: 'unreadable' }] });
    expect(spoiled('filled_qty', null)).toMatchObject({ value: [{ unread: ['filledQty'] }] });
  });

  it('without an id is left out, and the list says that it lacks one', () => {
    const list = decodeOrders([{ ...corpus.orders[0], id: null }, corpus.orders[1]]);
    expect(list.ok && list.value.unread).toEqual([{ symbol: 'LUMB', where: 'id' }]);
  });

  it('does not suffer from a leg that cannot be read', () => {
    const [first] = corpus.brackets;
    const [leg] = (first.legs ?? []) as { id: string }[];
    const list = decodeOrders([{ ...first, legs: [leg, { symbol: 'LUMB' }] }]);
    expect(list).toMatchObject({
      value: [{ unread: ['legs'], legs: [{ id: leg?.id }] }],
    });
  });
});

it.each([
  ['status', 'order', 'status'],
  ['type', 'order', 'type'],
  ['order_class', 'order', 'class'],
  ['asset_class', 'order', 'asset class'],
])('keeps a %s that nobody knows as it came, and tells it', (member, what, where) => {
  const told: Oddity[] = [];
  const list = decodeOrders([{ ...corpus.orders[0], [member]: UNKNOWN }], (one) => told.push(one));
  expect(JSON.stringify(list)).toContain(UNKNOWN);
  expect(told).toEqual([{ kind: 'unknown', what, where, quote: `"${UNKNOWN}"` }]);
});

it('a position whose side nobody knows is left out: closing it could open more', () => {
  const [record, other] = corpus.positions;
  const list = decodePositions([{ ...record, side: UNKNOWN }, other]);
  expect(list.ok && list.value).toHaveLength(1);
  expect(list.ok && list.value.unread).toEqual([{ symbol: 'LUMB', where: 'side' }]);
});

it('options and crypto keep their class and nine decimals', () => {
  expect(decodePositions([...corpus.notTraded])).toMatchObject({
    value: [
      { assetClass: 'us_option', qty: '2' },
      { assetClass: 'crypto', qty: '0.123456789' },
    ],
  });
});

describe('a map of snapshots', () => {
  const { LUMB, ARDA } = corpus.snapshots;
  const whole = decodeSnapshots({ LUMB, ARDA });
  const [sound, beside] = whole.ok ? whole.value : [];

  it('costs only what is spoiled of a symbol', () => {
    const wrong = spoilsOf(LUMB).flatMap(({ what, record }) => {
      const read = decodeSnapshots({ LUMB: record, ARDA });
      const [first, other] = read.ok ? read.value : [];
      const isSame = JSON.stringify(other) === JSON.stringify(beside);
      return [...(isSame ? [] : [`${what}: the other`]), ...misread(first, sound)];
    });
    expect(wrong).toEqual([]);
  });

  it('needs no member of a snapshot, and takes null for one', () => {
    const { dailyBar: _, ...rest } = LUMB;
    expect(decodeSnapshots({ LUMB: rest, ARDA })).toEqual(whole);
    expect(decodeSnapshots({ LUMB: null, ARDA, NONE: {}, ODD: 7 })).toMatchObject({
      ok: true,
      value: [{ symbol: 'LUMB', trade: undefined }, beside, { symbol: 'NONE' }],
    });
  });
});

it('the value of an account over time lacks only what cannot be read', () => {
  const sound = decodePortfolioHistory(corpus.history);
  const times = sound.ok ? sound.value.timestamp : [];
  const wrong = spoilsOf(corpus.history).flatMap(({ what, record }) => {
    const read = decodePortfolioHistory(record);
    if (!read.ok || !sound.ok) return [];
    return read.value.timestamp.flatMap((time, at) => {
      const nth = times.indexOf(time);
      const columns = ['equity', 'profitLoss', 'profitLossPct'] as const;
      return columns.flatMap((name) =>
        misread(read.value[name][at], sound.value[name][nth], `${what} ${name}`),
      );
    });
  });
  expect(wrong).toEqual([]);
  const odd = { ...corpus.history, equity: [11200.5, 'none', 11300.25], profit_loss: null };
  expect(decodePortfolioHistory(odd)).toMatchObject({
    value: { equity: ['11200.5', null, '11300.25'], profitLoss: [null, null, null] },
  });
});

it.each([
  ['account', corpus.account, decodeAccount],
  ['clock', corpus.clock, decodeMarketClock],
] as const)('the %s is read as it is or not at all', (_name, record, decode) => {
  const sound = decode(record);
  expect(sound.ok).toBe(true);
  const wrong = spoilsOf(record).flatMap(({ what, record: spoiled }) => {
    const read = decode(spoiled);
    return read.ok && sound.ok ? misread(read.value, sound.value, what) : [];
  });
  expect(wrong).toEqual([]);
});

describe('an update of the order stream', () => {
  const { stream, data } = corpus.update;
  const read = (members: object) =>
    decodeTradeFrame(JSON.stringify({ stream, data: { ...data, ...members } }), (text) => text);
  const fill = { qty: '4.25', price: '31.07', at: data.timestamp, executionId: data.execution_id };

  it('is a fill when it is told in numbers, or with another name for its time', () => {
    const numbers = { price: 31.07, qty: 4.25, position_qty: 17.5 };
    const { timestamp: at, ...rest } = data;
    const renamed = decodeTradeFrame(JSON.stringify({ stream, data: { ...rest, at } }), (t) => t);
    for (const message of [read({}), read(numbers), renamed])
      expect(message).toMatchObject({ update: { fill, positionQty: '17.5' } });
  });

  it.each(['trade_bust', 'trade_correct', 'new', 'canceled'])('is no fill with %s', (event) => {
    const message = read({ event });
    expect(message).toMatchObject({ update: { event } });
    expect(message).not.toHaveProperty('update.fill');
    expect(message).not.toHaveProperty('update.positionQty');
  });

  it('tells of no other fill, whatever is spoiled', () => {
    const sound = read({});
    const wrong = spoilsOf(data).flatMap(({ what, record }) => {
      const message = decodeTradeFrame(JSON.stringify({ stream, data: record }), (text) => text);
      return typeof message === 'object' ? misread(message, sound, what) : [];
    });
    expect(wrong).toEqual([]);
  });
});

describe('a page of activities', () => {
  const [first, second] = corpus.fills;

  it('goes on with the id of its last record, readable or not', () => {
    const page = decodeActivityPage([first, { id: second?.id, activity_type: 7 }]);
    expect(page).toMatchObject({ ok: true, value: { nextPageToken: second?.id } });
  });

  it('tells a short sale as the order stream does, and keeps its word beside it', () => {
    const page = decodeActivityPage([{ ...first, side: 'sell_short' }]);
    expect(page).toMatchObject({
      value: { activities: [{ side: 'sell_short', execution: { side: 'sell' } }] },
    });
  });

  it('that has no id to go on with is not passed off as the last', () => {
    expect(decodeActivityPage([{ activity_type: 'FILL' }]).ok).toBe(false);
  });
});
