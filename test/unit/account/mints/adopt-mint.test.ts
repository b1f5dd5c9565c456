import { describe, expect, it } from 'vitest';
import { MINT_AGAIN } from '#contract/mint-guards.ts';
import { aForm, createWorlds } from '#test/unit/account/mints/world.ts';
import { failureOf, newId, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const MINUTE = 60_000;

describe('late evidence', () => {
  it('takes a refused mint that is at the broker after all for accepted, and tells', async () => {
    const world = createWorld();
    const id = newId();
    world.mints.start();
    world.broker.will({ kind: 'status', status: 403, isTaken: true });
    expect(value(await world.mints.submit(id, aForm())).state).toBe('refused');
    await world.pass(2 * MINUTE, 1_000);
    expect(world.state(id)).toBe('accepted');
    expect(world.newsOf('late-mint')).toMatchObject([{ before: 'refused' }]);
  });

  it('leaves a refused mint refused when its rejected request is read', async () => {
    const world = createWorld();
    const id = newId();
    world.mints.start();
    world.broker.will({ kind: 'rejects' });
    expect(value(await world.mints.submit(id, aForm())).state).toBe('refused');
    await world.pass(2 * MINUTE, 1_000);
    expect(world.state(id)).toBe('refused');
    expect(world.newsOf('late-mint')).toEqual([]);
    expect(world.mints.requests.known()).toMatchObject([{ request: { status: 'rejected' } }]);
  });

  it('does not send later what it said was not sent again', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.mints.submit(id, aForm());
    world.restart();
    world.settings.heldBack = 'The desk is locked.';
    expect(failureOf(await world.mints.sendAgain(id))).toContain('locked');
    world.settings.heldBack = undefined;
    await world.pass(MINUTE);
    expect(world.broker.calls.mint).toHaveLength(1);
    expect(world.state(id)).toBe('unknown');
  });
});

describe('which request is whose', () => {
  it('does not take the request of an equal mint under the same label', async () => {
    const world = createWorld();
    const [first, second] = [newId(), newId()];
    const form = aForm({ label: 'weekly' });
    await world.mints.submit(first, form);
    world.broker.will({ kind: 'request-lost' });
    await world.mints.submit(second, form, MINT_AGAIN);
    await world.pass(500);
    expect(world.state(second)).toBe('unknown');
    await world.pass(5_000);
    expect(world.state(second)).toBe('accepted');
    expect(world.intent(second).resultId).not.toBe(world.intent(first).resultId);
    expect(world.broker.ledger).toHaveLength(2);
  });

  it('gives a request that two unknown mints could claim to neither', async () => {
    const world = createWorld();
    const [first, second] = [newId(), newId()];
    const form = aForm({ label: 'weekly' });
    world.broker.will({ kind: 'answer-lost' }, { kind: 'request-lost' });
    await Promise.all([first, second].map((id) => world.mints.submit(id, form, MINT_AGAIN)));
    world.restart();
    await world.pass(MINUTE);
    expect([world.state(first), world.state(second)]).toEqual(['unknown', 'unknown']);
    expect(world.evidence(first).join()).toContain('it could be any of several of yours');
    for (const id of [first, second]) await world.mints.sendAgain(id);
    await world.pass(1_000);
    for (const id of [first, second])
      expect(world.intent(id).resultId).toBe(
        world.broker.under(id)[0]?.request.tokenizationRequestId,
      );
    expect(world.broker.ledger).toHaveLength(2);
  });

  it('is nobody’s while the list has one that cannot be read, which may be another like it', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.state.dropsLabels = true;
    world.broker.state.unread = [{ where: 'qty' }];
    world.broker.will({ kind: 'answer-lost' });
    await world.mints.submit(id, aForm({ label: 'weekly' }));
    world.restart();
    await world.pass(MINUTE);
    expect(world.state(id)).toBe('unknown');
    world.broker.state.unread = [];
    await world.pass(2 * MINUTE);
    expect(world.state(id)).toBe('accepted');
  });

  it('is not ended by the rejected request of another under the same label', async () => {
    const world = createWorld();
    const id = newId();
    const form = aForm({ label: 'weekly' });
    world.broker.will({ kind: 'request-lost' });
    await world.mints.submit(id, form);
    const { label: _label, ...rest } = form;
    world.broker.add({ ...rest, clientRequestId: 'weekly', status: 'rejected' });
    world.restart();
    await world.pass(MINUTE);
    expect(world.state(id)).toBe('unknown');
    await world.mints.sendAgain(id);
    await world.pass(1_000);
    expect(world.state(id)).toBe('accepted');
  });

  it('does not take an older request under a label that was used before', async () => {
    const world = createWorld();
    const { qty, ...rest } = aForm({ label: 'weekly' });
    world.broker.add({ ...rest, qty, clientRequestId: 'weekly' });
    world.time.advance(MINUTE);
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.mints.submit(id, aForm({ label: 'weekly' }));
    world.restart();
    await world.pass(MINUTE);
    expect(world.state(id)).toBe('unknown');
  });

  it('finds by time and contents what a broker stores without its label', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.state.dropsLabels = true;
    world.broker.will({ kind: 'answer-lost' });
    await world.mints.submit(id, aForm());
    world.restart();
    await world.pass(1_000);
    expect(world.state(id)).toBe('accepted');
  });

  it('shows an answer about another mint as a conflict and never adopts it', async () => {
    const world = createWorld();
    const id = newId();
    const other = {
      tokenizationRequestId: 'x',
      type: 'mint',
      status: 'pending',
      underlyingSymbol: 'AAPL',
      issuer: 'xstocks',
      network: 'solana',
      qty: '7',
      createdAt: '2026-01-05T15:00:00Z',
    };
    world.broker.will({ kind: 'answers', members: other });
    const intent = value(await world.mints.submit(id, aForm()));
    expect(intent).toMatchObject({ state: 'unknown', isConflict: true });
    await world.pass(5 * MINUTE, 5_000);
    expect(world.broker.calls.mint).toHaveLength(1);
    expect(failureOf(await world.mints.sendAgain(id))).toContain('Open a new form');
  });
});
