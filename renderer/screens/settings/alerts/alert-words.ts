import type { AlertKind, AlertWay, PriceAlert } from '#contract/alerts.ts';
import { formatPrice, formatQuantity } from '#renderer/ui/format.ts';

export const WAYS: readonly (readonly [AlertWay, string])[] = [
  ['off', 'Off'],
  ['tray', 'In the list only'],
  ['notify', 'Notification'],
  ['sound', 'Notification and sound'],
];

/** In the order in which they are offered: what matters most comes first. */
export const KINDS: readonly (readonly [AlertKind, string])[] = [
  ['unknown', 'An order is unknown'],
  ['late', 'Placed after all'],
  ['fill', 'Fills'],
  ['refusal', 'Refusals'],
  ['guard-stop', 'Stopped by a guard'],
  ['cancel', 'Cancels'],
  ['expired', 'Expired orders'],
  ['mint', 'Mints completed or rejected'],
  ['price', 'Price alerts'],
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
      return `moves ${formatQuantity(rule.percent)} % from ${formatPrice(rule.from)}`;
    default:
      return rule satisfies never;
  }
}

/** The seconds after which a silent stream is told of, or what is wrong with them. */
export function readSeconds(text: string): { value: number } | { issue: string } {
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  return value >= 1 && value <= 3_600
    ? { value }
    : { issue: 'Enter whole seconds from 1 to 3600.' };
}

const NUMBER = /^\d{1,12}(\.\d{1,9})?$/;

/** What is wrong with the price or the percentage that was typed, before main is asked. */
export const levelIssue = (text: string): string | undefined =>
  NUMBER.test(text.trim()) ? undefined : 'Enter a plain number such as 190.50.';
