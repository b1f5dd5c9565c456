import { expect, it } from 'vitest';
import type { AlertEvent } from '#main/desk/alerts/alert-events.ts';
import { decimal } from '#main/domain/decimal.ts';
import { alertsOn, createMemoryDisk } from '#test/support/memory-document.ts';
import { ACCOUNT, anIntent, createWorld } from '#test/unit/desk/alerts/world.ts';

function setUp() {
  const disk = createMemoryDisk();
  return { ...createWorld(alertsOn(disk)), disk, fill: () => (disk.isFull = true) };
}

it('tells that the disk is full although that cannot be noted on it', () => {
  const { fill, breakJournal, news, titles } = setUp();
  fill();
  breakJournal('The disk is full.');
  news({ kind: 'intent', intent: anIntent({ state: 'accepted' }) });
  news({ kind: 'intent', intent: anIntent({ state: 'accepted' }) });
  expect(titles()).toEqual(['Orders cannot be recorded']);
});

it('waits for the disk once for each alert, once when it is over, and once when it is looked at', () => {
  const { disk, notifier } = setUp();
  const writes = (run: () => void): number => {
    const before = disk.writes;
    run();
    return disk.writes - before;
  };
  const event = (nth: number): AlertEvent => ({
    alertId: `alert-${nth}`,
    kind: 'refusal',
    title: 'Refused',
    text: 'The broker refused it.',
    target: { accountId: ACCOUNT },
  });
  const kept = () => alertsOn(disk);
  for (let nth = 1; nth <= 60; nth++) {
    expect(writes(() => notifier.notify(event(nth)))).toBe(1);
    expect(kept().unseen()).toContain(`alert-${nth}`);
    expect(kept().recent().at(-1)?.alertId).toBe(`alert-${nth}`);
  }
  expect(writes(() => notifier.withdraw('alert-60'))).toBe(1);
  expect([kept().unseen().length, kept().recent().length]).toEqual([49, 49]);
  expect(writes(() => notifier.see(['alert-59']))).toBe(1);
  expect(kept().unseen()).not.toContain('alert-59');
  expect(writes(() => notifier.see(['alert-59']))).toBe(0);
});

it('tells a price once, and whoever else follows prices hears of it', () => {
  const { fill, prices, titles, store } = setUp();
  const price = (text: string) => ({
    symbol: 'AAPL',
    price: decimal(text),
    tradedAt: 0,
    receivedAt: 0,
  });
  prices.add(ACCOUNT, 'AAPL', { kind: 'above', price: decimal('200') }, price('190'));
  fill();
  prices.onPrices(ACCOUNT, 'Practice, PRACTICE', [price('201')]);
  prices.onPrices(ACCOUNT, 'Practice, PRACTICE', [price('202')]);
  expect(titles()).toEqual(['AAPL is at 201.00']);
  // What a person asks for is another matter: it is said that it was not kept.
  expect(() => store.savePriceAlerts([])).toThrow('The disk is full. This was not saved');
  expect(store.priceAlerts()).toHaveLength(1);
});
