import { expect, it } from 'vitest';
import { Alert, AlertSettings } from '#contract/alerts.ts';
import { DEFAULT_ALERTS } from '#main/desk/alerts/alert-store.ts';
import { shownWhileLocked } from '#main/desk/while-locked.ts';

const alert = Alert.parse({
  alertId: 'fill:1',
  kind: 'fill',
  at: 1,
  title: 'Filled: Buy 10 AAPL',
  text: '10 at 190.00.',
  target: { accountId: '019a8000-0000-7000-8000-000000000001', orderId: 'one' },
  way: 'sound',
});

it.each(['all', 'happened', 'nothing'] as const)(
  'is whole while nobody locked it: %s',
  (choice) => {
    expect(shownWhileLocked(alert, false, choice)).toEqual(alert);
  },
);

it('what is over is taken away, whatever a person chose', () => {
  const over = { ...alert, isOver: true as const };
  expect(shownWhileLocked(over, true, 'nothing')).toEqual(over);
});

it('is what a person chose behind the lock', () => {
  expect(shownWhileLocked(alert, true, 'all')).toEqual(alert);
  expect(shownWhileLocked(alert, true, 'nothing')).toBeUndefined();
});

it('says only that something happened, and leads to it once it is unlocked', () => {
  const shown = shownWhileLocked(alert, true, 'happened');
  expect(shown).toMatchObject({ alertId: alert.alertId, target: alert.target, way: 'sound' });
  expect(JSON.stringify([shown?.title, shown?.text])).not.toMatch(/AAPL|190|Filled|Practice/);
});

it('settings of earlier editions tell what happened, as they did', () => {
  const { whileLocked: _new, ...before } = DEFAULT_ALERTS;
  expect(AlertSettings.parse(before).whileLocked).toBe('all');
});
