// Numbers as a person reads them. Intl takes the decimal text itself, so no digit passes through floating point.
const MONEY = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const PRICE = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const SIGNED = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});

const SIGNED_PERCENT = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});
const QUANTITY = new Intl.NumberFormat('en-US', { maximumFractionDigits: 9 });

type NumberText = Intl.StringNumericLiteral;

export const formatMoney = (value: string): string => MONEY.format(value as NumberText);
export const formatPrice = (value: string): string => PRICE.format(value as NumberText);
export const formatSigned = (value: string): string => SIGNED.format(value as NumberText);
export const formatQuantity = (value: string): string => QUANTITY.format(value as NumberText);

/** Of a part of one: 0.0123 reads +1.23%. */
export const formatSignedPercent = (part: string): string =>
  SIGNED_PERCENT.format(part as NumberText);

export type Direction = 'up' | 'down' | undefined;

/** Which way a signed number points; zero points nowhere. */
export function directionOf(value: string | undefined): Direction {
  if (value === undefined || /^-?0*(\.0*)?$/.test(value)) return undefined;
  return value.startsWith('-') ? 'down' : 'up';
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

/** Exchange time, with the day in front unless it is today's there. */
export function formatExchangeMoment(epochMs: number, nowMs: number): string {
  const day = NEW_YORK_DAY.format(epochMs);
  const time = formatExchangeTime(epochMs);
  return day === NEW_YORK_DAY.format(nowMs) ? time : `${day}, ${time.slice(0, 5)}`;
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
