// The guards as a person types them: text until it is read as a whole. Seconds stand for the milliseconds of the
// settings, exactly; no number passes through floating point.
import { GuardSettings } from '#contract/trading.ts';
import { readTypedNumber } from '#contract/typed-number.ts';

export type GuardName = keyof GuardSettings;

type GuardLimit = {
  key: string;
  label: string;
  unit: string;
  /** Kept in milliseconds, shown in seconds; or a count. */
  as: 'decimal' | 'seconds' | 'count';
  /** May be left empty: then there is no such limit. */
  isOptional?: true;
};

export type GuardWords = {
  guard: GuardName;
  title: string;
  text: string;
  limits: readonly GuardLimit[];
};

export const GUARDS: readonly GuardWords[] = [
  {
    guard: 'size',
    title: 'Order size',
    text: 'Blocks an order for more shares than this.',
    limits: [{ key: 'maxShares', label: 'Max shares per order', unit: 'shares', as: 'decimal' }],
  },
  {
    guard: 'value',
    title: 'Order value',
    text: 'Blocks an order worth more than this.',
    limits: [{ key: 'maxDollars', label: 'Max dollars per order', unit: '$', as: 'decimal' }],
  },
  {
    guard: 'shareOfEquity',
    title: 'Share of equity',
    text: 'Blocks an order that would put more than this share of the account into one symbol.',
    limits: [
      { key: 'maxPercent', label: 'Max percent of equity in one symbol', unit: '%', as: 'decimal' },
    ],
  },
  {
    guard: 'distance',
    title: 'Distance from the market',
    text: 'Blocks a price too far through the market, and warns about one too far away from it.',
    limits: [
      { key: 'throughPercent', label: 'Max distance through the market', unit: '%', as: 'decimal' },
      { key: 'awayPercent', label: 'Max distance away from it', unit: '%', as: 'decimal' },
    ],
  },
  {
    guard: 'stalePrice',
    title: 'Stale price',
    text: 'Blocks an order while the latest price is older than this.',
    limits: [{ key: 'maxAgeMs', label: 'Max price age', unit: 'seconds', as: 'seconds' }],
  },
  {
    guard: 'repeat',
    title: 'Duplicate order',
    text: 'Blocks the same order if you place it again within this time.',
    limits: [{ key: 'withinMs', label: 'Within', unit: 'seconds', as: 'seconds' }],
  },
  {
    guard: 'ordersPerMinute',
    title: 'Orders per minute',
    text: 'Blocks further orders after this many in a minute.',
    limits: [{ key: 'maxOrders', label: 'Max orders per minute', unit: 'orders', as: 'count' }],
  },
  {
    guard: 'dailyLoss',
    title: 'Daily loss',
    text: 'Blocks new orders once the account has lost this much today. Needs a limit first.',
    limits: [{ key: 'maxDollars', label: 'Daily loss limit', unit: '$', as: 'decimal' }],
  },
  {
    guard: 'marketClosed',
    title: 'Market closed',
    text: 'Tells you when an order would wait for the market to open.',
    limits: [],
  },
  {
    guard: 'halt',
    title: 'Trading halt',
    text: 'Blocks an order in a symbol whose trading is halted.',
    limits: [],
  },
];

export const MINT_GUARDS: readonly GuardWords[] = [
  {
    guard: 'mintSize',
    title: 'Mint size',
    text: 'Blocks a mint larger than this. Dollars are calculated at the last price; leave the field empty for no limit.',
    limits: [
      { key: 'maxShares', label: 'Max shares per mint', unit: 'shares', as: 'decimal' },
      {
        key: 'maxDollars',
        label: 'Max dollars per mint',
        unit: '$',
        as: 'decimal',
        isOptional: true,
      },
    ],
  },
  {
    guard: 'mintDay',
    title: 'Mints per day',
    text: 'Blocks a mint if more than this would leave an account in one New York day, through Ballast or elsewhere.',
    limits: [
      { key: 'maxShares', label: 'Max shares per day', unit: 'shares', as: 'decimal' },
      {
        key: 'maxDollars',
        label: 'Max dollars per day',
        unit: '$',
        as: 'decimal',
        isOptional: true,
      },
    ],
  },
  {
    guard: 'mintRepeat',
    title: 'Duplicate mint',
    text: 'Blocks a mint that repeats another until you type a confirmation: the same label at any time, the same contents within this time.',
    limits: [{ key: 'withinMs', label: 'Same contents within', unit: 'seconds', as: 'seconds' }],
  },
  {
    guard: 'mintNames',
    title: 'Unknown network or issuer',
    text: 'Blocks a mint whose network or issuer is not known to Ballast or named by the broker.',
    limits: [],
  },
  {
    guard: 'mintSecond',
    title: 'Second person',
    text: 'A mint of this size or more is proposed instead of sent. It is sent once a second person approves it with their own passphrase. Dollars are calculated at the last price; leave the field empty for no limit.',
    limits: [
      { key: 'fromShares', label: 'Shares per mint, at least', unit: 'shares', as: 'decimal' },
      {
        key: 'fromDollars',
        label: 'Dollars per mint, at least',
        unit: '$',
        as: 'decimal',
        isOptional: true,
      },
    ],
  },
];

const ALL_GUARDS = [...GUARDS, ...MINT_GUARDS];

/** What a limit may be, for the field that takes it. */
export const WITHIN: Record<GuardLimit['as'], string> = {
  decimal: 'greater than zero',
  seconds: 'at most 86400',
  count: '1 to 10000',
};

export type GuardForm = Record<GuardName, { isOn: boolean; limits: Record<string, string> }>;
/** By guard and limit, such as `size.maxShares`. */
export type GuardIssues = Record<string, string>;
type ReadGuards = { ok: true; guards: GuardSettings } | { ok: false; issues: GuardIssues };

export function formOf(settings: GuardSettings): GuardForm {
  const entries = ALL_GUARDS.map(({ guard, limits }) => {
    const kept: Record<string, string | number | boolean | undefined> = settings[guard];
    const texts = limits.map(({ key, as }) => [key, textOf(kept[key], as)]);
    return [guard, { isOn: settings[guard].isOn, limits: Object.fromEntries(texts) }];
  });
  return Object.fromEntries(entries) as GuardForm;
}

export function readForm(form: GuardForm): ReadGuards {
  const issues: GuardIssues = {};
  const raw: Record<string, Record<string, unknown>> = {};
  for (const { guard, limits } of ALL_GUARDS) {
    const { isOn, limits: texts } = form[guard];
    const read: Record<string, unknown> = { isOn };
    for (const { key, as, unit, isOptional } of limits) {
      const text = (texts[key] ?? '').trim();
      // A guard that has no limit yet may be off without one.
      if (text === '' && (isOptional || (guard === 'dailyLoss' && !isOn))) continue;
      const value = readLimit(text, as, unit === '$');
      if ('issue' in value) issues[`${guard}.${key}`] = value.issue;
      else read[key] = value.value;
    }
    raw[guard] = read;
  }
  if (Object.keys(issues).length > 0) return { ok: false, issues };
  const guards = GuardSettings.safeParse(raw);
  if (guards.success) return { ok: true, guards: guards.data };
  for (const { path, message } of guards.error.issues)
    issues[path.map(String).join('.')] = `This ${message}.`;
  return { ok: false, issues };
}

function textOf(value: string | number | boolean | undefined, as: GuardLimit['as']): string {
  if (value === undefined) return '';
  const text = String(value);
  if (as !== 'seconds') return text;
  const padded = text.padStart(4, '0');
  return trimmed(`${padded.slice(0, -3)}.${padded.slice(-3)}`);
}

type Limit = { value: string | number } | { issue: string };

function readLimit(typed: string, as: GuardLimit['as'], isMoney: boolean): Limit {
  if (typed === '') return { issue: 'Enter a limit.' };
  const read = readTypedNumber(typed, { isMoney });
  if (!read.ok) return { issue: read.issue };
  const text = read.value;
  if (as === 'count') return readCount(text);
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (whole === undefined)
    return { issue: 'Enter at most 12 digits before the point and 9 after it.' };
  if (as === 'decimal')
    return /^[0.]+$/.test(text) ? { issue: 'Enter a number greater than zero.' } : { value: text };
  if (decimals.length > 3) return { issue: 'Enter at most 3 decimals of a second.' };
  const ms = `${whole}${decimals.padEnd(3, '0')}`.replace(/^0+(?=\d)/, '');
  // Small enough to be a number without loss: a day at most.
  if (ms.length > 8 || Number(ms) > MOST_MS)
    return { issue: 'Enter at most 86400 seconds (one day).' };
  return { value: Number(ms) };
}

function readCount(text: string): Limit {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1 || Number(text) > MOST_ORDERS)
    return { issue: 'Enter a whole number from 1 to 10000.' };
  return { value: Number(text) };
}

const MOST_MS = 86_400_000;
const MOST_ORDERS = 10_000;
const trimmed = (text: string): string => text.replace(/\.?0+$/, '');
