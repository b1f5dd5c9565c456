// The pursuit of a cancel by itself: which questions it asks of which order, and what ends it.
import { expect, it } from 'vitest';
import { anOrder, flush } from '#test/unit/account/orders/world.ts';
import { ASKED, DECLINED, UNKNOWN, setUp } from '#test/unit/account/orders/cancel-loop-world.ts';

it('asks, reads four times, and asks again', async () => {
  const { canceling, asked, read, notes, pass } = setUp([anOrder({ id: 'a' })]);
  await canceling.cancel('a');
  expect([asked, read]).toEqual([['a'], []]);
  await pass(7_000);
  expect([asked.length, read.length]).toEqual([2, 4]);
  expect(notes[0]).toBe('a answered: Asked the broker to cancel it.');
});

it('ends at once for an order that ended, without a question', async () => {
  const { canceling, asked, read, ends, time } = setUp([anOrder({ id: 'a', status: 'filled' })]);
  await canceling.cancel('a');
  expect([asked, read, ends]).toEqual([[], [], ['a filled']]);
  expect([canceling.isCanceling('a'), time.pending()]).toEqual([false, 0]);
});

it('ends when neither the broker nor the desk knows such an order', async () => {
  const { canceling, state, ends, notes, time } = setUp();
  state.answer = UNKNOWN;
  await canceling.cancel('a');
  expect(ends).toEqual(['a The broker does not know this order.']);
  expect(notes).toEqual(['a answered: Asked to cancel it; the broker declined: no.']);
  expect([canceling.isCanceling('a'), time.pending()]).toEqual([false, 0]);
});

it.each([
  ['the book knows it', { known: true, isOurs: false, isSilent: false }],
  ['it is ours', { known: false, isOurs: true, isSilent: false }],
  ['the broker is silent about it', { known: false, isOurs: false, isSilent: true }],
])('goes on after a refusal when %s', async (_name, { known, isOurs, isSilent }) => {
  const { canceling, state, ends } = setUp(known ? [anOrder({ id: 'a' })] : []);
  state.answer = UNKNOWN;
  state.isOurs = isOurs;
  if (isSilent) state.missing = { kind: 'silent', reason: '503' };
  await canceling.cancel('a');
  expect([ends, canceling.isCanceling('a')]).toEqual([[], true]);
});

it('says that there was no answer, and asks again', async () => {
  const { canceling, state, notes, asked, pass } = setUp([anOrder({ id: 'a' })]);
  state.answer = { kind: 'silent', reason: '504' };
  await canceling.cancel('a');
  await pass(500);
  expect(notes[0]).toBe('a lost: Asked to cancel it; no answer (504).');
  expect(asked.length).toBeGreaterThan(1);
});

it('reads and does not ask while the order is being changed, here or at the broker', async () => {
  const here = setUp([anOrder({ id: 'a' })]);
  here.state.changing.add('a');
  await here.canceling.cancel('a');
  expect([here.asked, here.read]).toEqual([[], ['a']]);
  here.state.changing.clear();
  await here.pass(500);
  expect(here.asked).toEqual(['a']);
  const there = setUp([anOrder({ id: 'a', status: 'pending_replace' })]);
  await there.canceling.cancel('a');
  expect([there.asked, there.read]).toEqual([[], ['a']]);
});

it('follows the chain to its head, and reads what it does not know of it', async () => {
  const { canceling, atBroker, asked, read, ends, pass } = setUp([
    anOrder({ id: 'a', status: 'replaced', replacedBy: 'b' }),
  ]);
  atBroker.set('b', anOrder({ id: 'b', status: 'replaced', replacedBy: 'c' }));
  await canceling.cancel('a');
  expect([asked, read]).toEqual([['c'], ['b', 'c']]);
  atBroker.set('c', anOrder({ id: 'c', status: 'canceled' }));
  await pass(1_000);
  expect(ends).toEqual(['a canceled']);
});

it('reads no order of the chain that it knows already', async () => {
  const { canceling, asked, read } = setUp([
    anOrder({ id: 'a', status: 'replaced', replacedBy: 'b' }),
    anOrder({ id: 'b' }),
  ]);
  await canceling.cancel('a');
  expect([asked, read]).toEqual([['b'], []]);
});

it('asks nothing while nobody tells what replaced the order, and goes on when it is told', async () => {
  const vague = anOrder({ id: 'a', status: 'replaced' });
  const { canceling, atBroker, asked, ends, pass } = setUp([vague]);
  await canceling.cancel('a');
  expect([asked, ends, canceling.isCanceling('a')]).toEqual([[], [], true]);
  atBroker.set('a', { ...vague, replacedBy: 'b' });
  atBroker.set('b', anOrder({ id: 'b' }));
  await pass(1_000);
  expect(asked).toEqual(['b']);
});

it('is not ended by a record that does not tell what replaced the order, until it was read for a minute', async () => {
  const vague = anOrder({ id: 'a', status: 'replaced' });
  const { canceling, atBroker, asked, ends, pass } = setUp([vague]);
  atBroker.set('a', vague);
  await canceling.cancel('a');
  await pass(5_000);
  expect([ends, canceling.isCanceling('a')]).toEqual([[], true]);
  atBroker.set('a', { ...vague, replacedBy: 'b' });
  atBroker.set('b', anOrder({ id: 'b' }));
  await pass(10_000);
  expect(asked[0]).toBe('b');

  const never = setUp([vague]);
  never.atBroker.set('a', vague);
  await never.canceling.cancel('a');
  await never.pass(120_000);
  expect(never.ends).toEqual([
    'a The order was replaced, and the broker does not say by which order.',
  ]);
});

it('a second cancel does not forget that the first has left', async () => {
  const { canceling, state } = setUp([anOrder({ id: 'a' })]);
  let answer = () => undefined as void;
  state.turn = () => new Promise<void>((resolve) => (answer = resolve));
  const first = canceling.cancel('a');
  await flush();
  expect(canceling.whyNotAsked('a')).toBe('it is waiting to be sent');
  const second = canceling.cancel('a');
  state.turn = undefined;
  answer();
  await Promise.all([first, second]);
  expect(canceling.whyNotAsked('a')).toBeUndefined();
  state.answer = { kind: 'not-sent', reason: 'the rate limit left no room for it' };
  await canceling.cancel('a');
  expect(canceling.whyNotAsked('a')).toBeUndefined();
});

it('comes to an end in a chain that leads back to itself', async () => {
  const { canceling, asked } = setUp([
    anOrder({ id: 'a', status: 'replaced', replacedBy: 'b' }),
    anOrder({ id: 'b', status: 'replaced', replacedBy: 'a' }),
  ]);
  await canceling.cancel('a');
  expect(asked).toEqual(['a']);
});

it('is woken by the end of its order or of the head of its chain, and by no other', async () => {
  const { canceling, book, read, ends } = setUp([
    anOrder({ id: 'a', status: 'replaced', replacedBy: 'b' }),
    anOrder({ id: 'b' }),
    anOrder({ id: 'x' }),
  ]);
  await canceling.cancel('a');
  await canceling.cancel('x');
  canceling.onOrder(anOrder({ id: 'other', status: 'filled' }));
  canceling.onOrder(anOrder({ id: 'b' }));
  await flush();
  expect(read).toEqual([]);
  book.set('b', anOrder({ id: 'b', status: 'filled' }));
  canceling.onOrder(anOrder({ id: 'b', status: 'filled' }));
  await flush();
  expect([ends, read]).toEqual([['a filled'], []]);
  book.set('x', anOrder({ id: 'x', status: 'canceled' }));
  canceling.onOrder(anOrder({ id: 'x', status: 'canceled' }));
  await flush();
  expect(ends).toEqual(['a filled', 'x canceled']);
});

it('ends by a rejection of its own order or head only, once the order was read', async () => {
  const { canceling, atBroker, state, ends, read } = setUp([
    anOrder({ id: 'a', status: 'replaced', replacedBy: 'b' }),
    anOrder({ id: 'b' }),
    anOrder({ id: 'x' }),
  ]);
  await canceling.cancel('a');
  await canceling.cancel('x');
  state.missing = { kind: 'silent', reason: '503' };
  canceling.onRejected('b');
  await flush();
  expect([ends, read]).toEqual([[], ['b']]);
  atBroker.set('b', anOrder({ id: 'b' }));
  canceling.onRejected('b');
  await flush();
  expect(ends).toEqual(['a The broker declined to cancel it.']);
  expect(canceling.isCanceling('x')).toBe(true);
  atBroker.set('x', anOrder({ id: 'x', status: 'filled' }));
  canceling.onRejected('x');
  await flush();
  expect(ends[1]).toBe('x filled');
});

it('asks nothing for an order that the broker took with all others, unless nothing comes of it', async () => {
  const { canceling, atBroker, asked, read, ends, notes, pass } = setUp([
    anOrder({ id: 'a' }),
    anOrder({ id: 'b' }),
  ]);
  atBroker.set('a', anOrder({ id: 'a', status: 'canceled' }));
  atBroker.set('b', anOrder({ id: 'b' }));
  canceling.follow('a');
  canceling.follow('b');
  expect(notes[0]).toBe('a answered: The broker accepted the request to cancel everything.');
  expect(canceling.whyNotAsked('a')).toBeUndefined();
  await pass(2_900);
  expect([asked, read]).toEqual([[], []]);
  await pass(200);
  expect([asked, read, ends]).toEqual([[], ['a', 'b'], ['a canceled']]);
  await pass(30_000);
  expect(asked[0]).toBe('b');
});

it('does not leave for an order that ended while it waited for its turn', async () => {
  const { canceling, book, state, asked, ends, notes } = setUp([anOrder({ id: 'a' })]);
  let isOver: (() => boolean) | undefined;
  state.onAsked = (check) => (isOver = check);
  state.answer = { kind: 'not-sent', reason: 'the order has ended' };
  state.beforeAnswer = () => {
    expect(isOver?.()).toBe(false);
    book.set('a', anOrder({ id: 'a', status: 'filled' }));
    expect(isOver?.()).toBe(true);
  };
  await canceling.cancel('a');
  expect([asked, ends, notes]).toEqual([['a'], ['a filled'], []]);
});

it('takes a rejection for no answer while the order, or a relative, is being canceled', async () => {
  const leg = anOrder({ id: 'leg', status: 'held' });
  const { canceling, state, atBroker, ends, pass } = setUp([anOrder({ id: 'a' }), leg]);
  state.families = [['a', 'leg']];
  atBroker.set('a', anOrder({ id: 'a', status: 'pending_cancel' }));
  atBroker.set('leg', leg);
  await Promise.all([canceling.cancel('a'), canceling.cancel('leg')]);
  canceling.onRejected('leg');
  await pass(200);
  expect(ends).toEqual([]);
  atBroker.set('a', anOrder({ id: 'a', status: 'canceled' }));
  atBroker.set('leg', { ...leg, status: 'canceled' });
  await pass(5_000);
  expect(ends.toSorted()).toEqual(['a canceled', 'leg canceled']);
});

it('says that it was declined when that goes on', async () => {
  const leg = anOrder({ id: 'leg', status: 'held' });
  const { canceling, state, atBroker, ends, pass } = setUp([
    anOrder({ id: 'a', status: 'canceled' }),
    leg,
  ]);
  state.families = [['a', 'leg']];
  atBroker.set('leg', leg);
  await canceling.cancel('leg');
  for (let times = 0; times < 5; times++) {
    canceling.onRejected('leg');
    await pass(200);
  }
  expect(ends).toEqual(['leg The broker declined to cancel it.']);
});

it('ends when the broker declines the request and has the order open, once the order was read', async () => {
  const { canceling, book, state, asked, read, ends, waits, pass } = setUp();
  for (const id of ['a', 'b']) book.set(id, anOrder({ id }));
  state.answer = DECLINED;
  state.missing = { kind: 'silent', reason: 'no answer' };
  await canceling.cancel('a');
  await pass(3_000);
  expect([ends, asked]).toEqual([[], ['a']]);
  expect(read.length).toBeGreaterThan(1);
  state.missing = { kind: 'found', order: anOrder({ id: 'a' }) };
  await pass(10_000);
  expect(ends).toEqual(['a The broker declined to cancel it.']);
  expect(waits.at(-1)).toBe('a over');
  // It lost to a fill.
  state.missing = { kind: 'found', order: anOrder({ id: 'b', status: 'filled' }) };
  await canceling.cancel('b');
  expect(ends.at(-1)).toBe('b filled');
});

it('a broker that does not find an order which it has open is asked again', async () => {
  const { canceling, atBroker, state, asked, ends, pass } = setUp([anOrder({ id: 'a' })]);
  atBroker.set('a', anOrder({ id: 'a' }));
  state.answer = UNKNOWN;
  await canceling.cancel('a');
  await pass(3_000);
  expect(ends).toEqual([]);
  expect(asked.length).toBeGreaterThan(1);
  atBroker.set('a', anOrder({ id: 'a', status: 'filled' }));
  await pass(5_000);
  expect(ends).toEqual(['a filled']);
});

it('asks again after a no while the order is on its way, to a change as well', async () => {
  const { canceling, book, atBroker, state, asked, ends, pass } = setUp();
  book.set('a', anOrder({ id: 'a' }));
  atBroker.set('a', anOrder({ id: 'a', status: 'pending_new' }));
  atBroker.set('b', anOrder({ id: 'b' }));
  state.answer = DECLINED;
  await canceling.cancel('a');
  expect(ends).toEqual([]);
  atBroker.set('a', anOrder({ id: 'a', status: 'replaced', replacedBy: 'b' }));
  await pass(2_000);
  expect(ends).toEqual(['a The broker declined to cancel it.']);
  expect(asked).toContain('b');
});

it('hurries what the broker has not taken, and nothing else', async () => {
  const { canceling, state, asked, read, pass } = setUp([
    anOrder({ id: 'a' }),
    anOrder({ id: 'b' }),
  ]);
  await canceling.cancel('a');
  state.answer = { kind: 'not-sent', reason: 'no route' };
  void canceling.cancel('b');
  await pass(60_000);
  state.answer = ASKED;
  asked.length = 0;
  read.length = 0;
  canceling.hurry();
  await flush();
  expect([asked, read]).toEqual([['b'], []]);
});
