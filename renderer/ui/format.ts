// Numbers as a person reads them. Intl takes the decimal text itself, so no digit passes through floating point.
// Nothing reads -0.00.
const numbers = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en-US', { signDisplay: 'negative', ...options });
const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const FINE = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
const SMALL = { maximumSignificantDigits: 4 };
const SIGN = { signDisplay: 'exceptZero' } as const;

const MONEY = numbers(CENTS);
const SIGNED = numbers({ ...CENTS, ...SIGN });
const PRICES = [numbers(FINE), numbers(SMALL)] as const;
const SIGNED_PRICES = [numbers({ ...FINE, ...SIGN }), numbers({ ...SMALL, ...SIGN })] as const;
const SIGNED_PERCENT = numbers({ style: 'percent', ...CENTS, ...SIGN });
const QUANTITY = numbers({ maximumFractionDigits: 9 });

type NumberText = Intl.StringNumericLiteral;

export const formatMoney = (value: string): string => MONEY.format(value as NumberText);
/** Four decimals, and more where those would say nothing. */
const fine = ([usual, small]: typeof PRICES, value: string): string =>
  // Only to choose; what is written is the text itself.
  (isSmall(Number(value)) ? small : usual).format(value as NumberText);
const isSmall = (value: number): boolean => value !== 0 && Math.abs(value) < 0.01;
export const formatPrice = (value: string): string => fine(PRICES, value);
/** How far a price moved: as fine as the price itself. */
export const formatSignedPrice = (value: string): string => fine(SIGNED_PRICES, value);
export const formatSigned = (value: string): string => SIGNED.format(value as NumberText);
/** '+$95.00', '−$84.20'; what rounds to nothing has no sign. */
export function formatGain(value: string): string {
  const written = formatSigned(value);
  const sign = { up: '+', down: '−', none: '' }[directionOf(written) ?? 'none'];
  return `${sign}$${written.replace(/^[+-]/, '')}`;
}
export const formatQuantity = (value: string): string => QUANTITY.format(value as NumberText);
/** '1 share', '2.5 shares' */
export const formatShares = (qty: string): string =>
  `${formatQuantity(qty)} ${Number(qty) === 1 ? 'share' : 'shares'}`;

/** Of a part of one: 0.0123 reads +1.23%. */
export const formatSignedPercent = (part: string): string =>
  SIGNED_PERCENT.format(part as NumberText);

type Direction = 'up' | 'down' | undefined;

/** Which way a number points as it is written: what reads as nothing points nowhere, whatever it was. */
export function directionOf(written: string | undefined): Direction {
  if (written === undefined || !/[1-9]/.test(written)) return undefined;
  return written.includes('-') ? 'down' : 'up';
}

const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Exchange time, as every table and axis shows it. */
export const formatExchangeTime = (epochMs: number): string => NEW_YORK.format(epochMs);

const NEW_YORK_DAY = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  month: 'short',
  day: 'numeric',
});

const NEW_YORK_DATE = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'medium',
});

/** Exchange time, with the day in front unless it is today's there; of another year its date alone. */
export function formatExchangeMoment(epochMs: number, nowMs: number): string {
  const [date, today] = [NEW_YORK_DATE.format(epochMs), NEW_YORK_DATE.format(nowMs)];
  const time = formatExchangeTime(epochMs);
  if (date === today) return time;
  const isThisYear = date.slice(-4) === today.slice(-4);
  return isThisYear ? `${NEW_YORK_DAY.format(epochMs)}, ${time.slice(0, 5)}` : date;
}

const NEW_YORK_INSTANT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** To the millisecond, whenever it was, with its date in front unless that is today's: for evidence. */
export function formatExchangeInstant(epochMs: number, nowMs: number): string {
  const [date, today] = [NEW_YORK_DATE.format(epochMs), NEW_YORK_DATE.format(nowMs)];
  const time = NEW_YORK_INSTANT.format(epochMs);
  return date === today ? time : `${date}, ${time}`;
}

// One for all: toLocaleString makes its own each time, and tooltips are written with every price.
const LOCAL = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

export const formatTimeTooltip = (epochMs: number): string =>
  `${LOCAL.format(epochMs)} local · ${new Date(epochMs).toISOString()}`;

/** '3 s', '12 min', '5 h': an age at a glance. */
export function formatAge(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h`;
}
