// Reads members of a request body whose shape nobody has checked. A member that is null counts as absent; a number is
// read as the shortest decimal that reads back as it, so that 0.1 in JSON is exactly 0.1.
import {
  decimalsOf,
  fromNumber,
  isMore,
  normalize,
  sign,
  type Decimal,
} from '#main/domain/decimal.ts';
import { isRecord } from '#main/tools/json.ts';
import { malformed, undecodable, unprocessable } from '#main/paper/refusal.ts';
import type { PriceUnits } from '#main/paper/types.ts';
import {
  DOLLAR_PRICE,
  toMoney,
  toPrice,
  toShares,
  type Money,
  type Shares,
} from '#main/paper/engine/units.ts';

export type Body = Record<string, unknown>;

const LONGEST_NUMBER = 60;
const LARGEST_QTY = '1000000000' as Decimal;
const LARGEST_NOTIONAL = '1000000000000' as Decimal;
const LARGEST_PRICE = '100000000' as Decimal;
const QTY_DECIMALS = 9;

export function readBody(body: unknown): Body {
  if (!isRecord(body)) throw undecodable();
  return body;
}

export function readMember(body: Body, name: string): unknown {
  return Object.hasOwn(body, name) ? (body[name] ?? null) : null;
}

export function readText(body: Body, name: string, longest: number): string | null {
  const value = readMember(body, name);
  if (value === null) return null;
  if (typeof value !== 'string') throw malformed(`${name} must be a string`);
  if (value.length > longest) throw malformed(`${name} must be no more than ${longest} characters`);
  // Half a surrogate pair would come back from the ledger as another character.
  if (!value.isWellFormed()) throw malformed(`${name} is not valid text`);
  return value;
}

export function readChoice<T extends string>(
  body: Body,
  name: string,
  choices: readonly T[],
): T | null {
  const value = readMember(body, name);
  if (value === null) return null;
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw malformed(`invalid ${name}`);
  return choice;
}

export function readFlag(body: Body, name: string): boolean | null {
  const value = readMember(body, name);
  if (value === null) return null;
  if (typeof value !== 'boolean') throw malformed(`${name} must be a boolean`);
  return value;
}

export function readObject(body: Body, name: string): Body | null {
  const value = readMember(body, name);
  if (value === null) return null;
  if (!isRecord(value)) throw malformed(`${name} must be an object`);
  return value;
}

export function readShares(body: Body, name: string): Shares | null {
  const qty = readAmount(body, name, LARGEST_QTY);
  return qty === null ? null : toShares(qty);
}

export function readMoney(body: Body, name: string): Money | null {
  const amount = readAmount(body, name, LARGEST_NOTIONAL);
  return amount === null ? null : toMoney(amount);
}

function readAmount(body: Body, name: string, largest: Decimal): Decimal | null {
  const amount = readPositive(body, name, name, largest);
  if (amount !== null && decimalsOf(amount) > QTY_DECIMALS) {
    throw unprocessable(`${name} can have at most ${QTY_DECIMALS} decimals`);
  }
  return amount;
}

/** `shownAs` is the name in messages, for members inside another ('stop_loss.stop_price'). */
export function readPrice(body: Body, name: string, shownAs = name): PriceUnits | null {
  const price = readPositive(body, name, shownAs, LARGEST_PRICE);
  if (price === null) return null;
  const units = toPrice(price);
  const most = units >= DOLLAR_PRICE ? 2 : 4;
  if (decimalsOf(price) > most) {
    throw unprocessable(
      `invalid ${shownAs} ${price}. sub-penny increment does not fulfill minimum pricing criteria`,
    );
  }
  return units;
}

export function readPositive(
  body: Body,
  name: string,
  shownAs: string,
  largest: Decimal,
): Decimal | null {
  const value = readMember(body, name);
  if (value === null) return null;
  const parsed = toDecimal(value);
  if (parsed === null) throw malformed(`${shownAs} must be a number`);
  if (sign(parsed) <= 0) throw unprocessable(`${shownAs} must be > 0`);
  if (isMore(parsed, largest)) throw unprocessable(`${shownAs} must be <= ${largest}`);
  return parsed;
}

/** Numbers as clients write them, exponents included ('1e-7'); null for anything else. */
export function toDecimal(value: unknown): Decimal | null {
  if (typeof value === 'number') return Number.isFinite(value) ? fromNumber(value) : null;
  if (typeof value !== 'string' || value.length > LONGEST_NUMBER) return null;
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(value);
  if (!match) return null;
  const [, minus = '', whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const digits = whole + fraction;
  const decimals = fraction.length - Number(exponent);
  const padded = digits.padStart(decimals + 1, '0');
  const text =
    decimals > 0
      ? `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`
      : digits + '0'.repeat(-decimals);
  return normalize(`${minus === '-' ? '-' : ''}${text}` as Decimal);
}
