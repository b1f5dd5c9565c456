// What a sentence says while amounts are hidden.
import { expect, it } from 'vitest';
import { hideNumbers } from '#contract/private-text.ts';
import { createHiding } from '#main/desk/hiding.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';

it.each([
  ['Buy 10 AAPL at 190.50, limit', 'Buy ••••• AAPL at •••••, limit'],
  ['Sell 0.5 BRK.B', 'Sell ••••• BRK.B'],
  ['$1,900.00 of MSFT.', '••••• of MSFT.'],
  ['The loss of -1,234.56 is more than 1000.', 'The loss of ••••• is more than •••••.'],
  // What nobody has more of by it.
  ['No new positions until 09:30 on 2026-11-17, 2.5% below.', undefined],
  ['Client order id 019a8000-0000-7000-8000-000000000005', undefined],
  ['request 7f3a, 1Day, order-12', undefined],
  ['The broker answered 503: busy. It waited more than 2 s to be sent.', undefined],
  ['The broker refused (403): insufficient buying power.', undefined],
  ['Asked 3 times over 10 minutes. Try again in 30 s.', undefined],
  ['NVDA is at 95.40. You asked for an alert when it is at or above 1,095.40.', undefined],
  ['You asked for an alert when it moves 2.5% from 95.40.', undefined],
  ['Batch b.csv is paused at 2 of 3: 2 completed, 0 rejected, 1 blocked, 9 wrong.', undefined],
  ['Batch b.csv is running, 173 of 300', undefined],
  [
    '1 row is blocked. Line 7: 99 QQQ requested.',
    '1 row is blocked. Line •••••: ••••• QQQ requested.',
  ],
  // A unit is no word that begins like one.
  ['Sell 12 shares, 3 hands', 'Sell ••••• shares, ••••• hands'],
])('of %j every amount is gone, and nothing else', (text, hidden = text) => {
  expect(hideNumbers(text)).toBe(hidden);
});

it.each([
  ': enter less',
  '; the rest',
  ', and',
  '. Then',
  ')',
  '?',
  '!',
  '"',
  ' - no',
  '/share',
  ' in all',
  '',
])('an amount is gone whatever follows it: %j', (after) => {
  for (const amount of ['392,823.89', '50000', '-1,234.5', '$7', '+0.5'])
    expect(hideNumbers(`It needs ${amount}${after}`)).toBe(`It needs •••••${after}`);
});

it('the tray and the notifications say amounts only while they are shown', () => {
  const appearance = { isPrivate: false };
  const settings = { get: () => ({ ui: { appearance } }) } as unknown as SettingsService;
  const hiding = createHiding(settings);
  const alert = { title: 'Bought 7 AMZN', text: 'At 180.00.' } as Parameters<
    typeof hiding.alert
  >[0];
  expect(hiding.alert(alert)).toEqual(alert);
  appearance.isPrivate = true;
  expect(hiding.alert(alert)).toEqual({ title: 'Bought ••••• AMZN', text: 'At •••••.' });
  expect(hiding.text('Buy 2 MSFT, new')).toBe('Buy ••••• MSFT, new');
});
