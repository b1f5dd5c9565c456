// What the journal does not do, in the words that the log and the desk repeat.
import { describe, expect, it } from 'vitest';
import { transition, type Step } from '#main/journal/transitions.ts';
import { createHarness, draft, failure, intentIn, OTHER_ACCOUNT, value } from './harness.ts';

const harness = createHarness();
const LINE = { kind: 'answered', text: 'words' } as const;

describe('a step', () => {
  const facts = (members: Partial<Parameters<typeof transition>[0]>) => ({
    kind: 'place' as const,
    state: 'accepted' as const,
    unanswered: 0,
    isConflict: false,
    ...members,
  });
  const why = (
    members: Partial<Parameters<typeof transition>[0]>,
    step: Step,
    kind: Parameters<typeof transition>[2] = 'answered',
  ) => {
    const moved = transition(facts(members), step, kind);
    return moved.ok ? undefined : moved.why;
  };

  it('that is not possible is refused with the reason', () => {
    expect(why({}, { step: 'sent' })).toBe('A place that is accepted cannot become sent.');
    expect(why({ kind: 'replace' }, { step: 'ended' })).toBe(
      'A replace that is accepted cannot become ended.',
    );
    expect(why({ state: 'unknown', isConflict: true }, { step: 'sent' })).toBe(
      'A different order already has this id, so this one was not sent.',
    );
    expect(why({ state: 'refused' }, { step: 'accepted', resultId: 'o' })).toBe(
      'A line of kind answered does not prove acceptance while refused.',
    );
    expect(why({ resultId: 'a' }, { step: 'accepted', resultId: 'b' }, 'heard')).toBe(
      'It is already order a and cannot become b.',
    );
  });

  it('that ends a mint takes its request along, where there is one', () => {
    const mint = facts({ kind: 'mint', state: 'unknown', unanswered: 1 });
    const next = (step: Step) => {
      const moved = transition(mint, step, 'found');
      return moved.ok ? moved.next : undefined;
    };
    const ended = { ...mint, state: 'refused', unanswered: 0 };
    expect(next({ step: 'ended', resultId: 'r' })).toStrictEqual({ ...ended, resultId: 'r' });
    expect(next({ step: 'ended' })).toStrictEqual(ended);
    const change = facts({ kind: 'replace', state: 'unknown', unanswered: 1, resultId: 'old' });
    const moved = transition(change, { step: 'ended', resultId: 'x' }, 'found');
    expect(moved).toMatchObject({ ok: true, next: { resultId: 'old' } });
  });
});

describe('an intent', () => {
  it('of another account, with another body, or that nobody recorded, is refused', () => {
    const journal = harness.open();
    const asked = draft();
    value(journal.record(asked));
    expect(failure(journal.record(draft({ accountId: OTHER_ACCOUNT })))).toMatchObject({
      kind: 'other-account',
      message: expect.stringMatching(
        /^This journal belongs to account .*; an order for account .* cannot be recorded here\.$/,
      ),
    });
    expect(failure(journal.record({ ...asked, body: '{}' }))).toMatchObject({
      kind: 'other-body',
      message:
        'AAPL: this was already recorded with other values and is listed with them. Change a field to start a new one.',
    });
    const none = { kind: 'no-intent', message: 'The journal has no intent nobody.' };
    expect(failure(journal.advance('nobody', { step: 'sent' }, LINE))).toEqual(none);
    expect(failure(journal.addEvidence('nobody', LINE))).toEqual(none);
    expect(failure(journal.markCancelWhenFound('nobody', 'words'))).toEqual(none);
  });

  it('whose body no file can carry unchanged is a mistake of ours', () => {
    const journal = harness.open();
    expect(() => journal.record(draft({ body: 'a\ud800' }))).toThrow(
      'a body must be text that UTF-8 can carry',
    );
  });

  it('changes its time and reason only with its state', () => {
    const journal = harness.open();
    const intentId = intentIn(journal, 'accepted');
    const before = value(journal.get(intentId));
    harness.state.time.advance(1_000);
    const step = { step: 'accepted', resultId: `order of ${intentId}` } as const;
    value(journal.advance(intentId, step, { kind: 'heard', text: 'Heard again.' }));
    expect(value(journal.get(intentId))).toEqual(before);
    value(journal.markCancelWhenFound(intentId, 'Cancel it.'));
    expect(value(journal.get(intentId))).toEqual({ ...before, cancelWhenFound: true });
  });
});
