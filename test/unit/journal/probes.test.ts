// The named points of every write, in their order: the crash suite ends the process at each of them, and a point that
// is not reached, or has another name, would silently test nothing.
import { expect, it } from 'vitest';
import type { ProbePoint } from '#main/journal/types.ts';
import { PROBE_POINTS } from '#main/journal/types.ts';
import { createHarness, draft, intentIn, value } from './harness.ts';

const harness = createHarness();
const LINE = { kind: 'answered', text: 'words' } as const;

function setUp() {
  const points: ProbePoint[] = [];
  const journal = harness.open({ probe: (point) => void points.push(point) });
  const during = (run: () => unknown): ProbePoint[] => {
    points.length = 0;
    run();
    return points.slice();
  };
  return { journal, during, atStart: points.slice() };
}

const around = (place: string) => [`before-${place}`, 'within-write', `after-${place}`];

it('are reached in their order at the start', () => {
  expect(setUp().atStart).toEqual(['before-migrate', 'after-migrate', ...around('recover')]);
});

it('are reached in their order by a record', () => {
  const { journal, during } = setUp();
  expect(during(() => journal.record(draft()))).toEqual([
    'before-record',
    'within-record',
    'after-record',
  ]);
});

it('tell sending, losing and settling apart', () => {
  const { journal, during } = setUp();
  const step = (
    from: Parameters<typeof intentIn>[1],
    next: Parameters<typeof journal.advance>[1],
    kind: 'sent' | 'answered' | 'lost' | 'conflict' | 'person' = 'answered',
  ) => {
    const intentId = intentIn(journal, from);
    return during(() => value(journal.advance(intentId, next, { ...LINE, kind })));
  };
  expect(step('recorded', { step: 'sent' }, 'sent')).toEqual(around('sent'));
  expect(step('sent', { step: 'accepted', resultId: 'o' })).toEqual(around('settle'));
  expect(step('sent', { step: 'refused' })).toEqual(around('settle'));
  expect(step('recorded', { step: 'not-sent' })).toEqual(around('settle'));
  expect(step('sent', { step: 'lost' }, 'lost')).toEqual(around('unknown'));
  expect(step('unknown', { step: 'set-aside' }, 'person')).toEqual(around('unknown'));
  expect(step('unknown', { step: 'conflict' }, 'conflict')).toEqual(around('unknown'));
});

it('are reached by marks, lines and what the broker said', () => {
  const { journal, during } = setUp();
  const intentId = intentIn(journal, 'unknown');
  expect(during(() => journal.markCancelWhenFound(intentId, 'words'))).toEqual(
    around('cancel-mark'),
  );
  // A mark that is there already writes nothing.
  expect(during(() => journal.markCancelWhenFound(intentId, 'words'))).toEqual([]);
  expect(during(() => journal.addEvidence(intentId, LINE))).toEqual(around('evidence'));
  expect(during(() => journal.repeatEvidence(intentId, LINE))).toEqual(around('evidence'));
  expect(during(() => journal.saveGap({ stream: 'orders', from: 1, to: 2 }))).toEqual(
    around('save'),
  );
  expect(during(() => journal.saveOrders([]))).toEqual([]);
});

it('are all in the list that the crash suite goes through', () => {
  const places = ['recover', 'sent', 'settle', 'unknown', 'cancel-mark', 'evidence', 'save'];
  expect(new Set(PROBE_POINTS)).toEqual(
    new Set([
      'before-migrate',
      'after-migrate',
      'before-record',
      'within-record',
      'after-record',
      ...places.flatMap(around),
    ]),
  );
});
