import { describe, expect, it } from 'vitest';
import { createHarness, draft, intentIn, value } from './harness.ts';

const harness = createHarness();

describe('after a restart', () => {
  it('what was recorded or sent is unknown, with a line that says why', () => {
    const first = harness.open();
    const recorded = intentIn(first, 'recorded');
    const sent = intentIn(first, 'sent');
    first.close();
    harness.state.time.advance(5000);
    const { journal, recovered } = harness.openAll();
    expect(recovered.map(({ intentId }) => intentId)).toEqual([recorded, sent]);
    for (const intentId of [recorded, sent]) {
      const intent = value(journal.get(intentId));
      expect(intent).toMatchObject({ state: 'unknown', unanswered: 1 });
      expect(intent?.changedAt).toBe(harness.state.time.clock.wall());
      expect(value(journal.evidence(intentId)).at(-1)).toMatchObject({
        kind: 'recovered',
        text: intent?.reason,
      });
    }
  });

  it('everything else is as it was, and is recovered once only', () => {
    const first = harness.open();
    const states = ['accepted', 'refused', 'not-sent', 'unknown', 'set-aside'] as const;
    const ids = states.map((state) => intentIn(first, state));
    const before = ids.map((intentId) => value(first.get(intentId)));
    first.close();
    harness.open().close();
    const { journal, recovered } = harness.openAll();
    expect(recovered).toEqual([]);
    expect(ids.map((intentId) => value(journal.get(intentId)))).toEqual(before);
    expect(journal.unsettled().map(({ state }) => state)).toEqual(['unknown', 'set-aside']);
  });

  it('a refusal of a new attempt proves nothing about those of the last run', () => {
    const first = harness.open();
    const intentId = intentIn(first, 'sent');
    first.close();
    const journal = harness.open();
    value(journal.advance(intentId, { step: 'sent' }, { kind: 'sent', text: 'Sent again.' }));
    const line = { kind: 'answered', text: '403', status: 403 } as const;
    expect(value(journal.advance(intentId, { step: 'refused' }, line))).toMatchObject({
      state: 'unknown',
      unanswered: 1,
    });
  });

  it('keeps the bytes of the body, and numbers new lines after the old ones', () => {
    const first = harness.open();
    const asked = draft({ body: '{"a":"\u2028 \\u0000 💱"}' });
    value(first.record(asked));
    first.close();
    const journal = harness.open();
    expect(value(journal.get(asked.intentId))?.body).toBe(asked.body);
    value(journal.addEvidence(asked.intentId, { kind: 'person', text: 'Looked again.' }));
    expect(value(journal.evidence(asked.intentId)).map(({ kind }) => kind)).toEqual([
      'recorded',
      'recovered',
      'person',
    ]);
  });
});
