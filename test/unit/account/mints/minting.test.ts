import { describe, expect, it } from 'vitest';
import type { Behavior } from '#test/unit/account/mints/fake-mint-broker.ts';
import { aForm, createWorlds } from '#test/unit/account/mints/world.ts';
import { createFaultyDisk } from '#test/unit/journal/harness.ts';
import { failureOf, newId, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const MINUTE = 60_000;

describe('one key per mint', () => {
  it('sends the id as the key, and the id as the label where there is none', async () => {
    const world = createWorld();
    const id = newId();
    const intent = value(await world.mints.submit(id, aForm()));
    expect(intent).toMatchObject({ kind: 'mint', state: 'accepted', symbol: 'AAPL' });
    expect(world.broker.calls.mint).toEqual([`${id} ${intent.body}`]);
    expect(JSON.parse(intent.body)).toMatchObject({ client_request_id: id, qty: '1.5' });
    expect(world.row(id).request).toMatchObject({ status: 'pending', clientRequestId: id });
    expect(world.evidence(id).map((line) => line.split(':')[0])).toEqual([
      'recorded',
      'sent',
      'answered',
    ]);
  });

  it('keeps the label of the person', async () => {
    const world = createWorld();
    const { body } = value(await world.mints.submit(newId(), aForm({ label: 'weekly' })));
    expect(JSON.parse(body)).toMatchObject({ client_request_id: 'weekly' });
  });

  it('mints once when two windows submit the same form', async () => {
    const world = createWorld();
    const id = newId();
    await Promise.all([world.mints.submit(id, aForm()), world.mints.submit(id, aForm())]);
    await world.mints.submit(id, aForm());
    expect(world.broker.calls.mint).toHaveLength(1);
    expect(world.broker.ledger).toHaveLength(1);
  });

  it('takes a changed form under the same id for a mistake', async () => {
    const world = createWorld();
    const id = newId();
    await world.mints.submit(id, aForm());
    expect(failureOf(await world.mints.submit(id, aForm({ qty: '2' })))).toContain(
      'with other values',
    );
    expect(world.broker.calls.mint).toHaveLength(1);
  });

  it('does not send a form with a mistake, and leaves no intent', async () => {
    const world = createWorld();
    const id = newId();
    const wrong = [aForm({ qty: '0' }), aForm({ walletAddress: 'nonsense' })];
    for (const form of wrong) expect((await world.mints.submit(id, form)).ok).toBe(false);
    expect(world.journal.get(id)).toMatchObject({ ok: true, value: undefined });
    expect(world.broker.calls.mint).toEqual([]);
  });
});

describe('silence', () => {
  const silent: [name: string, behavior: Behavior][] = [
    ['an answer that is lost', { kind: 'answer-lost' }],
    ['a request that is lost', { kind: 'request-lost' }],
    ['500', { kind: 'status', status: 500 }],
    ['500 after acceptance', { kind: 'status', status: 500, isTaken: true }],
    ['504 after acceptance', { kind: 'status', status: 504, isTaken: true }],
    ['429', { kind: 'status', status: 429 }],
    ['408 after acceptance', { kind: 'status', status: 408, isTaken: true }],
    ['an unreadable 200', { kind: 'unreadable' }],
    ['a late landing', { kind: 'late', ms: 2_500 }],
  ];
  it.each(silent)('%s ends in exactly one request, without the person', async (_name, behavior) => {
    const world = createWorld();
    const id = newId();
    world.broker.will(behavior);
    expect(value(await world.mints.submit(id, aForm())).state).toBe('unknown');
    await world.pass(10_000);
    expect(world.state(id)).toBe('accepted');
    expect(world.broker.under(id)).toHaveLength(1);
    expect(world.intent(id).resultId).toBe(
      world.broker.under(id)[0]?.request.tokenizationRequestId,
    );
  });

  it.each(silent)('%s is one request even when lookups see nothing', async (_name, behavior) => {
    const world = createWorld();
    const id = newId();
    world.broker.state.looks = 'blind';
    world.broker.will(behavior);
    await world.mints.submit(id, aForm());
    await world.pass(10_000);
    expect(world.state(id)).toBe('accepted');
    expect(world.broker.ledger).toHaveLength(1);
  });

  it('says that it goes again by itself before the first look has ended', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.mints.submit(id, aForm());
    const retry = { attempts: 1, nextAt: world.time.clock.wall() };
    expect(world.broker.calls.looks).toBe(0);
    expect(world.row(id)).toMatchObject({ intent: { state: 'unknown' }, retry });
    expect(world.changes.at(-1)).toMatchObject({ kind: 'row', row: { retry } });
  });

  it('sends the same bytes under the same key, with growing waits, for fifteen minutes', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will(...Array.from({ length: 99 }, (): Behavior => ({ kind: 'request-lost' })));
    await world.mints.submit(id, aForm());
    await world.pass(600);
    const { retry } = world.row(id);
    expect(retry).toMatchObject({ attempts: 1, until: world.intent(id).confirmedAt + 15 * MINUTE });
    expect(retry?.nextAt).toBeGreaterThan(world.time.clock.wall());
    const counts: number[] = [];
    for (let minute = 0; minute < 16; minute++) {
      await world.pass(MINUTE);
      counts.push(world.broker.calls.mint.length);
    }
    expect(counts[0]).toBeGreaterThanOrEqual(6);
    expect((counts[1] ?? 0) - (counts[0] ?? 0)).toBeLessThanOrEqual(2);
    expect(new Set(world.broker.calls.mint).size).toBe(1);
    expect(world.row(id)).toMatchObject({ intent: { state: 'unknown' } });
    expect(world.row(id).retry).toBeUndefined();
    const sent = world.broker.calls.mint.length;
    const looks = world.broker.calls.looks;
    await world.pass(10 * MINUTE, 5_000);
    expect(world.broker.calls.mint).toHaveLength(sent);
    expect(world.broker.calls.looks).toBeGreaterThan(looks);
  });

  it('sends nothing by itself after a restart, looks, and then does what the person says', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.mints.submit(id, aForm());
    world.restart();
    await world.pass(2 * MINUTE);
    expect(world.state(id)).toBe('unknown');
    expect(world.broker.calls.mint).toHaveLength(1);
    expect(world.evidence(id).at(-1)).toContain('not prove it was not accepted');
    expect(value(await world.mints.sendAgain(id)).state).toBe('accepted');
    expect(new Set(world.broker.calls.mint).size).toBe(1);
    expect(world.broker.ledger).toHaveLength(1);
  });

  it('finds after a restart what landed before it, without sending', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'answer-lost' });
    await world.mints.submit(id, aForm());
    world.restart();
    await world.pass(1_000);
    expect(world.state(id)).toBe('accepted');
    expect(world.broker.calls.mint).toHaveLength(1);
  });

  it('sends nothing by itself after sleep', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.mints.submit(id, aForm());
    world.gate.onSleep();
    world.mints.wake();
    await world.pass(MINUTE);
    expect(world.broker.calls.mint).toHaveLength(1);
    expect(world.state(id)).toBe('unknown');
  });

  it('goes on looking for a mint that was set aside, and tells when it appears', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'late', ms: 20 * MINUTE });
    await world.mints.submit(id, aForm());
    world.settings.isStopped = true;
    await world.pass(MINUTE);
    expect(value(world.mints.setAside(id)).state).toBe('set-aside');
    expect(failureOf(await world.mints.sendAgain(id))).toContain('Only a mint that is unconfirmed');
    await world.pass(26 * MINUTE, 5_000);
    expect(world.state(id)).toBe('accepted');
    expect(world.newsOf('late-mint')).toMatchObject([{ before: 'set-aside' }]);
  });

  it('looks again when asked, without sending', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.state.looks = 'blind';
    world.broker.will({ kind: 'answer-lost' });
    await world.mints.submit(id, aForm());
    world.restart();
    await world.pass(MINUTE);
    world.broker.state.looks = 'honest';
    expect(value(await world.mints.lookAgain(id)).state).toBe('accepted');
    expect(world.broker.calls.mint).toHaveLength(1);
    expect(failureOf(await world.mints.lookAgain(id))).toContain('already known');
  });
});

describe('refusals', () => {
  it.each([
    [400, 'failed to decode request body', 'Correct what the broker names'],
    [400, 'insufficient position in AAPL', 'Mint less'],
    [400, 'account is not authorized to mint', 'Authorized Participant'],
    [400, 'Idempotency-Key must be 1 to 128 printable characters', 'Open a new form'],
    [401, 'unauthorized', "Check the account's keys"],
    [403, 'forbidden', 'Authorized Participant'],
    [422, 'issuer is required, network is required', 'Correct what the broker names'],
    [
      422,
      'Idempotency-Key was used with a different request body',
      'already used for another mint',
    ],
  ])('%i %s is refused, and says what to do', async (status, message, words) => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'status', status, message });
    expect(value(await world.mints.submit(id, aForm())).state).toBe('refused');
    const { reason } = world.intent(id);
    expect(reason).toContain(`(${status}): ${message}`);
    expect(reason).toContain(words);
    await world.pass(MINUTE);
    expect(world.broker.calls.mint).toHaveLength(1);
  });

  it('a replay of a rejected one is refused, with its request, whatever was lost before', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.state.looks = 'blind';
    world.broker.will({ kind: 'rejects', isLost: true });
    expect(value(await world.mints.submit(id, aForm())).state).toBe('unknown');
    await world.pass(5_000);
    expect(world.state(id)).toBe('refused');
    expect(world.intent(id).reason).toContain('already received this mint and rejected it');
    expect(world.broker.ledger).toHaveLength(1);
  });

  it('a rejected request that is found ends the mint as refused and is shown with it', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'rejects', isLost: true });
    await world.mints.submit(id, aForm());
    await world.pass(1_000);
    expect(world.state(id)).toBe('refused');
    expect(world.row(id).request?.status).toBe('rejected');
  });

  it('is evidence only while an earlier attempt is unanswered', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'late', ms: 5 * MINUTE }, { kind: 'status', status: 403 });
    await world.mints.submit(id, aForm());
    await world.pass(MINUTE);
    expect(world.state(id)).toBe('unknown');
    expect(world.broker.calls.mint).toHaveLength(2);
    await world.pass(6 * MINUTE);
    expect(world.state(id)).toBe('accepted');
    expect(world.broker.ledger).toHaveLength(1);
  });
});

describe('what keeps a mint from leaving', () => {
  it.each([
    ['the kill switch', { isStopped: true }, 'stopped'],
    ['an account that is held back', { heldBack: 'The desk is locked.' }, 'locked'],
  ])('%s', async (_what, change, words) => {
    const world = createWorld();
    Object.assign(world.settings, change);
    const intent = value(await world.mints.submit(newId(), aForm()));
    expect(intent.state).toBe('not-sent');
    expect(intent.reason).toContain(words);
    expect(world.broker.calls.mint).toEqual([]);
  });

  it('a connection that is refused: not sent, and said so', async () => {
    const world = createWorld();
    world.broker.will({ kind: 'unreachable' });
    const intent = value(await world.mints.submit(newId(), aForm()));
    expect(intent).toMatchObject({ state: 'not-sent', reason: 'connection refused' });
  });

  it('the kill switch also ends sending again, for good', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.mints.submit(id, aForm());
    world.settings.isStopped = true;
    await world.pass(MINUTE);
    world.settings.isStopped = false;
    await world.pass(MINUTE);
    expect(world.broker.calls.mint).toHaveLength(1);
  });

  it('the kill switch ends it for good also when it is taken back between two attempts', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.mints.submit(id, aForm());
    world.settings.stops++;
    await world.pass(MINUTE);
    expect(world.broker.calls.mint).toHaveLength(1);
    expect(world.state(id)).toBe('unknown');
  });

  it('a journal that cannot be written', async () => {
    const disk = createFaultyDisk();
    const world = createWorld({ connect: disk.connect });
    disk.state.fault = { errcode: 13, at: 'commit' };
    const id = newId();
    const intent = value(await world.mints.submit(id, aForm()));
    expect(intent.state).toBe('not-sent');
    expect(intent.reason).toContain('disk is full');
    expect(world.broker.calls.mint).toEqual([]);
    disk.state.fault = undefined;
  });
});
