import type { AlertKind, AlertWay, PriceAlert, WhileLocked } from '#contract/alerts.ts';
import { Quantity } from '#contract/decimal.ts';
import { readTypedNumber } from '#contract/typed-number.ts';
import { formatPrice, formatQuantity } from '#renderer/ui/format.ts';

export const WAYS: readonly (readonly [AlertWay, string])[] = [
  ['off', 'Off'],
  ['tray', 'In the list only'],
  ['notify', 'Notification'],
  ['sound', 'Notification and sound'],
];

export const WHILE_LOCKED: readonly (readonly [WhileLocked, string])[] = [
  ['all', 'What happened'],
  ['happened', 'Only that something happened'],
  ['nothing', 'Nothing: no notifications'],
];

/** In the order in which they are offered: what matters most comes first. */
export const KINDS: readonly (readonly [AlertKind, string])[] = [
  ['unknown', 'An order is unconfirmed'],
  ['late', 'Placed after all'],
  ['no-exit', 'A position has no exit left'],
  ['fill', 'Fills'],
  ['refusal', 'Refusals, busts and corrections'],
  ['guard-stop', 'Stopped by a guard'],
  ['cancel', 'Cancels'],
  ['expired', 'Expired orders'],
  ['elsewhere', 'Mints that this desk did not send'],
  ['redeem', 'Incoming redeems'],
  ['mint', 'Mints and redeems completed or rejected'],
  ['price', 'Price alerts'],
  ['unwatched', 'An account is not watched'],
  ['stream-down', 'A stream is down'],
  ['journal', 'Orders cannot be recorded'],
];

export type RuleKind = PriceAlert['rule']['kind'];

export const RULES: readonly (readonly [RuleKind, string])[] = [
  ['above', 'rises to'],
  ['below', 'falls to'],
  ['move', 'moves by'],
];

export function ruleText(rule: PriceAlert['rule']): string {
  switch (rule.kind) {
    case 'above':
      return `rises to ${formatPrice(rule.price)}`;
    case 'below':
      return `falls to ${formatPrice(rule.price)}`;
    case 'move':
      return `moves ${formatQuantity(rule.percent)}% from ${formatPrice(rule.from)}`;
    default:
      return rule satisfies never;
  }
}

/** The seconds after which a silent stream is told of, or what is wrong with them. */
export function readSeconds(text: string): { value: number } | { issue: string } {
  const read = readTypedNumber(text);
  if (!read.ok) return { issue: read.issue };
  const value = /^\d{1,4}$/.test(read.value) ? Number(read.value) : 0;
  return value >= 1 && value <= 3_600
    ? { value }
    : { issue: 'Enter whole seconds from 1 to 3600.' };
}

/** The price or the percentage that was typed, or what is wrong with it, before main is asked. */
export function readLevel(text: string, kind: RuleKind): { value: Quantity } | { issue: string } {
  const read = readTypedNumber(text, { isMoney: kind !== 'move' });
  if (!read.ok) return { issue: read.issue };
  const value = Quantity.safeParse(read.value);
  return value.success
    ? { value: value.data }
    : { issue: 'Enter a number with at most 12 digits before the point and 9 after it.' };
}
