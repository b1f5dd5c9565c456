import { describe, expect, it } from 'vitest';
import { DEFAULT_GUARDS, GuardSettings } from '#contract/trading.ts';
import {
  formOf,
  GUARDS,
  MINT_GUARDS,
  readForm,
  type GuardForm,
  type GuardName,
} from '#renderer/screens/settings/guards/guard-form.ts';

const form = formOf(DEFAULT_GUARDS);
const withLimit = (guard: GuardName, key: string, text: string, isOn = true): GuardForm => ({
  ...form,
  [guard]: { isOn, limits: { ...form[guard].limits, [key]: text } },
});

describe('the guards as they are typed', () => {
  it('offers every guard there is, once', () => {
    expect([...GUARDS, ...MINT_GUARDS].map(({ guard }) => guard).sort()).toEqual(
      Object.keys(GuardSettings.shape).sort(),
    );
  });

  it('reads back what it shows, to the last digit', () => {
    const odd = GuardSettings.parse({
      ...DEFAULT_GUARDS,
      size: { isOn: false, maxShares: '0.000000001' },
      value: { isOn: true, maxDollars: '999999999999.123456789' },
      stalePrice: { isOn: true, maxAgeMs: 1 },
      repeat: { isOn: true, withinMs: 12_340 },
      dailyLoss: { isOn: true, maxDollars: '250.50' },
      // No limit in dollars.
      mintSize: { isOn: true, maxShares: '0.5' },
    });
    expect(formOf(odd).stalePrice.limits['maxAgeMs']).toBe('0.001');
    expect(formOf(odd).repeat.limits['withinMs']).toBe('12.34');
    expect(readForm(formOf(odd))).toEqual({ ok: true, guards: odd });
    expect(readForm(form)).toEqual({ ok: true, guards: DEFAULT_GUARDS });
  });

  it.each<[GuardName, string, string, RegExp]>([
    ['size', 'maxShares', '', /Enter a limit/],
    ['size', 'maxShares', '0', /greater than zero/],
    ['size', 'maxShares', '0.00', /greater than zero/],
    ['size', 'maxShares', '-1', /without a minus sign/],
    ['size', 'maxShares', '5,00', /write 5\.00 with a point/],
    ['size', 'maxShares', '1e3', /without an exponent/],
    ['size', 'maxShares', '$5', /without a dollar sign/],
    ['value', 'maxDollars', '1.0000000001', /9 after/],
    ['shareOfEquity', 'maxPercent', 'half', /write a number/],
    ['stalePrice', 'maxAgeMs', '1.0001', /3 decimals/],
    ['stalePrice', 'maxAgeMs', '86401', /at most 86400/],
    ['stalePrice', 'maxAgeMs', '999999999999', /at most 86400/],
    ['ordersPerMinute', 'maxOrders', '1.5', /whole number/],
    ['ordersPerMinute', 'maxOrders', '0', /whole number/],
    ['ordersPerMinute', 'maxOrders', '10001', /whole number/],
    ['dailyLoss', 'maxDollars', '', /Enter a limit/],
    ['mintDay', 'maxShares', '', /Enter a limit/],
    ['mintDay', 'maxDollars', '0', /greater than zero/],
  ])('says at %s.%s what is wrong with "%s"', (guard, key, text, words) => {
    const read = readForm(withLimit(guard, key, text));
    expect(read.ok ? {} : read.issues).toEqual({
      [`${guard}.${key}`]: expect.stringMatching(words),
    });
  });

  it('lets the loss of the day be off without a limit, and keeps one that was typed', () => {
    const none = readForm(withLimit('dailyLoss', 'maxDollars', '', false));
    expect(none.ok && none.guards.dailyLoss).toEqual({ isOn: false });
    const kept = readForm(withLimit('dailyLoss', 'maxDollars', '300', false));
    expect(kept.ok && kept.guards.dailyLoss).toEqual({ isOn: false, maxDollars: '300' });
  });

  it('takes spaces around a number for nothing', () => {
    const read = readForm(withLimit('size', 'maxShares', ' 7 '));
    expect(read.ok && read.guards.size).toEqual({ isOn: true, maxShares: '7' });
  });
});
