import { describe, expect, it } from 'vitest';
import { createDataCodec } from '#main/wire/data-codec.ts';

const AT = Date.parse('2026-01-05T15:00:00.5Z');
const t = '2026-01-05T15:00:00.5Z';
const quote = {
  T: 'q',
  S: 'AAPL',
  bx: 'V',
  bp: 190.1,
  bs: 300,
  ax: 'Q',
  ap: 190.12,
  as: 200,
  c: ['R'],
  z: 'C',
  t,
};
const cancel = { T: 'x', S: 'AAPL', i: 71, x: 'V', p: 190.1, s: 100, a: 'C', z: 'C', t };
const correction = {
  T: 'c',
  S: 'AAPL',
  x: 'V',
  oi: 71,
  op: 190.1,
  os: 100,
  oc: ['@'],
  ci: 72,
  cp: 189.5,
  cs: 100,
  cc: ['@'],
  z: 'C',
  t,
};
const status = {
  T: 's',
  S: 'AAPL',
  sc: 'H',
  sm: 'Trading Halt',
  rc: 'T1',
  rm: 'News Pending',
  z: 'C',
  t,
};
const band = { T: 'l', S: 'AAPL', u: 199.5, d: 180.5, i: 'B', z: 'C', t };

const TOLD = {
  quote: {
    kind: 'quote',
    symbol: 'AAPL',
    bid: '190.1',
    bidSize: '300',
    ask: '190.12',
    askSize: '200',
    at: AT,
  },
  cancel: { kind: 'revision', symbol: 'AAPL', exchange: 'V', id: 71, price: '190.1' },
  status: { kind: 'status', symbol: 'AAPL', isHalted: true, at: AT, reason: 'News Pending' },
  band: { kind: 'band', symbol: 'AAPL', lower: '180.5', upper: '199.5', at: AT },
};

describe.each(['json', 'msgpack'] as const)(
  'what the stream says besides trades and bars, in %s',
  (name) => {
    const codec = createDataCodec(name);
    const read = (...messages: object[]) => codec.read(codec.encode(messages));

    it('is read, exactly', () => {
      const corrected = { ...TOLD.cancel, now: { id: 72, price: '189.5' } };
      expect(read(quote, cancel, correction, status, band)).toEqual({
        trades: [],
        bars: [],
        controls: [],
        refused: 0,
        news: [TOLD.quote, TOLD.cancel, corrected, TOLD.status, TOLD.band],
      });
    });

    it('leaves out what sets no price, and refuses what is no message of its kind', () => {
      const trade = { T: 't', S: 'AAPL', i: 1, x: 'V', p: 1, s: 1, z: 'C', t };
      const oddLot = read({ ...trade, c: ['@', 'I'] }, { ...trade, c: ['@'] });
      expect([oddLot.trades.length, oddLot.refused]).toEqual([1, 0]);
      // A correction to something that sets no price takes the price away.
      expect(read({ ...correction, cc: ['I'] }).news).toEqual([TOLD.cancel]);
      const broken = [
        { ...quote, bp: '190' },
        { ...quote, as: null },
        { ...quote, t: 'now' },
        { ...cancel, i: '71' },
        { ...correction, cp: -1 },
        { ...status, sc: 7 },
        { ...band, u: null },
        { ...band, S: 3 },
      ];
      const told = read(...broken);
      expect([told.refused, told.news]).toEqual([broken.length, undefined]);
    });

    it.each([
      ['A', '2', true],
      ['B', '3', false],
      ['C', 'H', true],
      ['C', 'P', true],
      ['C', 'T', false],
    ])('knows a halt and its end by the code of tape %s', (z, sc, isHalted) => {
      expect(read({ ...status, z, sc }).news).toMatchObject([{ isHalted }]);
    });

    it('takes no other status for either: quotes that are back before trading, a short sale restriction', () => {
      const others = ['Q', '5', '6', 'E', 'F', 'new'].map((sc) => ({ ...status, sc }));
      expect(read(...others)).toMatchObject({ refused: 0 });
      expect(read(...others).news).toBeUndefined();
    });

    it('shows a reason that is fit to be shown, and the code where there are no words', () => {
      const rm = `News\u202e\n${'x'.repeat(5_000)}`;
      const [long] = read({ ...status, rm }).news ?? [];
      expect(long).toMatchObject({ reason: expect.stringMatching(/^News x{10,200}…$/) as string });
      expect(read({ ...status, rm: '' }).news).toMatchObject([{ reason: 'T1' }]);
      expect(read({ ...status, rm: null, rc: ' ' }).news?.[0]).not.toHaveProperty('reason');
    });
  },
);
