// The engine by itself, with rules of no kind in particular: in which order it looks and sends, whom it asks, what it
// passes on, and when it stops.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import type { Confirmation } from '#contract/trading.ts';
import { createIntentEngine, type IntentRules } from '#main/account/intents/engine.ts';
import { createIntentLog } from '#main/account/intents/intent-log.ts';
import type { AttemptOutcome, Finding } from '#main/account/intents/judge.ts';
import type { Gate } from '#main/account/intents/ports.ts';
import { createHarness, draft } from '#test/unit/journal/harness.ts';

const harness = createHarness();
const LOST = { kind: 'lost', reason: 'timeout' } as const;
const ANYWAY: ReadonlySet<Confirmation> = new Set(['stream-down']);
type Record = { id: string };

function setUp(own: Partial<IntentRules<Record>> = {}) {
  const { time } = harness.state;
  const journal = harness.open();
  const said: string[] = [];
  const intents = createIntentLog(
    journal,
    () => undefined,
    (_level, text) => void said.push(text),
  );
  /** What was done, in order. */
  const done: string[] = [];
  const world = {
    outcome: LOST as AttemptOutcome<Record>,
    beforeSend: () => undefined as void,
    stops: 0,
    sleeps: 0,
    isStopped: false,
  };
  const gate: Gate = {
    refusal(_intent, confirmations) {
      done.push(`gate ${[...confirmations].join()}`.trim());
      return undefined;
    },
    accountDoubt: () => undefined,
    isExitIntent: () => false,
    isStopped: () => world.isStopped,
    stops: () => world.stops,
    sleeps: () => world.sleeps,
  };
  const rules: IntentRules<Record> = {
    noun: 'thing',
    sentText: () => 'Sent.',
    turnWaitMs: () => 1_000,
    send(_intent, { beforeSend }) {
      world.beforeSend();
      const refusal = beforeSend();
      if (refusal !== undefined) return Promise.resolve({ kind: 'not-sent', reason: refusal });
      done.push('send');
      return Promise.resolve(world.outcome);
    },
    adopt(intent, { id }, answer) {
      done.push('adopt');
      const step = { step: 'accepted', resultId: id } as const;
      intents.step(intent.intentId, step, { kind: 'answered', text: 'Accepted.', ...answer });
      return true;
    },
    lookUp(_intentId, lane) {
      done.push(`look ${lane}`);
      return Promise.resolve(true);
    },
    resendForMs: () => undefined,
    resend: 'after-look',
    lookAfter: new Set(),
    isConfirmedAnew: false,
    waitMs: () => 1_000,
    conflictText: 'It is another one.',
    ...own,
  };
  const retries: string[] = [];
  const engine = createIntentEngine<Record>({
    accountId: draft().accountId,
    rules: { place: rules },
    judge: (outcome): Finding<Record> => {
      if (outcome.kind === 'answer' && outcome.record)
        return { kind: 'taken', record: outcome.record };
      return outcome.kind === 'answer'
        ? { kind: 'refused', text: outcome.message }
        : { kind: outcome.kind === 'lost' ? 'undecided' : 'not-sent', text: outcome.reason };
    },
    intents,
    journal,
    gate,
    clock: time.clock,
    delay: time.delay,
    log: (_level, text) => void said.push(text),
    onRetry: (intentId) => void retries.push(intentId),
  });
  const { accountId: _, confirmedAt: __, ...decision } = draft();
  const { intentId } = decision;
  const pass = async (ms: number) => {
    for (let at = 0; at <= ms; at += 1_000) {
      time.advance(at === 0 ? 0 : 1_000);
      for (let n = 0; n < 6; n++) await setImmediate();
    }
  };
  const evidence = () => {
    const lines = journal.evidence(intentId);
    return lines.ok ? lines.value.map(({ text }) => text).slice(1) : [];
  };
  return {
    engine,
    intents,
    world,
    intentId,
    evidence,
    pass,
    said,
    retries,
    submit: (options?: Parameters<typeof engine.submit>[1]) => engine.submit(decision, options),
    /** Since the last time that somebody asked. */
    did: () => done.splice(0),
  };
}

const stateOf = (result: Result<Intent>) => (result.ok ? result.value.state : result.failure);

describe('sending again by itself', () => {
  const again = { resendForMs: () => 60_000 };

  it('looks before each time, where the rules say so', async () => {
    const { submit, did, pass } = setUp(again);
    await submit();
    await pass(3_000);
    const round = ['look lookup', 'gate', 'send'];
    expect(did()).toEqual(['gate', 'send', ...round, ...round, ...round, ...round]);
  });

  it('looks once and then sends, where the rules say that', async () => {
    const { submit, did, pass } = setUp({ ...again, resend: 'instead-of-look' });
    await submit();
    await pass(2_000);
    expect(did()).toEqual(['gate', 'send', 'look lookup', 'gate', 'send', 'gate', 'send']);
  });

  it('passes on what the person confirmed, each time', async () => {
    const { submit, did, pass } = setUp(again);
    await submit({ confirmations: ANYWAY });
    await pass(0);
    expect(did()).toEqual(['gate stream-down', 'send', 'look lookup', 'gate stream-down', 'send']);
  });

  it('looks at once after what the rules name, and after nothing else', async () => {
    const { submit, did, pass } = setUp({ ...again, lookAfter: new Set(['undecided']) });
    await submit();
    await pass(0);
    expect(did().slice(2)).toEqual(['look lookup', 'gate', 'send', 'look lookup']);
  });

  it('asks once more at hand-over, and says why it did not go', async () => {
    const { submit, did, pass, world, evidence } = setUp(again);
    await submit();
    did();
    world.beforeSend = () => void world.stops++;
    await pass(0);
    expect(did()).toEqual(['look lookup']);
    expect(evidence().at(-1)).toBe('Ballast may no longer resend it automatically.');
    await pass(2_000);
    expect(did().filter((what) => what === 'send')).toEqual([]);
  });

  it.each([
    ['a stop', { stops: 1 }],
    ['a stop that holds', { isStopped: true }],
    ['a sleep', { sleeps: 1 }],
  ])('ends with %s', async (_what, change) => {
    const { submit, did, pass, world, engine, intentId } = setUp(again);
    await submit();
    expect(engine.isBusy(intentId)).toBe(true);
    Object.assign(world, change);
    expect([engine.isBusy(intentId), engine.retryOf(intentId)]).toEqual([false, undefined]);
    await pass(3_000);
    expect(did().filter((what) => what === 'send')).toEqual(['send']);
  });

  it('ends when a repetition is refused, which settles nothing', async () => {
    const { submit, did, pass, world, engine, intentId } = setUp(again);
    await submit();
    world.outcome = { kind: 'answer', status: 422, message: 'No.' };
    await pass(3_000);
    expect(did().filter((what) => what === 'send')).toEqual(['send', 'send']);
    expect(engine.open().map((intent) => intent.intentId)).toEqual([intentId]);
  });

  it('tells when the next time is, how many there were, and until when', async () => {
    const { submit, pass, engine, intentId, retries } = setUp(again);
    const { wall } = harness.state.time.clock;
    const confirmedAt = wall();
    await submit();
    const until = confirmedAt + 60_000;
    // As soon as the first look has ended.
    expect(engine.retryOf(intentId)).toEqual({ attempts: 1, nextAt: confirmedAt, until });
    await pass(0);
    const nextAt = confirmedAt + 1_000;
    expect(engine.retryOf(intentId)).toEqual({ attempts: 2, nextAt, until });
    expect(retries).toEqual([intentId, intentId]);
    await pass(61_000);
    expect(engine.retryOf(intentId)).toBeUndefined();
  });
});

describe('looking', () => {
  it('is what somebody waits for up to half a minute, and at leisure after it', async () => {
    const { submit, did, pass } = setUp({ waitMs: () => 10_000 });
    await submit();
    did();
    await pass(30_000);
    expect(did()).toEqual(Array.from({ length: 4 }, () => 'look lookup'));
    await pass(10_000);
    expect(did()).toEqual(['look follow']);
  });

  it('is at leisure as soon as nobody waits any more', async () => {
    const { submit, did, pass, engine, intentId } = setUp();
    await submit();
    await pass(0);
    did();
    expect(stateOf(engine.setAside(intentId, false))).toBe('set-aside');
    await pass(1_000);
    expect(did()).toEqual(['look follow']);
  });

  it('ends when its fate is known, however that came to be', async () => {
    const { submit, did, pass, intents, intentId, engine } = setUp();
    await submit();
    await pass(0);
    const step = { step: 'accepted', resultId: 'o' } as const;
    intents.step(intentId, step, { kind: 'heard', text: 'Heard.' });
    did();
    await pass(5_000);
    expect(did()).toEqual([]);
    expect(engine.open()).toEqual([]);
    expect(harness.state.time.pending()).toBe(0);
  });

  it('asks at once for a person who wants to know', async () => {
    const { submit, did, engine, intentId } = setUp();
    await submit();
    did();
    expect(stateOf(await engine.lookAgain(intentId))).toBe('unknown');
    expect(did()).toEqual(['look lookup']);
  });
});

describe('an answer', () => {
  const taken = { kind: 'answer', status: 200, message: '', record: { id: 'o' } } as const;

  it('is adopted once what else it tells is known', async () => {
    const order: string[] = [];
    const { submit, world, did } = setUp({
      async onFinding(_intentId, { kind }) {
        await setImmediate();
        order.push(`${kind} ${did().join()}`);
      },
    });
    world.outcome = taken;
    expect(stateOf(await submit())).toBe('accepted');
    expect(order).toEqual(['taken gate,send']);
    expect(did()).toEqual(['adopt']);
  });

  it('about another one leaves this one unknown, in words', async () => {
    const { submit, world, evidence } = setUp({ adopt: () => false });
    world.outcome = taken;
    expect(stateOf(await submit())).toBe('unknown');
    expect(evidence()).toEqual([
      'Sent.',
      'The broker’s answer is about another thing, so the outcome of this one is unknown.',
    ]);
  });

  it('that was judged while it was adopted is not judged again', async () => {
    const world = setUp({
      adopt(intent) {
        world.intents.step(intent.intentId, { step: 'lost' }, { kind: 'lost', text: 'Judged.' });
        return false;
      },
    });
    world.world.outcome = taken;
    expect(stateOf(await world.submit())).toBe('unknown');
    expect(world.evidence()).toEqual(['Sent.', 'Judged.']);
    expect(world.said).toEqual([]);
  });
});

describe('a person who sends it again', () => {
  const words = (result: Result<Intent>) =>
    result.ok || !('message' in result.failure) ? undefined : result.failure.message;

  it('has it looked for first, and sent with what they confirmed', async () => {
    const { submit, engine, intentId, did, evidence } = setUp();
    await submit();
    did();
    expect(stateOf(await engine.sendAgain(intentId, ANYWAY))).toBe('unknown');
    expect(did().slice(0, 3)).toEqual(['look lookup', 'gate stream-down', 'send']);
    expect(evidence()).toContain('You asked to send it again.');
  });

  it.each([
    [false, 0],
    [true, 1],
  ])(
    'gives the desk the time to repeat it anew, or not, by the rules: %s',
    async (isConfirmedAnew, least) => {
      const { submit, engine, intentId, did, pass } = setUp({
        resendForMs: () => 5_000,
        isConfirmedAnew,
      });
      await submit();
      await pass(20_000);
      await engine.sendAgain(intentId);
      did();
      await pass(3_000);
      const sent = did().filter((what) => what === 'send').length;
      expect(Math.min(sent, 1)).toBe(least);
    },
  );

  it('is told that it did not go, and then it does not go by itself either', async () => {
    const { submit, engine, intentId, did, pass, world } = setUp({
      resendForMs: () => 60_000,
      isConfirmedAnew: true,
      resend: 'instead-of-look',
    });
    await submit();
    did();
    world.beforeSend = () => void world.sleeps++;
    expect(words(await engine.sendAgain(intentId))).toBe(
      'Not sent again: The computer went to sleep while this was waiting to be sent.',
    );
    world.beforeSend = () => undefined;
    world.sleeps = 0;
    await pass(3_000);
    expect(did().filter((what) => what === 'send')).toEqual([]);
  });

  it('is refused in words where there is nothing to send', async () => {
    const { submit, engine, intentId, intents } = setUp();
    expect(await engine.sendAgain(intentId)).toMatchObject({
      failure: {
        kind: 'invalid',
        issues: [{ path: 'intentId', message: 'There is no such thing.' }],
      },
    });
    await submit();
    engine.setAside(intentId, false);
    expect(words(await engine.sendAgain(intentId))).toBe(
      'Only a thing that is unconfirmed can be sent again; this one is set-aside.',
    );
    intents.step(intentId, { step: 'accepted', resultId: 'o' }, { kind: 'heard', text: 'Heard.' });
    expect(words(await engine.sendAgain(intentId))).toBe(
      'The outcome of this thing is already known.',
    );
    expect(words(await engine.lookAgain(intentId))).toBe(
      'The outcome of this thing is already known.',
    );
  });

  it('is refused where it was given up, or is another one', async () => {
    const canceled = setUp();
    await canceled.submit();
    canceled.intents.markCancel(canceled.intentId, 'Cancel it.');
    expect(words(await canceled.engine.sendAgain(canceled.intentId))).toMatch(
      /^You canceled this order, so it cannot be sent again\./,
    );
    const other = setUp();
    await other.submit();
    other.intents.conflict(other.intents.get(other.intentId), 'Another body.');
    expect(words(await other.engine.sendAgain(other.intentId))).toBe('It is another one.');
  });
});

it('an intent that an earlier run left is followed at leisure, and never sent', async () => {
  const { engine, did, pass, intents } = setUp({ resendForMs: () => 60_000 });
  const left = draft();
  intents.record(left);
  intents.handOver(left.intentId, { kind: 'sent', text: 'Sent.' });
  intents.step(left.intentId, { step: 'lost' }, { kind: 'lost', text: 'Lost.' });
  engine.start();
  await pass(2_000);
  expect(did()).toEqual(['look follow', 'look follow', 'look follow']);
  engine.stop();
  await pass(5_000);
  expect(did()).toEqual([]);
});

it('a note is the first line behind the record', async () => {
  const { submit, evidence } = setUp();
  await submit({ note: 'Of the way out.' });
  expect(evidence()[0]).toBe('Of the way out.');
});
