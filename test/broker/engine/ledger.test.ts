import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLedger } from '#main/paper/engine/ledger/open-ledger.ts';
import { createRig, HOUR, refusal } from './rig.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'ledger-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const file = () => join(folder, 'ledger.db');

describe('the file', () => {
  it('from a newer version is refused in a sentence and left alone', () => {
    const db = new DatabaseSync(file());
    db.exec('PRAGMA user_version = 99; CREATE TABLE future (x)');
    db.close();
    expect(() => openLedger(file())).toThrow(/was written by a newer version \(schema 99/);
    const again = new DatabaseSync(file());
    expect(again.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'future' }]);
    again.close();
  });

  it('opens twice in a row without migrating again', () => {
    openLedger(file()).close();
    const ledger = openLedger(file());
    expect(ledger.db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
    expect(ledger.db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    ledger.close();
  });
});

describe('transactions', () => {
  it('undo a nested step without losing the step around it', () => {
    const ledger = openLedger(':memory:');
    ledger.db.exec('CREATE TABLE notes (text TEXT)');
    const note = (text: string) => ledger.db.prepare('INSERT INTO notes VALUES (?)').run(text);
    ledger.transaction(() => {
      note('outer');
      expect(() =>
        ledger.transaction(() => {
          note('inner');
          throw new Error('no');
        }),
      ).toThrow('no');
    });
    expect(ledger.db.prepare('SELECT text FROM notes').all()).toEqual([{ text: 'outer' }]);
  });

  it('call back after the outermost commit, and never after a rollback', () => {
    const ledger = openLedger(':memory:');
    const calls: string[] = [];
    ledger.transaction(() => {
      ledger.transaction(() => ledger.afterCommit(() => calls.push('inner')));
      ledger.afterCommit(() => calls.push('outer'));
      calls.push('still open');
    });
    const fail = () =>
      ledger.transaction(() => {
        ledger.afterCommit(() => calls.push('never'));
        ledger.onRollback(() => calls.push('rolled back'));
        throw new Error('no');
      });
    expect(fail).toThrow('no');
    expect(calls).toEqual(['still open', 'inner', 'outer', 'rolled back']);
  });
});

describe('the engine on it', () => {
  it('holds nothing that a failed write did not keep, and says nothing to the stream', () => {
    const rig = createRig();
    rig.place();
    rig.place({ side: 'sell', type: 'limit', limit_price: '110', qty: '4' });
    rig.events();
    const before = [rig.engine.account(rig.account), rig.engine.positions(rig.account)];
    rig.ledger.db.exec(
      `CREATE TRIGGER full BEFORE INSERT ON activities BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    );
    expect(() => rig.place({ symbol: 'MSFT', client_order_id: 'lost' })).toThrow('disk full');
    rig.ledger.db.exec('DROP TRIGGER full');
    expect([rig.engine.account(rig.account), rig.engine.positions(rig.account)]).toEqual(before);
    expect(rig.events()).toEqual([]);
    expect(refusal(() => rig.engine.getByClientOrderId(rig.account, 'lost'))['status']).toBe(404);
    expect(rig.get(rig.place({ symbol: 'MSFT', client_order_id: 'lost' }).id)['status']).toBe(
      'filled',
    );
  });

  it('tells the stream nothing of an order whose outer transaction failed', () => {
    const rig = createRig();
    const fail = () =>
      rig.ledger.transaction(() => {
        rig.place({ client_order_id: 'undone' });
        throw new Error('no');
      });
    expect(fail).toThrow('no');
    expect(rig.events()).toEqual([]);
    expect(refusal(() => rig.engine.getByClientOrderId(rig.account, 'undone'))['status']).toBe(404);
    expect(rig.engine.account(rig.account)['cash']).toBe('100000');
  });

  it('does not fill an order, after a restart, with a trade from before it was placed', () => {
    const rig = createRig({ path: file() });
    rig.advance(0);
    rig.market.set('AAPL', 80, rig.now() + 5);
    rig.market.set('AAPL', 100, rig.now() + 6);
    rig.wait(10);
    const { id } = rig.place({ type: 'limit', limit_price: '90' });
    const after = rig.reopen();
    after.advance(0);
    expect(after.get(id)['status']).toBe('new');
  });

  it('answers the same bytes after a restart', () => {
    const rig = createRig({ path: file() });
    rig.place();
    rig.place({ type: 'limit', limit_price: '90', client_order_id: 'ünï\u0000code' });
    rig.place({ side: 'sell', type: 'trailing_stop', trail_percent: '1.5', qty: '3' });
    rig.place({
      symbol: 'MSFT',
      type: 'limit',
      limit_price: '99',
      order_class: 'bracket',
      take_profit: { limit_price: '110' },
      stop_loss: { stop_price: '95' },
    });
    rig.place({ symbol: 'TSLA', qty: null, notional: '33.33' });
    rig.engine.watchlists.create(rig.account, { name: 'mine', symbols: ['AAPL', 'TSLA'] });
    rig.engine.configure(rig.account, { no_shorting: true });
    rig.tick('AAPL', 101);
    const answers = (each: typeof rig) =>
      JSON.stringify([
        each.engine.account(each.account),
        each.engine.positions(each.account),
        each.engine.list(each.account, {
          status: 'all',
          nested: true,
          direction: 'desc',
          limit: 500,
        }),
        each.engine.activities(each.account, { direction: 'desc', pageSize: 100 }),
        each.engine.watchlists.all(each.account),
        each.engine.configurations(each.account),
        each.engine.audit(),
      ]);
    const before = answers(rig);
    const after = rig.reopen();
    expect(answers(after)).toBe(before);
    after.tick('MSFT', 98);
    after.tick('MSFT', 94);
    expect(after.position('MSFT')).toBe('0');
  });

  it('remembers after a restart that a stop was elected', () => {
    const rig = createRig({ path: file() });
    rig.place();
    const body = { side: 'sell', type: 'stop_limit', stop_price: '95', limit_price: '94.9' };
    const { id } = rig.place(body);
    rig.tick('AAPL', 94);
    const after = rig.reopen();
    after.tick('AAPL', 97);
    expect(after.get(id)).toMatchObject({ status: 'filled', filled_avg_price: '96.99' });
  });

  it('matches after a restart what happened while it was down', () => {
    const rig = createRig({ path: file() });
    const { id } = rig.place({ type: 'limit', limit_price: '90' });
    rig.market.set('AAPL', 89, rig.now() + HOUR);
    rig.wait(2 * HOUR);
    const after = rig.reopen();
    after.advance(0);
    expect(after.get(id)).toMatchObject({ status: 'filled', filled_avg_price: '89.01' });
    expect(String(after.get(id)['filled_at']).slice(0, 19)).toBe('2026-01-05T16:00:00');
  });

  it('loses no acknowledged order to kill -9', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'placer.ts'), file()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8');
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (text: string) => {
        output += text;
        if (output.length > 40_000) child.kill('SIGKILL');
      });
      child.on('close', () => resolve());
    });
    const acknowledged = output.split('\n').slice(0, -1);
    expect(acknowledged.length).toBeGreaterThan(500);
    const rig = createRig({ path: file() });
    expect(rig.ledger.db.prepare('PRAGMA integrity_check').get()).toEqual({
      integrity_check: 'ok',
    });
    const kept = new Set(rig.engine.audit().orders.map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    const fills = rig.engine.audit().executions.length;
    expect(rig.position()).toBe(String(fills));
  });
});
