import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { encodeMint } from '#main/wire/tokenization.ts';
import { ACCOUNT, aDraft, createWorlds, newId, value } from '#test/unit/account/orders/world.ts';

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

it('shares that an unknown mint may have taken are not there to sell', () => {
  const world = createWorld();
  world.hold('10');
  const intentId = newId();
  const form = {
    underlyingSymbol: 'AAPL',
    qty: '4',
    issuer: 'xstocks',
    network: 'solana',
    walletAddress: 'w',
  };
  const body = encodeMint(form, intentId);
  world.journal.record({
    intentId,
    accountId: ACCOUNT,
    kind: 'mint',
    body,
    symbol: 'AAPL',
    title: 'Mint',
    confirmedAt: 0,
  });
  const free = () => value(world.trading.closingDraft('AAPL')).qty;
  expect(free()).toBe('6');
  const go = (step: 'sent' | 'lost' | 'set-aside') =>
    world.journal.advance(
      intentId,
      { step },
      { kind: step === 'set-aside' ? 'person' : step, text: step },
    );
  go('sent');
  go('lost');
  expect(free()).toBe('6');
  // Nobody waits for it any more, and nobody can cancel it: the broker says what it has taken.
  go('set-aside');
  expect(world.state(intentId)).toBe('set-aside');
  expect(free()).toBe('10');
});
