// Shares that leave as tokens and come back: the equity follows what is held, cash stays, and nothing is earned or lost.
import { expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { createRig, HOUR, MINUTE, type Rig } from '#test/broker/engine/rig.ts';

const accountOf = (rig: Rig) => rig.engine.account(rig.account) as Record<string, string>;
const positionOf = (rig: Rig) =>
  rig.engine.position(rig.account, 'AAPL') as Record<'qty' | 'unrealized_pl', string>;
const move = (rig: Rig, qty: string) =>
  rig.engine.move({ accountId: rig.account, symbol: 'AAPL', qty: decimal(qty) });

it('half of a position that is minted takes its worth out of the equity, and a redeem brings it back', () => {
  const rig = createRig();
  rig.place({ qty: '10' });
  rig.tick('AAPL', 110);
  const before = accountOf(rig);
  const gain = positionOf(rig).unrealized_pl;
  move(rig, '-5');
  const out = accountOf(rig);
  expect([out['cash'], out['last_equity']]).toEqual([before['cash'], before['last_equity']]);
  expect(Number(out['equity'])).toBe(Number(before['equity']) - 5 * 110);
  // What stays has gained what it had gained.
  expect(Number(positionOf(rig).unrealized_pl)).toBe(Number(gain) / 2);
  move(rig, '5');
  expect(accountOf(rig)['equity']).toBe(before['equity']);
  expect(accountOf(rig)['cash']).toBe(before['cash']);
  // What came back has cost what it is worth: it has gained nothing since.
  expect(positionOf(rig)).toMatchObject({ qty: '10' });
  expect(Number(positionOf(rig).unrealized_pl)).toBe(Number(gain) / 2);
});

it('the curve of the equity has it for as long as it was away', () => {
  const rig = createRig();
  rig.place({ qty: '10' });
  rig.advance(2 * MINUTE);
  const startMs = rig.now();
  const before = Number(accountOf(rig)['equity']);
  move(rig, '-5');
  rig.advance(2 * MINUTE);
  const away = Number(accountOf(rig)['equity']);
  move(rig, '5');
  rig.advance(2 * MINUTE);
  const { equity } = rig.engine.portfolioHistory(rig.account, {
    startMs,
    endMs: startMs + HOUR,
    frame: '1Min',
    reporting: 'continuous',
    pnlReset: 'no_reset',
  });
  expect(new Set(equity)).toEqual(new Set([away, before]));
  expect(equity.at(-1)).toBe(before);
});
