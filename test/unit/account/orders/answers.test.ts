// What a person is told who asks for something that cannot be done, and where the form shows it.
import { describe, expect, it } from 'vitest';
import { encodeMint } from '#main/wire/tokenization.ts';
import {
  ACCOUNT,
  aDraft,
  aMarketDraft,
  anOrder,
  createWorlds,
  deferred,
  newId,
  value,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
type World = ReturnType<typeof createWorld>;

const declined = (message: string) => ({ ok: false, failure: { kind: 'not-allowed', message } });
const invalid = (path: string, message: string) => ({
  ok: false,
  failure: { kind: 'invalid', issues: [{ path, message }] },
});
const NO_ORDER = invalid('intentId', 'There is no such order.');

async function lost(world: World) {
  world.broker.will({ kind: 'request-lost' });
  return value(await world.submit()).intentId;
}

function recordMint(world: World): string {
  const intentId = newId();
  const mint = {
    underlyingSymbol: 'AAPL',
    qty: '1',
    issuer: 'xstocks',
    network: 'ethereum',
    walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  };
  const recorded = world.journal.record({
    intentId,
    accountId: ACCOUNT,
    kind: 'mint',
    body: encodeMint(mint, intentId),
    symbol: 'AAPL',
    title: 'Mint',
    confirmedAt: 0,
  });
  expect(recorded.ok).toBe(true);
  return intentId;
}

describe('an order that is asked for twice', () => {
  it('is the one that is known, also when it could not be placed any more', async () => {
    const options = { traits: { status: 'active', tradable: true } };
    const world = createWorld(options);
    const intentId = newId();
    const { resultId: orderId } = value(await world.submit(aDraft(), intentId));
    const change = value(await world.replace(orderId!)).intentId;
    options.traits = { status: 'inactive', tradable: false };
    expect(value(await world.submit(aDraft(), intentId))).toMatchObject({ resultId: orderId });
    expect(value(await world.replace(orderId!, { limitPrice: '180' }, change)).state).toBe(
      'accepted',
    );
    const wrong = { failure: { kind: 'invalid', issues: [{ path: 'symbol' }] } };
    expect(await world.submit()).toMatchObject(wrong);
    const head = world.broker.ledger.at(-1)!.id;
    expect(await world.replace(head)).toMatchObject(wrong);
  });
});

describe('an order that is not there', () => {
  it('is not canceled, looked up, set aside or sent again; neither is a mint', async () => {
    const world = createWorld();
    for (const intentId of [newId(), recordMint(world)]) {
      expect(await world.trading.cancelUnknown(intentId)).toEqual(NO_ORDER);
      expect(world.trading.setAside(intentId)).toEqual(NO_ORDER);
      expect(await world.trading.lookAgain(intentId)).toEqual(NO_ORDER);
      expect(await world.trading.sendAgain(intentId, [])).toEqual(NO_ORDER);
    }
    expect(await world.trading.lookUpUnsettled()).toBe(true);
    expect(world.broker.calls.byClient).toEqual([]);
    world.trading.recover();
    await world.pass(1_000);
    expect(world.broker.calls.byClient).toEqual([]);
  });

  it('is not changed', async () => {
    const world = createWorld();
    expect(await world.replace('nowhere')).toEqual(
      invalid('orderId', 'This account has no such order.'),
    );
  });
});

describe('an order whose fate is known', () => {
  it('is neither set aside nor sent again nor looked for', async () => {
    const world = createWorld();
    const { intentId } = value(await world.submit());
    const known = declined('The outcome of this order is already known.');
    expect(world.trading.setAside(intentId)).toEqual(known);
    expect(await world.trading.sendAgain(intentId, [])).toEqual(known);
    expect(await world.trading.lookAgain(intentId)).toEqual(known);
  });

  it('is not canceled when it was refused or never sent', async () => {
    const world = createWorld();
    world.broker.will({ kind: 'status', status: 403 }, { kind: 'unreachable' });
    const refused = value(await world.submit()).intentId;
    const unsent = value(await world.submit(aDraft({ qty: '11' }))).intentId;
    expect(await world.trading.cancelUnknown(refused)).toEqual(
      declined('This order was refused, so there is nothing to cancel.'),
    );
    expect(await world.trading.cancelUnknown(unsent)).toEqual(
      declined('This order was not sent, so there is nothing to cancel.'),
    );
    expect(world.broker.calls.cancel).toEqual([]);
  });
});

describe('an order on its way', () => {
  it('is neither set aside nor sent again before it is unknown', async () => {
    const world = createWorld();
    const gate = deferred();
    const intentId = newId();
    world.broker.will({ kind: 'queued', go: gate.promise });
    const submitted = world.submit(aDraft(), intentId);
    expect(world.trading.setAside(intentId)).toEqual(
      declined('Only an order that is unconfirmed can be set aside; this one is recorded.'),
    );
    expect(await world.trading.sendAgain(intentId, [])).toEqual(
      declined('Only an order that is unconfirmed can be sent again; this one is recorded.'),
    );
    gate.go();
    await submitted;
  });

  it('is not sent again while it is being sent, nor when it may not go', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const intentId = await lost(world);
    const gate = deferred();
    world.broker.will({ kind: 'queued', go: gate.promise });
    const first = world.trading.sendAgain(intentId, []);
    await world.pass(0);
    expect(await world.trading.sendAgain(intentId, [])).toEqual(
      declined('It is being sent right now.'),
    );
    world.settings.isStopped = true;
    gate.go();
    expect(await first).toEqual(declined('Not sent again: All trading is stopped.'));
  });

  it('is not sent again once it was canceled, or another has its id', async () => {
    const world = createWorld({ refusesReusedIds: false });
    world.broker.state.lookups = 'blind';
    const canceled = await lost(world);
    value(await world.trading.cancelUnknown(canceled));
    expect(await world.trading.sendAgain(canceled, [])).toEqual(
      declined('You canceled this order, so it cannot be sent again. Open a new ticket instead.'),
    );
    const taken = await lost(world);
    world.trading.onOrder(anOrder({ clientOrderId: taken, qty: '77' }), 'heard');
    expect(await world.trading.sendAgain(taken, [])).toEqual(
      declined('Another order has this id. Open a new ticket instead.'),
    );
    expect(world.broker.calls.place).toHaveLength(2);
  });
});

describe('a change', () => {
  it('is declined while another is under way, at every stage of it', async () => {
    const world = createWorld();
    const { resultId: orderId } = value(await world.submit());
    const other = value(await world.submit(aDraft({ qty: '11' })));
    const gate = deferred();
    world.broker.will({ kind: 'queued', go: gate.promise, next: { kind: 'request-lost' } });
    const first = world.replace(orderId!);
    const busy = declined(
      'A change to this order is in progress. Wait until it is settled, or set it aside first.',
    );
    expect(await world.replace(orderId!)).toEqual(busy);
    gate.go();
    await first;
    expect(await world.replace(orderId!)).toEqual(busy);
    expect(value(await world.replace(other.resultId!)).state).toBe('accepted');
  });

  it('is not recorded under an id that is another order’s', async () => {
    const world = createWorld();
    const { resultId: orderId } = value(await world.submit());
    const other = value(await world.submit(aDraft({ qty: '11' })));
    const { intentId } = value(await world.replace(orderId!));
    expect(await world.replace(other.resultId!, { limitPrice: '180' }, intentId)).toEqual(
      invalid('intentId', 'This id was recorded for a change to another order.'),
    );
  });

  it('is not sent again while it is being sent, nor when it may not go', async () => {
    const world = createWorld();
    const { resultId: orderId } = value(await world.submit());
    world.broker.will({ kind: 'request-lost' });
    const { intentId } = value(await world.replace(orderId!));
    const gate = deferred();
    world.broker.will({ kind: 'queued', go: gate.promise });
    const first = world.trading.sendAgain(intentId, []);
    await world.pass(0);
    expect(await world.trading.sendAgain(intentId, [])).toEqual(
      declined('It is being sent right now.'),
    );
    world.settings.isStopped = true;
    gate.go();
    expect(await first).toEqual(declined('Not sent again: All trading is stopped.'));
    expect(world.state(intentId)).toBe('unknown');
  });

  it('that is found while it is to be sent again is not sent', async () => {
    const world = createWorld();
    const { resultId: orderId } = value(await world.submit());
    world.broker.will({ kind: 'answer-lost' });
    world.broker.state.lookups = 'blind';
    const { intentId } = value(await world.replace(orderId!));
    world.broker.state.lookups = 'honest';
    expect(value(await world.trading.sendAgain(intentId, [])).state).toBe('accepted');
    expect(world.broker.calls.replace).toHaveLength(1);
  });
});

describe('the pass that arms', () => {
  it('counts one question without an answer as not answered', async () => {
    const world = createWorld();
    world.broker.state.lookups = 'blind';
    await lost(world);
    const { resultId: orderId } = value(await world.submit(aDraft({ qty: '11' })));
    world.broker.will({ kind: 'request-lost' });
    await world.replace(orderId!);
    expect(await world.trading.lookUpUnsettled()).toBe(true);
    world.broker.state.lookups = 'silent';
    expect(await world.trading.lookUpUnsettled()).toBe(false);
  });
});

describe('why the desk is not armed', () => {
  it('is what the stream says when it gave up, or that the broker cannot be reached', () => {
    const world = createWorld({ isReady: false });
    const why = () => {
      const state = world.gate.armState();
      return state.isArmed ? undefined : state.why;
    };
    expect(why()).toBe('The order stream has not signed in yet.');
    world.book.putStream({ stream: 'prices', phase: 'live', since: 0 });
    expect(why()).toBe('The order stream has not signed in yet.');
    world.book.putStream({ stream: 'orders', phase: 'reconnecting', since: 0 });
    expect(why()).toBe(
      'The broker cannot be reached. You are seeing the last known data; trading starts when the broker answers.',
    );
    world.book.putStream({ stream: 'orders', phase: 'stopped', since: 0 });
    expect(why()).toBe('The order stream has not signed in yet.');
    const message = 'The key was refused.';
    world.book.putStream({ stream: 'orders', phase: 'stopped', since: 0, message });
    expect(why()).toBe(message);
    world.book.putStream({ stream: 'orders', phase: 'live', since: 0 });
    expect(why()).toBe('The broker’s orders have not all been read yet.');
    world.gate.setReconciled();
    expect(world.gate.armState()).toEqual({ isArmed: true });
  });
});

describe('the gate before the order is sent', () => {
  it('counts an order as no repetition of itself, nor of the one that it replaces', async () => {
    const world = createWorld();
    world.settings.guards = {
      ...world.settings.guards,
      repeat: { isOn: true, withinMs: 10_000 },
    };
    const { intentId, resultId: orderId } = value(await world.submit());
    const repeat = (...more: [string?, string?]) =>
      world.gate.verdicts(aDraft(), ...more).find(({ guard }) => guard === 'repeat')?.level;
    expect(repeat()).toBe('block');
    expect(repeat(intentId)).toBe('pass');
    expect(repeat(newId())).toBe('block');
    expect(repeat(undefined, orderId)).toBe('pass');
    expect(repeat(undefined, 'another')).toBe('block');
    await world.pass(61_000, 61_000);
    expect(repeat()).toBe('pass');
  });

  it('lets a mint go without prices, and stops it with everything else', () => {
    const world = createWorld();
    const intent = world.intent(recordMint(world));
    world.gate.onSleep();
    expect(world.gate.refusal(intent, new Set())).toBeUndefined();
    world.settings.isStopped = true;
    expect(world.gate.refusal(intent, new Set())).toBe('All trading is stopped.');
  });

  it('lets nothing go of which nobody can tell what it would do', async () => {
    const world = createWorld();
    const intent = world.intent(value(await world.submit()).intentId);
    const WHY = 'Ballast cannot tell what this order would do, so the guards block it.';
    expect(world.gate.refusal({ ...intent, body: 'rubbish' }, new Set())).toBe(WHY);
    const change = {
      ...intent,
      kind: 'replace',
      targetId: intent.resultId,
      body: '{"limit_price":"180"}',
    } as const;
    expect(world.gate.refusal({ ...change, targetId: 'nowhere' }, new Set())).toBe(WHY);
    expect(world.gate.refusal({ ...change, body: 'rubbish' }, new Set())).toBe(WHY);
    expect(world.gate.refusal(change, new Set())).toBeUndefined();
  });

  it('takes no price for fresh that was heard before the sleep', async () => {
    const world = createWorld();
    world.gate.onSleep();
    expect(value(await world.submit(aMarketDraft())).reason).toContain('no price for AAPL');
    world.freshPrice();
    expect(value(await world.submit(aMarketDraft())).state).toBe('accepted');
  });
});
