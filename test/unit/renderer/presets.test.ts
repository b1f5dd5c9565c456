import { describe, expect, it } from 'vitest';
import { uiAreas, type TicketPreset } from '#contract/ui.ts';
import {
  changeOf,
  presetWords,
  renamed,
  withoutPreset,
  withPreset,
} from '#renderer/trading/ticket/presets.ts';
import { newTicket, reduceTicket, type TicketFields } from '#renderer/trading/ticket/ticket.ts';

const bracket: TicketFields = {
  ...newTicket('AAPL').fields,
  side: 'sell',
  type: 'limit',
  limitPrice: '190',
  orderClass: 'bracket',
  qty: '10',
  exitUnit: 'percent',
  takeProfit: '5',
  stopLoss: '2',
  stopLossLimit: '180',
};
const saved = (name: string, fields = bracket, presets: TicketPreset[] = []): TicketPreset[] => {
  const next = withPreset(presets, name, fields);
  if (typeof next === 'string') throw new Error(next);
  return next;
};

describe('a preset', () => {
  it('keeps size, kind and exits, and neither symbol nor side nor a price', () => {
    const [preset] = saved(' Swing ');
    expect(preset).toEqual({
      name: 'Swing',
      sizeIn: 'shares',
      size: '10',
      type: 'limit',
      timeInForce: 'day',
      orderClass: 'bracket',
      extendedHours: false,
      trailUnit: 'dollars',
      trail: '',
      exitUnit: 'percent',
      takeProfit: '5',
      stopLoss: '2',
    });
    const inPrices = saved('P', { ...bracket, exitUnit: 'price', takeProfit: '200' });
    expect(inPrices[0]).toMatchObject({ exitUnit: 'price', takeProfit: '', stopLoss: '' });
    expect(uiAreas.presets.parse({ presets: inPrices })).toEqual({ presets: inPrices });
  });

  it('goes into the ticket of another symbol and complains of nothing', () => {
    const [preset] = saved('Swing');
    const ticket = reduceTicket(newTicket('MSFT'), { kind: 'apply', change: changeOf(preset!) });
    expect(ticket.touched).toEqual(new Set());
    expect(ticket.fields).toEqual({
      ...newTicket('MSFT').fields,
      type: 'limit',
      orderClass: 'bracket',
      qty: '10',
      exitUnit: 'percent',
      takeProfit: '5',
      stopLoss: '2',
    });
  });

  it('leaves the size alone where it has none', () => {
    const [preset] = saved('Kind', { ...bracket, qty: '' });
    expect(changeOf(preset!)).not.toHaveProperty('qty');
  });

  it('says what is in it', () => {
    expect(presetWords(saved('Swing')[0]!)).toBe('10 shares, limit, Bracket 5% and 2%');
  });
});

describe('the list of presets', () => {
  it('has one of each name, in order', () => {
    const two = saved('a', { ...bracket, qty: '1' }, saved('b'));
    expect(two.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(saved('b', { ...bracket, qty: '7' }, two).map(({ size }) => size)).toEqual(['1', '7']);
    expect(withoutPreset(two, 'a').map(({ name }) => name)).toEqual(['b']);
  });

  it('renames one, and not to the name of another', () => {
    const two = saved('a', bracket, saved('b'));
    expect(renamed(two, 'a', 'c')).toMatchObject([{ name: 'b' }, { name: 'c' }]);
    expect(renamed(two, 'a', 'b')).toMatch(/another preset/i);
    expect(renamed(two, 'x', 'c')).toMatch(/gone/);
  });

  it.each([
    ['', /name of at most 40/],
    ['x'.repeat(41), /name of at most 40/],
    ['a\u200bb', /invisible/],
  ])('refuses the name %j in words', (name, why) => {
    expect(withPreset([], name, bracket)).toMatch(why);
  });

  it('holds at most 50', () => {
    const full = Array.from({ length: 50 }, (_, n) => ({ ...saved('x')[0]!, name: `p${n}` }));
    expect(withPreset(full, 'one more', bracket)).toMatch(/50 presets already/);
    expect(withPreset(full, 'p3', bracket)).toHaveLength(50);
  });
});
