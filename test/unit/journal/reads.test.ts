import { describe, expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import { createFaultyDisk, createHarness, disk, draft, intentIn, value } from './harness.ts';

const harness = createHarness();
const ids = (intents: Intent[]) => intents.map(({ intentId }) => intentId);

describe('reading', () => {
  it('pages through all intents, newest first, each once', () => {
    const journal = harness.open();
    const recorded = Array.from({ length: 25 }, (_, n) =>
      intentIn(journal, 'recorded', { confirmedAt: 1_000_000 + Math.floor(n / 3) }),
    );
    const seen: string[] = [];
    let before: { confirmedAt: number; intentId: string } | undefined;
    do {
      const page = value(journal.list({ limit: 10, before }));
      seen.push(...ids(page.intents));
      before = page.next;
    } while (before);
    expect(seen).toEqual(recorded.toReversed());
  });

  it('filters by state, kind, symbol and time', () => {
    const journal = harness.open();
    const refused = intentIn(journal, 'refused', { symbol: 'MSFT', confirmedAt: 50 });
    const change = intentIn(journal, 'accepted', {
      kind: 'replace',
      targetId: 'o',
      confirmedAt: 60,
    });
    intentIn(journal, 'unknown', { confirmedAt: 70 });
    const found = (query: Parameters<typeof journal.list>[0]) =>
      ids(value(journal.list(query)).intents);
    expect(found({ states: ['refused'] })).toEqual([refused]);
    expect(found({ kinds: ['mint', 'replace'] })).toEqual([change]);
    expect(found({ symbol: 'MSFT' })).toEqual([refused]);
    expect(found({ from: 50, to: 70 })).toEqual([change, refused]);
    expect(found({ states: [] })).toEqual([]);
  });

  it('counts by state', () => {
    const journal = harness.open();
    intentIn(journal, 'accepted');
    intentIn(journal, 'accepted');
    intentIn(journal, 'set-aside');
    expect(value(journal.counts())).toMatchObject({ accepted: 2, 'set-aside': 1, unknown: 0 });
  });

  it('finds every intent about an order', () => {
    const journal = harness.open();
    const placed = intentIn(journal, 'accepted');
    const orderId = value(journal.get(placed))?.resultId ?? '';
    const change = intentIn(journal, 'recorded', { kind: 'replace', targetId: orderId });
    expect(ids(value(journal.about(orderId)))).toEqual([change, placed]);
    expect(value(journal.about('none'))).toEqual([]);
  });

  it('lists what needs lookups, oldest first', () => {
    const journal = harness.open();
    const open = (['set-aside', 'recorded', 'sent', 'unknown'] as const).map((state) =>
      intentIn(journal, state),
    );
    for (const state of ['accepted', 'refused', 'not-sent'] as const) intentIn(journal, state);
    expect(ids(journal.unsettled())).toEqual(open);
  });

  it('shows what memory keeps as if it were on disk', () => {
    const { connect, state } = createFaultyDisk();
    const journal = harness.open({ connect });
    const [a, b, c] = [1, 2, 3].map(() => intentIn(journal, 'sent'));
    state.fault = { errcode: 13, at: 'begin' };
    const step = { step: 'accepted', resultId: 'o-b' } as const;
    const kept = disk(journal.advance(b ?? '', step, { kind: 'answered', text: 'ok' }));
    expect(kept).toMatchObject({ cause: 'full', isKept: true, intent: { state: 'accepted' } });
    expect(value(journal.get(b ?? ''))?.state).toBe('accepted');
    expect(ids(value(journal.list({ states: ['sent'] })).intents)).toEqual([c, a]);
    expect(ids(value(journal.list({ limit: 2 })).intents)).toEqual([c, b]);
    expect(value(journal.counts())).toMatchObject({ sent: 2, accepted: 1 });
    expect(ids(value(journal.about('o-b')))).toEqual([b]);
    expect(value(journal.evidence(b ?? '')).at(-1)?.text).toBe('ok');
    expect(ids(journal.unsettled())).toEqual([a, c]);
  });

  it('answers a failure, or memory alone, when the disk cannot be read', () => {
    const { connect, state } = createFaultyDisk();
    const first = harness.open();
    const settled = intentIn(first, 'refused');
    first.close();
    const journal = harness.open({ connect });
    const open = intentIn(journal, 'unknown');
    state.fault = { errcode: 10, at: 'read' };
    expect(disk(journal.get(settled)).cause).toBe('io');
    expect(value(journal.get(open))?.state).toBe('unknown');
    expect(ids(journal.unsettled())).toEqual([open]);
    expect(disk(journal.list()).cause).toBe('io');
    expect(disk(journal.load()).cause).toBe('io');
    expect(journal.health()).toMatchObject({ writable: false, needsReopen: true });
    expect(disk(journal.record(draft()))).toMatchObject({ intent: { state: 'not-sent' } });
  });
});
