// What is carried over from a damaged file, and from the time without one.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { salvage } from '#main/journal/set-aside.ts';
import type { StoredClosing } from '#main/journal/closing-rows.ts';
import type { Connect } from '#main/journal/types.ts';
import { anExecution, anOrder } from '#test/unit/domain/samples.ts';
import {
  ACCOUNT,
  createHarness,
  disk,
  draft,
  failure,
  intentIn,
  OTHER_ACCOUNT,
  value,
} from './harness.ts';

const harness = createHarness();
const LINE = { kind: 'answered', text: 'words' } as const;
const connect: Connect = (path, options) => new DatabaseSync(path, options);

const aClosing: StoredClosing = {
  closingId: '018f0000-0000-7000-8000-000000000001',
  kind: 'flatten',
  how: 'market',
  confirmedAt: 1_000,
  state: 'running',
  symbols: [],
};

describe('a damaged file', () => {
  it('gives up what is sound and of this account, with its lines in their order', () => {
    const journal = harness.open();
    const states = ['recorded', 'sent', 'accepted', 'refused', 'not-sent', 'unknown'] as const;
    const ids = states.map((state) => intentIn(journal, state));
    const foreign = intentIn(journal, 'unknown');
    const odd = (['recorded', 'refused', 'not-sent', 'unknown', 'sent'] as const).map((state) => ({
      intentId: intentIn(journal, state),
      unanswered: state === 'unknown' || state === 'sent' ? 0 : 1,
    }));
    const senseless = intentIn(journal, 'unknown');
    journal.close();
    const db = new DatabaseSync(harness.path());
    db.exec('PRAGMA ignore_check_constraints = ON');
    db.prepare('UPDATE intents SET account_id = ? WHERE intent_id = ?').run(OTHER_ACCOUNT, foreign);
    for (const { intentId, unanswered } of odd)
      db.prepare('UPDATE intents SET unanswered = ? WHERE intent_id = ?').run(unanswered, intentId);
    db.prepare(`UPDATE intents SET state = 'odd' WHERE intent_id = ?`).run(senseless);
    db.prepare(`UPDATE evidence SET kind = 'odd' WHERE intent_id = ?`).run(senseless);
    db.close();
    const saved = salvage(harness.path(), ACCOUNT, connect);
    expect(saved.intents.map(({ intentId }) => intentId)).toEqual(ids);
    expect(saved.lines.some(({ intentId }) => intentId === senseless)).toBe(false);
    const order = saved.lines.map(({ seq }) => seq);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order.length).toBeGreaterThan(10);
  });

  it('gives up a line whose count is damaged, counted once', () => {
    const journal = harness.open();
    const intentId = intentIn(journal, 'unknown');
    journal.close();
    const db = new DatabaseSync(harness.path());
    db.exec('CREATE TABLE odd AS SELECT * FROM evidence');
    db.exec(`UPDATE odd SET times = 'x', last_at = NULL, intent_id = upper(intent_id)`);
    db.exec('DROP TABLE evidence; ALTER TABLE odd RENAME TO evidence');
    db.close();
    const { lines } = salvage(harness.path(), ACCOUNT, connect);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatchObject({ intentId, times: 1, lastAt: line.at });
  });

  it('that cannot be opened gives up nothing and is no failure', () => {
    expect(salvage(harness.path('nowhere.db'), ACCOUNT, connect)).toEqual({
      intents: [],
      lines: [],
    });
  });

  it('closes what it opened', () => {
    const opened: DatabaseSync[] = [];
    const journal = harness.open();
    intentIn(journal, 'unknown');
    journal.close();
    salvage(harness.path(), ACCOUNT, (path, options) => {
      const db = connect(path, options);
      opened.push(db);
      return db;
    });
    expect(opened.map((db) => db.isOpen)).toEqual([false]);
  });
});

describe('damage that no check finds', () => {
  it('is damage as soon as it is met: the file is set aside, and placing goes on', () => {
    const first = harness.open();
    const intentId = intentIn(first, 'unknown');
    first.close();
    const db = new DatabaseSync(harness.path());
    const pageOf = (name: string): number =>
      Number(
        db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)?.['rootpage'],
      );
    const [table, index] = [pageOf('grants'), pageOf('executions_newest')];
    db.close();
    // Both are empty, and that they are of different kinds is seen by nobody who only counts.
    const bytes = readFileSync(harness.path());
    bytes.copy(bytes, (index - 1) * 4096, (table - 1) * 4096, table * 4096);
    writeFileSync(harness.path(), bytes);
    const { journal, setAside } = harness.openAll();
    expect(setAside).toBeUndefined();
    expect(failure(journal.load()).message).toMatch(/^The journal is damaged\./);
    expect(value(journal.reopen()).setAside).toMatch(/journal\.damaged-/);
    expect(journal.load().ok).toBe(true);
    expect(journal.unsettled()).toMatchObject([{ intentId }]);
    expect(journal.record(draft()).ok).toBe(true);
  });
});

describe('a damaged file that is set aside', () => {
  const HOLD = { hitAt: 1, loss: decimal('5'), limit: decimal('4') };
  const GRANT = {
    at: 1,
    accountId: ACCOUNT,
    clientId: OTHER_ACCOUNT,
    appName: 'App',
    scope: 'trading',
    kind: 'token',
  } as const;
  const EVENT = { kind: 'desk', detail: 'test', text: 'Something happened.' } as const;
  const MINE = {
    name: 'Mine',
    network: 'solana',
    address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  } as const;
  const GAP = { stream: 'orders', from: 1, to: 2 } as const;

  function fill(): void {
    const journal = harness.open();
    intentIn(journal, 'accepted');
    value(journal.saveLossHold(HOLD));
    value(journal.saveTransfers({ a: decimal('1') }));
    value(journal.saveMark({ ordersUntil: 5 }));
    value(journal.saveGrant(GRANT));
    value(journal.saveEvent(EVENT));
    value(journal.saveGap(GAP));
    value(journal.saveClosing(aClosing));
    value(journal.saveAddresses([MINE]));
    value(
      journal.saveOrders([
        anOrder({ id: 'over', status: 'filled' }),
        anOrder({ id: 'open', status: 'new' }),
      ]),
    );
    value(journal.saveExecutions([anExecution({ orderId: 'over' })]));
    journal.close();
  }

  const damage = (sql: string): void => {
    const db = new DatabaseSync(harness.path());
    db.exec(sql);
    db.close();
  };

  it('gives up what the broker cannot tell again', () => {
    fill();
    damage(`UPDATE intents SET intent_id = 'none'`);
    const { journal, setAside } = harness.openAll();
    expect(setAside).toMatch(/journal\.damaged-/);
    const { lossHold, orders, executions, gaps } = value(journal.load());
    expect([lossHold, gaps]).toEqual([HOLD, [GAP]]);
    expect(orders.map(({ value: { id } }) => id)).toEqual(['over']);
    expect(executions.map(({ value: { orderId } }) => orderId)).toEqual(['over']);
    expect(value(journal.transfers())).toEqual({ a: '1' });
    expect(value(journal.grants())).toEqual([GRANT]);
    expect(value(journal.openClosings())).toEqual([aClosing]);
    const { lines } = value(journal.activity({ kinds: ['desk'], text: '', limit: 9 }));
    expect(lines.map(({ text }) => text)).toEqual([EVENT.text]);
    // How far the broker was read is not believed, so that what is missing is read again.
    expect([value(journal.mark()), value(journal.addresses())]).toEqual([undefined, [MINE]]);
  });

  it('gives up the rest when one record of it cannot be read', () => {
    fill();
    damage(
      `UPDATE intents SET intent_id = 'none'; UPDATE snapshots SET record = '{' WHERE name = 'lossHold'`,
    );
    const journal = harness.open();
    expect(value(journal.load()).lossHold).toBeUndefined();
    expect(value(journal.openClosings())).toEqual([aClosing]);
  });
});

describe('the time without a file', () => {
  function openWithout(lines: unknown[] = []) {
    let isBroken = true;
    const opened = harness.openAll({
      log: (...line) => void lines.push(line),
      connect(path, options) {
        if (isBroken) throw Object.assign(new Error('simulated'), { errcode: 10 });
        return connect(path, options);
      },
    });
    return { ...opened, mend: () => (isBroken = false) };
  }

  it('ends with what the disk knew all along, where it knew it', () => {
    const first = harness.open();
    const asked = draft();
    value(first.record(asked));
    first.close();
    const lines: unknown[] = [];
    const { journal, problem, recovered, mend } = openWithout(lines);
    expect(problem).toMatchObject({ kind: 'disk', cause: 'io' });
    expect(recovered).toEqual([]);
    expect(journal.health()).toMatchObject({ writable: false, needsReopen: true });
    expect(disk(journal.record(asked)).intent?.state).toBe('not-sent');
    mend();
    value(journal.reopen());
    expect(value(journal.get(asked.intentId))?.state).toBe('unknown');
    expect(value(journal.counts())).toMatchObject({ unknown: 1, 'not-sent': 0 });
    expect(lines).toContainEqual([
      'warn',
      'an intent made without the journal was in it already',
      { intentId: asked.intentId },
    ]);
  });

  it('numbers its lines behind those of the disk', () => {
    const first = harness.open();
    const known = intentIn(first, 'accepted');
    first.close();
    const { journal, mend } = openWithout();
    const place = draft();
    disk(journal.record(place));
    disk(journal.addEvidence(place.intentId, { kind: 'person', text: 'Seen.' }));
    mend();
    value(journal.reopen());
    value(journal.addEvidence(place.intentId, LINE));
    expect(value(journal.evidence(known))).toHaveLength(3);
    expect(value(journal.evidence(place.intentId)).map(({ kind }) => kind)).toEqual([
      'not-sent',
      'person',
      'answered',
    ]);
    const db = new DatabaseSync(harness.path(), { readOnly: true });
    const seqs = db.prepare('SELECT seq FROM evidence ORDER BY rowid').all();
    db.close();
    expect(seqs.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('is said of a journal that belongs to another account', () => {
    const theirs = harness.open();
    intentIn(theirs, 'unknown');
    theirs.close();
    const before = readFileSync(harness.path());
    const refusal = failure(harness.tryOpen({ accountId: OTHER_ACCOUNT }));
    expect(refusal.message).toBe(
      `The journal ${harness.path()} belongs to account ${ACCOUNT}. Use that account's folder.`,
    );
    expect(readFileSync(harness.path()).equals(before)).toBe(true);
    // A look leaves the files beside it that a log would need, and nothing in them.
    expect(readFileSync(harness.path('journal.db-wal'))).toHaveLength(0);
    expect(readdirSync(harness.state.folder).filter((name) => name.includes('damaged'))).toEqual(
      [],
    );
  });
});

describe('a file that is gone', () => {
  it('takes no step and no line, and keeps both until it is opened again', () => {
    const journal = harness.open();
    const intentId = intentIn(journal, 'sent');
    renameSync(harness.path(), harness.path('elsewhere.db'));
    const step = { step: 'accepted', resultId: 'o' } as const;
    expect(disk(journal.advance(intentId, step, LINE))).toMatchObject({
      cause: 'gone',
      isKept: true,
      message: expect.stringMatching(/^The journal was moved or deleted while in use\. .*then\.$/),
    });
    expect(journal.health()).toMatchObject({ writable: false, cause: 'gone', needsReopen: true });
    value(journal.reopen());
    journal.close();
    expect(value(harness.open().get(intentId))).toMatchObject({ state: 'accepted', resultId: 'o' });
  });
});
