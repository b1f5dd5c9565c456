import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bridge } from '#contract/bridge.ts';
import { fail, invalid, ok, type Failure, type Result } from '#contract/failure.ts';
import type { Intent, IntentState } from '#contract/intents.ts';
import { answering } from '#renderer/core/bridge/loopback.ts';
import {
  isUnrecorded,
  submitOnce,
  unsureWords,
  type Submitted,
} from '#renderer/trading/submission/submit-once.ts';

const ID = '018f0000-0000-7000-8000-000000000001';
const GONE: Failure = { kind: 'offline', message: 'The desk does not answer.' };
const LOCKED: Failure = { kind: 'not-allowed', message: 'The desk is locked.' };

type Told = Result<{ intentId: string; recorded?: Intent }>;

const intent = (state: IntentState) => ({ intentId: ID, state }) as Intent;
const recorded = (state: IntentState): Told => ok({ intentId: 'new', recorded: intent(state) });
const never: Told = ok({ intentId: 'new' });

/** Submits once; main is asked afterwards as often as there are answers, and not once more. */
async function submit(answer: Result<Intent>, told: Told[] = []) {
  const asked: unknown[] = [];
  const doubts: string[] = [];
  const waits: number[] = [];
  const bridge = {
    call: async (name: string, input: unknown) => {
      asked.push([name, input]);
      const next = told[asked.length - 1];
      if (!next) throw new Error('asked too often');
      return next;
    },
  } as unknown as Bridge;
  const submitted = await submitOnce({
    bridge,
    accountId: 'a',
    intentId: ID,
    what: 'order',
    send: async () => answer,
    onDoubt: (text) => doubts.push(text),
    wait: async (ms) => void waits.push(ms),
  });
  return { submitted, asked, doubts, waits };
}

const wordsOf = (submitted: Submitted): string =>
  submitted.kind === 'unrecorded' && 'message' in submitted.failure
    ? submitted.failure.message
    : '';

describe('a submission that is answered', () => {
  it('asks nothing more', async () => {
    const { submitted, asked, doubts } = await submit(ok(intent('unknown')));
    expect(submitted).toEqual({ kind: 'recorded', intent: intent('unknown'), wasInDoubt: false });
    expect([asked, doubts]).toEqual([[], []]);
  });

  it.each<[string, Failure, boolean]>([
    ['a field is wrong', invalid('Enter a quantity.', 'draft.qty').failure, false],
    ['it was recorded with other values', invalid('Recorded before.', 'intentId').failure, false],
    ['the desk is locked', LOCKED, false],
    ['main does not have its id', invalid('Nothing was sent.', 'ticket').failure, true],
  ])('is not in doubt when %s', async (_, failure, isIdSpent) => {
    const { submitted, asked } = await submit(fail(failure));
    expect(submitted).toEqual({ kind: 'unrecorded', failure, isIdSpent, wasInDoubt: false });
    expect(asked).toEqual([]);
  });
});

describe.each<[string, Failure]>([
  ['is lost', GONE],
  ['is a mistake of main', { kind: 'bug', ref: 'r-1' }],
])('a submission whose answer %s', (_, failure) => {
  it('is asked for by its id, which that closes', async () => {
    const { submitted, asked, doubts } = await submit(fail(failure), [recorded('accepted')]);
    expect(asked).toEqual([['tickets.open', { accountId: 'a', insteadOf: ID }]]);
    expect(submitted).toEqual({ kind: 'recorded', intent: intent('accepted'), wasInDoubt: true });
    expect(doubts[0]).toBe(
      'Ballast did not answer. Your order may have been placed: checking what happened to it.',
    );
  });

  it('was not sent when main has no record of it', async () => {
    const { submitted } = await submit(fail(failure), [never]);
    expect(submitted).toMatchObject({ kind: 'unrecorded', isIdSpent: true, wasInDoubt: true });
    expect(wordsOf(submitted)).toMatch(/^Nothing was sent\. .+ Check it and press again\.$/);
  });

  it('is asked for until main answers, ever more seldom, and says why not', async () => {
    const silent: Told[] = Array.from({ length: 8 }, () => fail(GONE));
    const { submitted, doubts, waits } = await submit(fail(failure), [
      ...silent,
      fail(LOCKED),
      recorded('sent'),
      recorded('refused'),
    ]);
    expect(submitted).toMatchObject({ kind: 'recorded', intent: { state: 'refused' } });
    expect(waits.slice(0, 7)).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
    expect(doubts[1]).toContain('(attempt 2)');
    expect(doubts.at(-2)).toContain('The desk is locked.');
    expect(doubts.at(-1)).toContain('is waiting for the broker’s answer');
  });

  it('ends in what main says last and never before it knows', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom<Told>(fail(GONE), fail(LOCKED), recorded('recorded'), recorded('sent')),
        ),
        fc.constantFrom<Told>(
          never,
          recorded('accepted'),
          recorded('unknown'),
          recorded('not-sent'),
        ),
        async (before, last) => {
          const { submitted, asked, doubts } = await submit(fail(failure), [...before, last]);
          expect(asked).toHaveLength(before.length + 1);
          expect(doubts).toHaveLength(before.length + 1);
          expect(submitted.kind).toBe(last === never ? 'unrecorded' : 'recorded');
        },
      ),
    ));
});

it('a call that Electron rejects is a lost answer', async () => {
  const bridge = answering({
    call: () => Promise.reject(new Error('reply was never sent')),
    watch: () => () => undefined,
  });
  expect(await bridge.call('desk.info', {})).toMatchObject({
    ok: false,
    failure: { kind: 'offline' },
  });
});

it('says of a mistake of main that it was one, and of silence that it takes nothing late', async () => {
  const bug = await submit(fail({ kind: 'bug', ref: 'r-1' }), [never]);
  expect(wordsOf(bug.submitted)).toContain('r-1');
  const silence = await submit(fail(GONE), [never]);
  expect(wordsOf(silence.submitted)).toBe(
    'Nothing was sent. Ballast did not receive this order, and will not accept it if it arrives late. Check it and press again.',
  );
});

it.each<[string, Failure, RegExp]>([
  ['silence', GONE, /^Ballast did not answer, so it is not known whether this was done\./],
  ['a mistake of main', { kind: 'bug', ref: 'r-1' }, /^Ballast did not answer, so it is not/],
  ['a refusal', LOCKED, /^The desk is locked\.$/],
])('what is recorded already is unsure after %s', (_, failure, words) =>
  expect(unsureWords(failure)).toMatch(words),
);

describe('the id of a submit that failed', () => {
  it('is judged by every issue, not by one of them', () => {
    const issues = ['draft.qty', 'intentId'].map((path) => ({ path, message: 'Wrong.' }));
    expect(isUnrecorded({ kind: 'invalid', issues })).toBe(false);
  });

  it('is spent when any issue says so', async () => {
    const issues = ['draft.qty', 'ticket'].map((path) => ({ path, message: 'Wrong.' }));
    const { submitted } = await submit(fail({ kind: 'invalid', issues }));
    expect(submitted).toMatchObject({ isIdSpent: true });
  });

  it.each<[string, Failure]>([
    ['the order is malformed', invalid('Enter a quantity.', 'draft.qty').failure],
    ['the whole of it is malformed', invalid('Expected an object.', '').failure],
  ])('may be used again when %s', (_, failure) => expect(isUnrecorded(failure)).toBe(true));

  it.each<[string, Failure]>([
    ['it was recorded with other values', invalid('Recorded before.', 'intentId').failure],
    ['the answer was lost', { kind: 'offline', message: 'No answer.' }],
    ['the desk was stopped', { kind: 'not-allowed', message: 'All trading is stopped.' }],
  ])('is not proven to be free when %s', (_, failure) => expect(isUnrecorded(failure)).toBe(false));
});
