import { expect, it } from 'vitest';
import { orderMenu, type OrderMenuActions } from '#renderer/trading/orders/order-menu.ts';
import type { OrderRow } from '#renderer/trading/orders/order-rows.ts';

const REASON = 'At the open: what did not fill in the opening auction ended.';
const told: string[] = [];
const actions = {
  hide: (text: string) => text,
  isFolded: () => false,
  isSelected: () => false,
  tell: (text: string) => void told.push(text),
} as unknown as OrderMenuActions;
const row = {
  symbol: 'NVDA',
  group: 'done',
  leg: 0,
  prices: {},
  clientOrderId: 'c',
  status: 'expired',
} as unknown as OrderRow;
const itemOf = (more: Partial<OrderRow>) => {
  const made = { ...row, ...more };
  const family = { head: made, legs: [] };
  const { items } = orderMenu({ ...made, family } as unknown as OrderRow, actions);
  return items.find(({ text }) => text === 'Show the reason');
};

it('tells the whole reason where no evidence has it', () => {
  itemOf({ reason: REASON })?.run?.();
  expect(told).toEqual([REASON]);
  expect(itemOf({})).toBeUndefined();
  expect(itemOf({ reason: REASON, intentId: 'i' })).toBeUndefined();
});
