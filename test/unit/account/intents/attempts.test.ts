import { expect, it } from 'vitest';
import { createAttempts, type Attempt } from '#main/account/intents/attempts.ts';
import { createIntentLog } from '#main/account/intents/intent-log.ts';
import type { AttemptOutcome } from '#main/account/intents/judge.ts';
import { judgeOrder } from '#main/account/orders/order-judge.ts';
import type { AttemptOptions } from '#main/account/intents/ports.ts';
import type { Order } from '#contract/orders.ts';
import { encodeOrder } from '#main/wire/order-body.ts';
import {
  ACCOUNT,
  aDraft,
  anOrder,
  createWorlds,
  deferred,
  newId,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

function setUp() {
  const world = createWorld();
  const intents = createIntentLog(
    world.journal,
    () => undefined,
    () => undefined,
  );
  const attempts = createAttempts({
    intents,
    gate: world.gate,
    judge: judgeOrder,
    clock: world.time.clock,
    log: () => undefined,
  });
  const intentId = newId();
  intents.record({
    intentId,
    accountId: ACCOUNT,
    kind: 'place',
    body: encodeOrder(aDraft(), intentId),
    symbol: 'AAPL',
    title: 'Buy',
    confirmedAt: world.time.clock.wall(),
  });
  const attempt = (
    send: (options: AttemptOptions) => Promise<AttemptOutcome<Order>>,
  ): Attempt<Order> => ({
    intentId,
    confirmations: new Set(),
    maxWaitMs: 2_000,
    text: 'Sent.',
    send,
  });
  const lines = () => {
    const found = world.journal.evidence(intentId);
    return found.ok
      ? found.value.map(({ kind, text, status, requestId }) => ({ kind, text, status, requestId }))
      : [];
  };
  return { world, attempts, attempt, intentId, lines };
}

it('hands over once, however often the client asks', async () => {
  const { attempts, attempt, lines } = setUp();
  const answers: (string | undefined)[] = [];
  await attempts.run(
    attempt((options) => {
      answers.push(options.beforeSend(), options.beforeSend());
      return Promise.resolve({ kind: 'lost', reason: 'timeout' });
    }),
  );
  expect(answers).toEqual([undefined, 'It has already been sent.']);
  expect(lines().map(({ kind }) => kind)).toEqual(['recorded', 'sent', 'lost']);
});

it('keeps the status and the request id of an answer', async () => {
  const { attempts, attempt, lines } = setUp();
  const attempted = await attempts.run(
    attempt((options) => {
      options.beforeSend();
      return Promise.resolve({ kind: 'answer', status: 403, message: 'no', requestId: 'r-1' });
    }),
  );
  expect(attempted).toEqual({
    kind: 'exchanged',
    finding: { kind: 'refused', text: 'The broker refused (403): no.' },
    answer: { status: 403, requestId: 'r-1' },
  });
  expect(lines().at(-1)).toEqual({
    kind: 'answered',
    text: 'The broker refused (403): no.',
    status: 403,
    requestId: 'r-1',
  });
});

it('passes on the order that was taken, with the members of its answer', async () => {
  const { attempts, attempt, intentId } = setUp();
  const record = anOrder({ clientOrderId: intentId });
  const attempted = await attempts.run(
    attempt((options) => {
      options.beforeSend();
      return Promise.resolve({ kind: 'answer', status: 200, message: '', record });
    }),
  );
  expect(attempted).toStrictEqual({
    kind: 'exchanged',
    finding: { kind: 'taken', record },
    answer: { status: 200 },
  });
});

it('is busy while one is running, and says which', async () => {
  const { attempts, attempt, intentId } = setUp();
  const gate = deferred();
  const first = attempts.run(
    attempt(async () => {
      await gate.promise;
      return { kind: 'not-sent', reason: 'no network' };
    }),
  );
  expect([attempts.isRunning(intentId), attempts.isRunning('other')]).toEqual([true, false]);
  expect(await attempts.run(attempt(() => Promise.reject(new Error('never'))))).toEqual({
    kind: 'busy',
  });
  gate.go();
  expect(await first).toEqual({ kind: 'not-sent', text: 'no network' });
  expect(attempts.isRunning(intentId)).toBe(false);
});

it('takes no word for proof that nothing left once it was handed over', async () => {
  const { attempts, attempt, world, intentId } = setUp();
  await attempts.run(
    attempt((options) => {
      options.beforeSend();
      return Promise.resolve({ kind: 'not-sent', reason: 'it says' });
    }),
  );
  expect(world.state(intentId)).toBe('unknown');
});

it('an order that never left its queue is recorded as not sent when the desk ends', async () => {
  const { world, attempts, attempt, intentId, lines } = setUp();
  const turn = deferred();
  let refusal: string | undefined;
  const running = attempts.run(
    attempt(async (options) => {
      await turn.promise;
      refusal = options.beforeSend();
      return { kind: 'not-sent', reason: refusal ?? '' };
    }),
  );
  attempts.stop();
  // The journal is closed now; a later start reads what is on the disk.
  expect(world.journal.get(intentId)).toMatchObject({
    value: {
      state: 'not-sent',
      reason: 'Ballast was closed while this was waiting to be sent.',
    },
  });
  expect(lines().at(-1)).toMatchObject({ kind: 'not-sent' });
  turn.go();
  await running;
  expect(refusal).toBe('Ballast is closing.');
});

it('an order that is on its way when the desk ends stays open', async () => {
  const { world, attempts, attempt, intentId } = setUp();
  const answer = deferred();
  const running = attempts.run(
    attempt(async (options) => {
      options.beforeSend();
      await answer.promise;
      return { kind: 'lost', reason: 'closed' };
    }),
  );
  attempts.stop();
  expect(world.journal.get(intentId)).toMatchObject({ value: { state: 'sent' } });
  answer.go();
  await running;
});
