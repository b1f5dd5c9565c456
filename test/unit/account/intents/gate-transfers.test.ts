import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { encodeMint } from '#main/wire/tokenization.ts';
import { ACCOUNT, aDraft, createWorlds, newId } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

describe('what moved in or out of the account', () => {
  const lossOf = (world: ReturnType<typeof createWorld>) =>
    world.gate.verdicts(aDraft()).find(({ guard }) => guard === 'dailyLoss')?.level;

  it('is no loss of the day', () => {
    const world = createWorld();
    world.settings.guards = {
      ...world.settings.guards,
      dailyLoss: { isOn: true, maxDollars: decimal('500') },
    };
    const account = world.book.account()?.account;
    world.book.putAccount({ ...account!, equity: decimal('99000') }, world.time.clock.wall());
    expect(lossOf(world)).toBe('block');
    world.book.putTransfers(decimal('-800'));
    expect(lossOf(world)).toBe('pass');
    world.book.putTransfers(decimal('2000'));
    expect(lossOf(world)).toBe('block');
  });

  it('by a mint that was accepted since the positions were asked for cannot be sold too', () => {
    const world = createWorld();
    world.hold('10');
    world.time.advance(1_000);
    const intentId = newId();
    const form = {
      underlyingSymbol: 'AAPL',
      qty: decimal('4'),
      issuer: 'xstocks',
      network: 'solana',
      walletAddress: 'wallet',
      label: '',
    };
    const mint = {
      intentId,
      accountId: ACCOUNT,
      kind: 'mint',
      symbol: 'AAPL',
      title: 'Mint',
    } as const;
    const { journal } = world;
    journal.record({ ...mint, body: encodeMint(form, intentId), confirmedAt: 0 });
    journal.advance(intentId, { step: 'sent' }, { kind: 'sent', text: 'Sent.' });
    expect(world.trading.closingDraft('AAPL')).toMatchObject({ value: { qty: '6' } });
    const answered = { kind: 'answered', text: 'The broker has it.' } as const;
    journal.advance(intentId, { step: 'accepted', resultId: 'r-1' }, answered);
    expect(world.trading.closingDraft('AAPL')).toMatchObject({ value: { qty: '6' } });
    world.time.advance(1_000);
    world.hold('6');
    expect(world.trading.closingDraft('AAPL')).toMatchObject({ value: { qty: '6' } });
  });
});
