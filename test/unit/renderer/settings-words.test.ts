import { describe, expect, it } from 'vitest';
import { AlertKind, AlertWay, PriceAlert } from '#contract/alerts.ts';
import { PAPER_FAULTS } from '#main/domain/paper-faults.ts';
import { engineOf, NOTICES } from '#renderer/screens/settings/about/notices.ts';
import {
  KINDS,
  readLevel,
  readSeconds,
  ruleText,
  WAYS,
} from '#renderer/screens/settings/alerts/alert-words.ts';
import { timesWords, whereToLook } from '#renderer/screens/settings/break-it/where-to-look.ts';
import packageJson from '#package' with { type: 'json' };

describe('the words of the settings', () => {
  it('offers every kind of alert and every way of telling', () => {
    expect(KINDS.map(([kind]) => kind).sort()).toEqual([...AlertKind.options].sort());
    expect(WAYS.map(([way]) => way)).toEqual(AlertWay.options);
  });

  it('says rules exactly', () => {
    const rule = PriceAlert.shape.rule;
    expect(ruleText(rule.parse({ kind: 'above', price: '190.5' }))).toBe('rises to 190.50');
    expect(ruleText(rule.parse({ kind: 'below', price: '0.0001' }))).toBe('falls to 0.0001');
    expect(ruleText(rule.parse({ kind: 'move', percent: '0.000001', from: '10' }))).toBe(
      'moves 0.000001% from 10.00',
    );
  });

  it.each([
    ...['0', '3601', '1.5', '12345'].map((text) => [text, 'Enter whole seconds from 1 to 3600.']),
    ['', 'Enter a number.'],
    ['-1', '"-1": write it without a minus sign.'],
    ['1,5', '"1,5": write 1.5 with a point.'],
    ['1e2', '"1e2": write the number out, without an exponent.'],
  ])('refuses "%s" seconds', (text, issue) => {
    expect(readSeconds(text)).toEqual({ issue });
  });

  it('takes seconds from 1 to 3600', () => {
    expect([readSeconds('1'), readSeconds(' 3600 ')]).toEqual([{ value: 1 }, { value: 3_600 }]);
  });

  it('asks for plain numbers', () => {
    expect(['190.50', '$1,000', '1.'].map((text) => readLevel(text, 'above'))).toEqual([
      { value: '190.50' },
      { value: '1000' },
      { value: '1' },
    ]);
    for (const text of ['', '-1', '190,50', '1234567890123', 'x'])
      expect(readLevel(text, 'above')).toHaveProperty('issue');
    expect(readLevel('$5', 'move')).toEqual({ issue: '"$5": write it without a dollar sign.' });
  });

  it('says of every fault where to look', () => {
    for (const { name } of PAPER_FAULTS) expect(whereToLook(name).length).toBeGreaterThan(40);
    expect(whereToLook('order-refused')).not.toBe(whereToLook('order-lost'));
    expect(whereToLook('orders-cut')).toContain('order stream');
    expect(whereToLook('down')).toContain('header');
    expect([timesWords(0), timesWords(1), timesWords(5)]).toEqual(['0 times', 'once', '5 times']);
  });

  it('names what draws, and a notice for every work that is shipped', () => {
    expect(engineOf('Mozilla/5.0 Chrome/140.0.1 Electron/45.3.2 Safari/537.36')).toBe(
      'Electron 45.3.2, Chrome 140.0.1',
    );
    const told = NOTICES.map(({ name }) => name.toLowerCase().replaceAll(/[ -]/g, '')).join(' ');
    const unnamed = Object.keys(packageJson.dependencies).filter((name) => {
      const plain = name
        .replace(/^@fontsource-variable\//, '')
        .replace(/^@(tanstack|base-ui)\/react.*/, '$1')
        .replace(/^@(noble|scure)\/(.*)/, '$1$2')
        .replace(/-react$|-dom$/, '')
        .replaceAll('-', '');
      return !told.includes(plain);
    });
    expect(unnamed).toEqual([]);
  });
});
