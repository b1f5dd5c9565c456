import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EvidenceKind, IntentKind, IntentState, type Intent } from '#contract/intents.ts';
import { isUnsettled } from '#contract/intents.ts';
import { transition, type Facts, type Step } from '#main/journal/transitions.ts';

const facts = (state: Intent['state'], more: Partial<Facts> = {}): Facts => ({
  kind: 'place',
  state,
  unanswered: ['sent', 'unknown', 'set-aside'].includes(state) ? 1 : 0,
  isConflict: false,
  ...more,
});
const after = (now: Facts, step: Step['step'], kind: EvidenceKind = 'answered') => {
  const moved = transition(now, { step }, kind);
  return moved.ok ? `${moved.next.state} ${moved.next.unanswered}` : 'illegal';
};

describe('the state table', () => {
  const STATES = IntentState.options;
  it.each([
    // step,      kind,       recorded,     sent,        accepted,     refused,      not-sent,     unknown,      set-aside
    ['sent', 'sent', 'sent 1', 'illegal', 'illegal', 'illegal', 'illegal', 'sent 2', 'illegal'],
    [
      'accepted',
      'answered',
      'illegal',
      'accepted 0',
      'accepted 0',
      'illegal',
      'illegal',
      'accepted 1',
      'accepted 1',
    ],
    [
      'accepted',
      'found',
      'accepted 0',
      'accepted 1',
      'accepted 0',
      'accepted 0',
      'accepted 0',
      'accepted 1',
      'accepted 1',
    ],
    [
      'accepted',
      'heard',
      'accepted 0',
      'accepted 1',
      'accepted 0',
      'accepted 0',
      'accepted 0',
      'accepted 1',
      'accepted 1',
    ],
    [
      'accepted',
      'not-found',
      'illegal',
      'illegal',
      'illegal',
      'illegal',
      'illegal',
      'illegal',
      'illegal',
    ],
    [
      'refused',
      'answered',
      'illegal',
      'refused 0',
      'illegal',
      'illegal',
      'illegal',
      'illegal',
      'illegal',
    ],
    [
      'not-sent',
      'not-sent',
      'not-sent 0',
      'not-sent 0',
      'illegal',
      'illegal',
      'illegal',
      'illegal',
      'illegal',
    ],
    ['lost', 'lost', 'illegal', 'unknown 1', 'illegal', 'illegal', 'illegal', 'illegal', 'illegal'],
    ['ended', 'found', 'illegal', 'illegal', 'illegal', 'illegal', 'illegal', 'illegal', 'illegal'],
    [
      'set-aside',
      'person',
      'illegal',
      'illegal',
      'illegal',
      'illegal',
      'illegal',
      'set-aside 1',
      'illegal',
    ],
    [
      'recovered',
      'recovered',
      'unknown 1',
      'unknown 1',
      'illegal',
      'illegal',
      'illegal',
      'illegal',
      'illegal',
    ],
    [
      'conflict',
      'conflict',
      'recorded 0',
      'sent 1',
      'accepted 0',
      'refused 0',
      'not-sent 0',
      'unknown 1',
      'set-aside 1',
    ],
  ] as const)('%s (%s)', (step, kind, ...expected) => {
    expect(STATES.map((state) => after(facts(state), step, kind))).toEqual(expected);
  });

  it('takes a refusal as evidence only while an earlier attempt is unanswered', () => {
    expect(after(facts('sent', { unanswered: 2 }), 'refused')).toBe('unknown 1');
    expect(after(facts('sent', { unanswered: 2 }), 'not-sent')).toBe('unknown 1');
  });

  it('lets a replace be lost to an order that ended, and a mint to its rejected request', () => {
    expect(after(facts('unknown', { kind: 'replace', unanswered: 3 }), 'ended', 'found')).toBe(
      'refused 0',
    );
    expect(after(facts('set-aside', { kind: 'replace' }), 'ended', 'heard')).toBe('refused 0');
    expect(after(facts('unknown', { kind: 'replace' }), 'ended', 'not-found')).toBe('illegal');
    expect(after(facts('unknown', { kind: 'mint' }), 'ended', 'found')).toBe('refused 0');
    expect(after(facts('sent', { kind: 'mint' }), 'ended', 'answered')).toBe('refused 0');
    expect(after(facts('unknown', { kind: 'mint' }), 'ended', 'not-found')).toBe('illegal');
    expect(after(facts('accepted', { kind: 'mint' }), 'ended', 'found')).toBe('illegal');
    expect(after(facts('unknown', { kind: 'replace' }), 'ended', 'answered')).toBe('illegal');
    expect(after(facts('unknown'), 'ended', 'found')).toBe('illegal');
  });

  it('does not send again what another body holds the id of', () => {
    expect(after(facts('unknown', { isConflict: true }), 'sent')).toBe('illegal');
  });

  it('keeps the order that an intent became', () => {
    const now = facts('accepted', { resultId: 'a' });
    expect(transition(now, { step: 'accepted', resultId: 'b' }, 'heard').ok).toBe(false);
    expect(transition(now, { step: 'accepted', resultId: 'a' }, 'heard').ok).toBe(true);
    expect(
      transition(facts('accepted'), { step: 'accepted', resultId: 'b' }, 'heard'),
    ).toMatchObject({
      next: { resultId: 'b' },
    });
    expect(
      transition(
        facts('sent', { kind: 'replace', resultId: 'old' }),
        { step: 'accepted', resultId: 'new' },
        'answered',
      ),
    ).toMatchObject({ next: { resultId: 'new' } });
  });
});

describe('any sequence of steps', () => {
  const anyStep: fc.Arbitrary<Step> = fc.oneof(
    fc.constantFrom<Step>(
      { step: 'sent' },
      { step: 'refused' },
      { step: 'not-sent' },
      { step: 'lost' },
      { step: 'ended' },
      { step: 'set-aside' },
      { step: 'conflict' },
      { step: 'recovered' },
    ),
    fc.record({
      step: fc.constant('accepted' as const),
      resultId: fc.constantFrom('a', 'b', undefined),
    }),
  );
  const anyRun = fc.array(fc.tuple(anyStep, fc.constantFrom(...EvidenceKind.options)), {
    maxLength: 40,
  });

  function walk(
    kind: Intent['kind'],
    run: [Step, EvidenceKind][],
    check: (before: Facts, next: Facts, step: Step, evidence: EvidenceKind) => void,
  ) {
    let now = facts('recorded', { kind });
    for (const [step, evidence] of run) {
      const moved = transition(now, step, evidence);
      if (!moved.ok) continue;
      check(now, moved.next, step, evidence);
      now = moved.next;
    }
  }
  const always = (
    check: (before: Facts, next: Facts, step: Step, evidence: EvidenceKind) => void,
  ) =>
    fc.assert(
      fc.property(fc.constantFrom(...IntentKind.options), anyRun, (kind, run) =>
        walk(kind, run, check),
      ),
      { numRuns: 5000 },
    );

  it('never leaves accepted, nor changes which order it is', () => {
    always((before, next) => {
      if (before.state !== 'accepted') return;
      expect(next.state).toBe('accepted');
      if (before.resultId !== undefined) expect(next.resultId).toBe(before.resultId);
    });
  });

  it('is refused or not sent only with nothing unanswered, and open with at least one', () => {
    always((_before, { state, unanswered }) => {
      expect(unanswered).toBeGreaterThanOrEqual(0);
      if (state === 'recorded' || state === 'refused' || state === 'not-sent')
        expect(unanswered).toBe(0);
      if (state === 'sent' || state === 'unknown' || state === 'set-aside')
        expect(unanswered).toBeGreaterThan(0);
    });
  });

  it('leaves refused and not sent by late evidence alone', () => {
    always((before, next, step, evidence) => {
      if (before.state !== 'refused' && before.state !== 'not-sent') return;
      if (next.state === before.state) return;
      expect([next.state, step.step]).toEqual(['accepted', 'accepted']);
      expect(['found', 'heard']).toContain(evidence);
    });
  });

  it('counts every attempt that left: refused means each one was answered, or its order ended', () => {
    fc.assert(
      fc.property(fc.constantFrom(...IntentKind.options), anyRun, (kind, run) => {
        let open = 0;
        walk(kind, run, (before, next, { step }) => {
          if (step === 'sent') open++;
          if (before.state === 'sent' && (step === 'refused' || step === 'not-sent')) open--;
          if (step === 'ended') open = 0;
          if (next.state === 'refused' || next.state === 'not-sent') expect(open).toBe(0);
        });
      }),
      { numRuns: 5000 },
    );
  });

  it('always finds its way to accepted when the broker has it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...IntentKind.options), anyRun, (kind, run) => {
        let last = facts('recorded', { kind });
        walk(kind, run, (_before, next) => void (last = next));
        const moved = transition(last, { step: 'accepted' }, 'heard');
        expect(moved.ok && moved.next.state).toBe('accepted');
        expect(moved.ok && isUnsettled(moved.next)).toBe(false);
      }),
    );
  });
});
