import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createHarness, draft, failure, intentIn, OTHER_ACCOUNT, value } from './harness.ts';

const harness = createHarness();

describe('recording', () => {
  it('has the intent in the file, with its line, when it returns', () => {
    const journal = harness.open();
    const asked = draft({ body: '{"qty":"1","note":"äöü €"}' });
    const { intent, isNew } = value(journal.record(asked));
    expect(isNew).toBe(true);
    expect(intent).toMatchObject({ ...asked, state: 'recorded', unanswered: 0 });
    const other = new DatabaseSync(harness.path(), { readOnly: true });
    expect(other.prepare('SELECT state, body FROM intents').all()).toMatchObject([
      { state: 'recorded', body: asked.body },
    ]);
    other.close();
    expect(value(journal.evidence(asked.intentId))).toMatchObject([{ kind: 'recorded', times: 1 }]);
  });

  it('syncs intents on every commit and the rest only at checkpoints', () => {
    const pragmas: string[] = [];
    harness.open({
      connect: (path, options) => {
        const db = new DatabaseSync(path, options);
        const exec = db.exec.bind(db);
        db.exec = (sql) => (pragmas.push(sql), exec(sql));
        return db;
      },
    });
    const all = pragmas.join('\n');
    expect(all).toContain('PRAGMA synchronous = FULL; PRAGMA fullfsync = 1');
    expect(all).toContain('PRAGMA synchronous = NORMAL; PRAGMA checkpoint_fullfsync = 1');
  });

  it('answers the same id and body with what it knows, and writes nothing', () => {
    const journal = harness.open();
    const asked = draft();
    value(journal.record(asked));
    value(journal.advance(asked.intentId, { step: 'sent' }, { kind: 'sent', text: 'sent' }));
    const before = value(journal.evidence(asked.intentId));
    const again = value(journal.record({ ...asked, title: 'clicked twice' }));
    expect(again).toMatchObject({ isNew: false, intent: { state: 'sent', title: asked.title } });
    expect(value(journal.evidence(asked.intentId))).toEqual(before);
  });

  it('refuses the same id with another body or kind, also after a restart', () => {
    const asked = draft();
    const first = harness.open();
    value(first.record(asked));
    expect(failure(first.record({ ...asked, body: '{}' })).kind).toBe('other-body');
    first.close();
    const second = harness.open();
    expect(failure(second.record({ ...asked, body: '{}' }))).toMatchObject({
      kind: 'other-body',
      intent: { body: asked.body, state: 'unknown' },
    });
    expect(failure(second.record({ ...asked, kind: 'mint' })).kind).toBe('other-body');
    expect(value(second.record(asked)).isNew).toBe(false);
  });

  it('refuses an intent of another account', () => {
    const journal = harness.open();
    const asked = draft({ accountId: OTHER_ACCOUNT });
    expect(failure(journal.record(asked)).kind).toBe('other-account');
    expect(value(journal.get(asked.intentId))).toBeUndefined();
  });
});

describe('advancing', () => {
  it('writes the state and its line of evidence together', () => {
    const journal = harness.open();
    const intentId = intentIn(journal, 'sent');
    harness.state.time.advance(250);
    const intent = value(
      journal.advance(
        intentId,
        { step: 'accepted', resultId: 'o-1' },
        { kind: 'answered', text: 'Accepted as o-1.', status: 200, requestId: 'r-1' },
      ),
    );
    expect(intent).toMatchObject({
      state: 'accepted',
      resultId: 'o-1',
      reason: 'Accepted as o-1.',
    });
    expect(intent.changedAt).toBe(harness.state.time.clock.wall());
    expect(value(journal.evidence(intentId)).at(-1)).toEqual({
      intentId,
      at: intent.changedAt,
      lastAt: intent.changedAt,
      times: 1,
      kind: 'answered',
      text: 'Accepted as o-1.',
      status: 200,
      requestId: 'r-1',
    });
  });

  it('refuses a step that the state table does not have, and changes nothing', () => {
    const journal = harness.open();
    const intentId = intentIn(journal, 'accepted');
    const before = value(journal.get(intentId));
    const refusal = failure(
      journal.advance(intentId, { step: 'lost' }, { kind: 'lost', text: 'cut' }),
    );
    expect(refusal).toMatchObject({ kind: 'illegal', intent: { state: 'accepted' } });
    expect(value(journal.get(intentId))).toEqual(before);
    expect(value(journal.evidence(intentId))).toHaveLength(3);
  });

  it('keeps a refusal as evidence while an earlier attempt is unanswered', () => {
    const journal = harness.open();
    const intentId = intentIn(journal, 'unknown');
    value(journal.advance(intentId, { step: 'sent' }, { kind: 'sent', text: 'again' }));
    const line = { kind: 'answered', text: '403: held shares', status: 403 } as const;
    expect(value(journal.advance(intentId, { step: 'refused' }, line))).toMatchObject({
      state: 'unknown',
      unanswered: 1,
      reason: '403: held shares',
    });
  });

  it('moves anything to accepted on late evidence', () => {
    const journal = harness.open();
    for (const state of ['refused', 'not-sent', 'set-aside', 'unknown', 'recorded'] as const) {
      const intentId = intentIn(journal, state);
      const step = { step: 'accepted', resultId: `late ${state}` } as const;
      const heard = value(journal.advance(intentId, step, { kind: 'heard', text: 'new' }));
      expect(heard).toMatchObject({ state: 'accepted', resultId: `late ${state}` });
    }
    expect(journal.unsettled()).toEqual([]);
  });

  it('shows a conflict and never adopts it', () => {
    const journal = harness.open();
    const intentId = intentIn(journal, 'unknown');
    const line = { kind: 'conflict', text: 'o-9 has our id and another body' } as const;
    expect(value(journal.advance(intentId, { step: 'conflict' }, line))).toMatchObject({
      state: 'unknown',
      isConflict: true,
    });
    const again = journal.advance(intentId, { step: 'sent' }, { kind: 'sent', text: 'again' });
    expect(failure(again).kind).toBe('illegal');
  });

  it('says so when there is no such intent', () => {
    const journal = harness.open();
    const line = { kind: 'sent', text: 'x' } as const;
    const { intentId } = draft();
    expect(failure(journal.advance(intentId, { step: 'sent' }, line)).kind).toBe('no-intent');
    expect(failure(journal.addEvidence(intentId, line)).kind).toBe('no-intent');
    expect(failure(journal.markCancelWhenFound(intentId, 'x')).kind).toBe('no-intent');
    expect(value(journal.markCancels([intentId], 'x'))).toEqual([]);
  });
});

describe('cancel when found', () => {
  it('marks many cancels in one write, each once, with a line for each', () => {
    const probed: string[] = [];
    const journal = harness.open({ probe: (point) => void probed.push(point) });
    const ids = [draft(), draft(), draft()].map((asked) => {
      value(journal.record(asked));
      return asked.intentId;
    });
    value(journal.markCancelWhenFound(ids[0]!, 'Cancel this one.'));
    probed.length = 0;
    const marked = value(journal.markCancels([...ids, 'nobody'], 'Cancel all.'));
    expect(marked.map(({ intentId, cancelWhenFound }) => [intentId, cancelWhenFound])).toEqual([
      [ids[1], true],
      [ids[2], true],
    ]);
    expect(probed).toEqual(['before-cancel-mark', 'within-write', 'after-cancel-mark']);
    expect(value(journal.markCancels(ids, 'Cancel all.'))).toEqual([]);
    expect(probed).toHaveLength(3);
    journal.close();
    const again = harness.open();
    for (const [index, intentId] of ids.entries()) {
      expect(value(again.get(intentId))?.cancelWhenFound).toBe(true);
      expect(value(again.evidence(intentId)).filter(({ kind }) => kind === 'person')).toMatchObject(
        [{ text: index === 0 ? 'Cancel this one.' : 'Cancel all.', times: 1 }],
      );
    }
  });

  it('waits through a restart, is due once the order appears, and is cleared when carried out', () => {
    const first = harness.open();
    const intentId = intentIn(first, 'unknown');
    value(first.markCancelWhenFound(intentId, 'Cancel it when it is found.'));
    value(first.markCancelWhenFound(intentId, 'Cancel it when it is found.'));
    expect(value(first.evidence(intentId)).filter(({ kind }) => kind === 'person')).toHaveLength(1);
    first.close();
    const second = harness.open();
    expect(second.pendingCancels()).toMatchObject([{ intentId, cancelWhenFound: true }]);
    const step = { step: 'accepted', resultId: 'o-2' } as const;
    value(second.advance(intentId, step, { kind: 'found', text: 'found' }));
    expect(second.pendingCancels()).toMatchObject([{ intentId, resultId: 'o-2' }]);
    second.close();
    const third = harness.open();
    expect(third.pendingCancels()).toMatchObject([{ intentId, resultId: 'o-2' }]);
    value(third.clearCancelWhenFound(intentId, 'Canceled.'));
    expect(third.pendingCancels()).toEqual([]);
    third.close();
    expect(harness.open().pendingCancels()).toEqual([]);
  });
});

describe('evidence that repeats', () => {
  it('is one line with a count and the newest time', () => {
    const journal = harness.open();
    const intentId = intentIn(journal, 'unknown');
    const before = value(journal.evidence(intentId)).length;
    for (let n = 0; n < 1000; n++) {
      harness.state.time.advance(1000);
      value(journal.repeatEvidence(intentId, { kind: 'not-found', text: 'No such order yet.' }));
      if (n % 3 === 0)
        value(
          journal.repeatEvidence(intentId, { kind: 'lost', text: 'The lookup got no answer.' }),
        );
    }
    const lines = value(journal.evidence(intentId)).slice(before);
    expect(lines.map(({ text, times }) => [text, times])).toEqual([
      ['No such order yet.', 1000],
      ['The lookup got no answer.', 334],
    ]);
    expect(lines[0]?.lastAt).toBe(harness.state.time.clock.wall());
    expect(lines[0]?.at).toBeLessThan(lines[0]?.lastAt ?? 0);
  });

  it('starts anew after another line, also across a restart', () => {
    const journal = harness.open();
    const intentId = intentIn(journal, 'unknown');
    const miss = { kind: 'not-found', text: 'No such order yet.' } as const;
    value(journal.repeatEvidence(intentId, miss));
    value(journal.repeatEvidence(intentId, miss));
    journal.close();
    const again = harness.open();
    value(again.repeatEvidence(intentId, miss));
    value(again.advance(intentId, { step: 'sent' }, { kind: 'sent', text: 'again' }));
    value(again.repeatEvidence(intentId, miss));
    const tail = value(again.evidence(intentId)).slice(-3);
    expect(tail.map(({ kind, times }) => [kind, times])).toEqual([
      ['not-found', 3],
      ['sent', 1],
      ['not-found', 1],
    ]);
  });

  it('does not grow without end even when every text differs', () => {
    const journal = harness.open();
    const intentId = intentIn(journal, 'unknown');
    for (let n = 0; n < 300; n++)
      value(journal.repeatEvidence(intentId, { kind: 'not-found', text: `miss ${n}` }));
    const misses = value(journal.evidence(intentId)).filter(({ kind }) => kind === 'not-found');
    expect(misses).toHaveLength(16);
    expect(misses.at(-1)).toMatchObject({ text: 'miss 299', times: 285 });
  });
});
