import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bridge } from '#contract/bridge.ts';
import { fail, invalid, ok, type Failure, type Result } from '#contract/failure.ts';
import type { Intent, IntentState } from '#contract/intents.ts';
import { createSubmission } from '#renderer/trading/submission/submission.ts';

const LOCKED: Failure = { kind: 'not-allowed', message: 'The desk is locked.' };
const SPENT = invalid('Nothing was sent.', 'ticket').failure;
const MALFORMED = invalid('Enter a quantity.', 'draft.qty').failure;
const GONE: Failure = { kind: 'offline', message: 'The desk does not answer.' };

const intent = (state: IntentState) => ({ intentId: 'any', state }) as Intent;
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Main gives out `id-1`, `id-2` and so on, unless it is silent; timers run when the test says so. */
function rig() {
  const timers: { ms: number; run: () => void }[] = [];
  const unheard: string[] = [];
  const main = { isSilent: false, opened: 0, asked: [] as unknown[], calls: [] as unknown[] };
  const bridge = {
    async call(name: string, input: { insteadOf?: string }) {
      main.calls.push([name, input]);
      if (input.insteadOf !== undefined) main.asked.push(input.insteadOf);
      if (main.isSilent) return fail(GONE);
      main.opened += 1;
      return ok({ intentId: `id-${main.opened}` });
    },
  } as unknown as Bridge;
  const submission = createSubmission({
    bridge,
    accountId: 'a',
    what: 'order',
    delay(ms, run) {
      timers.push({ ms, run });
      return () => undefined;
    },
    onUnheard: (text) => unheard.push(text),
  });
  /** What is handed over, and the way to answer it. */
  const sent: { id: string; answer: (result: Result<Intent>) => Promise<void> }[] = [];
  const submit = () =>
    submission.submit(
      (id) =>
        new Promise((resolve) =>
          sent.push({
            id,
            async answer(result) {
              resolve(result);
              await settle();
            },
          }),
        ),
    );
  const elapse = async () => {
    for (const { run } of timers.splice(0)) run();
    await settle();
  };
  return { submission, main, sent, submit, elapse, timers, unheard };
}

async function open() {
  const all = rig();
  all.submission.on(() => undefined);
  all.submission.start();
  await settle();
  return all;
}

it('begins with nothing, and asks main for an id of this account', async () => {
  const { submission, main } = rig();
  expect(submission.state()).toEqual({
    intentId: undefined,
    isSending: false,
    doubt: undefined,
    settled: undefined,
  });
  submission.start();
  await settle();
  expect(main.calls).toEqual([['tickets.open', { accountId: 'a' }]]);
});

it('tells whoever listens of each change, and nobody when there is nothing to note', async () => {
  const { submission, submit, sent } = rig();
  const told: (boolean | undefined)[] = [];
  const stop = submission.on(() => told.push(submission.state().isSending));
  submission.start();
  await settle();
  submit();
  await sent[0]?.answer(ok(intent('accepted')));
  // An id; on its way; settled; another id.
  expect(told).toEqual([false, true, false, false]);
  expect([submission.note(), submission.note()]).toEqual([true, false]);
  expect(told).toHaveLength(5);
  stop();
  submit();
  expect(told).toHaveLength(5);
});

describe('the id of a submission', () => {
  it('is asked for once, however many need it', async () => {
    const { submission, main } = rig();
    submission.start();
    submission.start();
    await settle();
    expect([main.opened, submission.state().intentId]).toEqual([1, 'id-1']);
  });

  it('is not taken by one who has left meanwhile', async () => {
    const { submission } = rig();
    const stop = submission.start();
    stop();
    await settle();
    expect(submission.state().intentId).toBeUndefined();
  });

  it('is asked for while somebody needs it, again and again until main gives one', async () => {
    const { submission, main, timers, elapse } = rig();
    main.isSilent = true;
    const stop = submission.start();
    await settle();
    expect([submission.state().intentId, timers.map(({ ms }) => ms)]).toEqual([undefined, [2_000]]);
    main.isSilent = false;
    await elapse();
    expect(submission.state().intentId).toBe('id-1');
    stop();
    submission.start();
    await settle();
    expect(main.opened).toBe(1);
  });

  it('is not asked for once nobody is there', async () => {
    const { submission, main, elapse } = rig();
    main.isSilent = true;
    const stop = submission.start();
    await settle();
    stop();
    main.isSilent = false;
    await elapse();
    expect([main.opened, submission.state().intentId]).toEqual([0, undefined]);
  });

  it('stays while the form is filled in', async () => {
    const { submission } = await open();
    expect([submission.edit(), submission.edit()]).toEqual([true, true]);
    expect(submission.state().intentId).toBe('id-1');
  });

  it.each<[string, Result<Intent>, kept: boolean, keptByEdit: boolean]>([
    ['it was recorded', ok(intent('accepted')), false, false],
    ['it was recorded and refused', ok(intent('refused')), false, false],
    ['its id is spent', fail(SPENT), false, false],
    ['it is malformed, which proves that nothing was recorded', fail(MALFORMED), true, true],
    ['main declined it', fail(LOCKED), true, false],
  ])('after %s', async (_, answer, isKept, isKeptByEdit) => {
    const { submission, submit, sent } = await open();
    submit();
    await sent[0]?.answer(answer);
    expect(submission.state().intentId).toBe(isKept ? 'id-1' : 'id-2');
    submission.edit();
    await settle();
    expect(submission.state().intentId).toBe(isKeptByEdit ? 'id-1' : 'id-2');
  });
});

describe('handing over', () => {
  it('happens once, whatever is pressed or typed until main has answered', async () => {
    const { submission, submit, sent } = await open();
    expect([submit(), submit(), submission.edit(), submit()]).toEqual([true, false, false, false]);
    expect(sent.map(({ id }) => id)).toEqual(['id-1']);
    expect(submission.state()).toMatchObject({ isSending: true, intentId: 'id-1' });
    await sent[0]?.answer(ok(intent('accepted')));
    expect(submission.state()).toMatchObject({ isSending: false, intentId: 'id-2' });
  });

  it('is refused without an id', () => {
    const { submit, sent } = rig();
    expect([submit(), sent]).toEqual([false, []]);
  });

  it('tells once what became of it, whenever somebody asks', async () => {
    const { submission, submit, sent } = await open();
    submit();
    expect([submission.note(), submission.state().settled]).toEqual([false, undefined]);
    await sent[0]?.answer(ok(intent('unknown')));
    expect(submission.state().settled).toMatchObject({
      kind: 'recorded',
      intent: { state: 'unknown' },
    });
    expect([submission.note(), submission.note()]).toEqual([true, false]);
    expect(submission.state().settled).toBeUndefined();
  });

  it('is in doubt while the answer is lost, and asks by the id', async () => {
    const { submission, main, submit, sent, elapse, unheard } = await open();
    main.isSilent = true;
    submit();
    await sent[0]?.answer(fail(GONE));
    expect(submission.state()).toMatchObject({ isSending: true });
    expect(submission.state().doubt).toContain('may have been placed');
    expect(submission.edit()).toBe(false);
    main.isSilent = false;
    await elapse();
    expect(submission.state()).toMatchObject({ isSending: false, doubt: undefined });
    expect(main.asked).toEqual(['id-1', 'id-1']);
    expect(submission.state().settled).toMatchObject({ kind: 'unrecorded', isIdSpent: true });
    expect(unheard).toEqual([]);
  });

  it('tells elsewhere that nothing was sent after all when nobody is here to read it', async () => {
    const { submission, submit, sent, unheard } = rig();
    const leave = submission.on(() => undefined);
    submission.start();
    await settle();
    submit();
    leave();
    await sent[0]?.answer(fail(GONE));
    expect(unheard).toEqual([expect.stringMatching(/^Nothing was sent\./)]);
  });

  it('tells elsewhere why main took nothing when nobody is here to read it', async () => {
    const { submission, submit, sent, unheard } = rig();
    const leave = submission.on(() => undefined);
    submission.start();
    await settle();
    submit();
    leave();
    await sent[0]?.answer(fail({ kind: 'not-allowed', message: 'All trading is stopped.' }));
    expect(unheard).toEqual(['All trading is stopped.']);
  });
});

describe('what is heard of one on its way', () => {
  const heardOf = (state: IntentState, intentId = 'id-1') => ({ intentId, state }) as Intent;

  it.each<IntentState>(['accepted', 'refused', 'not-sent'])(
    'ends it as its answer would when it is %s, and the answer is not told again',
    async (state) => {
      const { submission, submit, sent } = await open();
      submit();
      submission.hear(heardOf(state));
      await settle();
      expect(submission.state()).toMatchObject({ isSending: false, intentId: 'id-2' });
      expect(submission.state().settled).toEqual({
        kind: 'recorded',
        intent: heardOf(state),
        wasInDoubt: false,
      });
      submission.note();
      submit();
      await sent[0]?.answer(ok(heardOf(state)));
      expect(submission.state()).toMatchObject({ isSending: true, settled: undefined });
      await sent[1]?.answer(ok(heardOf('accepted', 'id-2')));
      expect(submission.state().settled).toMatchObject({ intent: { intentId: 'id-2' } });
    },
  );

  it.each<IntentState>(['recorded', 'sent', 'unknown', 'set-aside'])(
    'decides nothing while it is %s',
    async (state) => {
      const { submission, submit } = await open();
      submit();
      submission.hear(heardOf(state));
      expect(submission.state()).toMatchObject({ isSending: true, settled: undefined });
    },
  );

  it('is nothing to it when it is of another, or when nothing is on its way', async () => {
    const { submission, submit } = await open();
    submission.hear(heardOf('accepted'));
    expect(submission.state()).toMatchObject({ intentId: 'id-1', settled: undefined });
    submit();
    submission.hear(heardOf('accepted', 'id-7'));
    expect(submission.state().isSending).toBe(true);
  });

  it('ends a doubt as well, and the question after it says no more of it', async () => {
    const { submission, main, submit, sent, elapse } = await open();
    main.isSilent = true;
    submit();
    await sent[0]?.answer(fail(GONE));
    submission.hear(heardOf('accepted'));
    expect(submission.state()).toMatchObject({ isSending: false, doubt: undefined });
    expect(submission.state().settled).toMatchObject({ wasInDoubt: true });
    await elapse();
    expect(submission.state().doubt).toBeUndefined();
  });
});

it('never hands two forms over under one id, in whatever order things happen', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.constantFrom(
          'edit',
          'submit',
          'silence',
          'speak',
          'elapse',
          'recorded',
          'spent',
          'malformed',
          'locked',
          'lost',
        ),
        { maxLength: 40 },
      ),
      async (steps) => {
        const { submission, main, submit, sent, elapse } = await open();
        /** By id, the forms that may have been recorded under it. */
        const forms = new Map<string, Set<number>>();
        let form = 0;
        let answered = 0;
        const answers: Record<string, Result<Intent>> = {
          recorded: ok(intent('accepted')),
          spent: fail(SPENT),
          malformed: fail(MALFORMED),
          locked: fail(LOCKED),
          lost: fail(GONE),
        };
        for (const step of steps) {
          const answer = answers[step];
          const waiting = sent[answered];
          if (step === 'edit') form += submission.edit() ? 1 : 0;
          else if (step === 'submit') {
            submit();
            const last = sent.at(-1);
            if (last && sent.length > answered)
              forms.set(last.id, (forms.get(last.id) ?? new Set()).add(form));
          } else if (step === 'silence' || step === 'speak') main.isSilent = step === 'silence';
          else if (step === 'elapse') await elapse();
          else if (answer && waiting) {
            answered += 1;
            // Proven not to be recorded: the id is as good as new.
            if (step === 'malformed') forms.delete(waiting.id);
            await waiting.answer(answer);
          }
          await settle();
        }
        for (const under of forms.values()) expect(under.size).toBe(1);
      },
    ),
  ));
