// An account whose journal cannot be opened when the account is, and can be a little later.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import type { CheckAnswer } from '#main/journal/later-checks.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { openUnit } from '#test/unit/account/opened-unit.ts';
import { anOrder } from '#test/unit/account/orders/world.ts';
import { createFaultyDisk, intentIn, value, watchingReads } from '#test/unit/journal/harness.ts';

const IO = 10;
const WORTH = { 'activity 1': decimal('100') };

it('is read by opening the account anew, and nothing of this run is written over it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-late-'));
  const time = createFakeTime();
  const disk = { isBroken: false };
  let late = 0;
  const open = () =>
    openUnit(folder, time, {
      onReadLate: () => late++,
      connect(path, options) {
        if (disk.isBroken) throw Object.assign(new Error('simulated'), { errcode: IO });
        return new DatabaseSync(path, options);
      },
    });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  const first = open();
  value(first.journal.saveLossHold({ hitAt: 1, loss: decimal('5'), limit: decimal('4') }));
  value(first.journal.saveTransfers(WORTH));
  first.stop();

  disk.isBroken = true;
  const second = open();
  expect([second.journal.health().writable, second.gate.lossNote()]).toEqual([false, undefined]);
  second.journal.saveTransfers({ 'activity 1': decimal('99') });
  disk.isBroken = false;
  time.advance(1_000);
  await Promise.resolve();
  expect([late, second.journal.health().writable]).toEqual([1, true]);
  second.stop();

  const third = open();
  expect(third.gate.lossNote()).toContain('limit');
  expect(value(third.journal.transfers())).toEqual(WORTH);
  third.stop();
  expect(late).toBe(1);
});

it('has its orders read once when the account is opened', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-late-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const read: string[] = [];
  const unit = openUnit(folder, createFakeTime(), { connect: watchingReads(read) });
  const ofOrders = read.filter((sql) =>
    sql.startsWith('SELECT record, received_at FROM orders WHERE is_open'),
  );
  unit.stop();
  // The open ones and the newest others.
  expect(ofOrders).toHaveLength(2);
});

it('is opened anew when damage was found in its journal after it was opened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-late-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const time = createFakeTime();
  openUnit(folder, time).stop();
  let late = 0;
  const asked: string[] = [];
  const { promise, resolve } = Promise.withResolvers<CheckAnswer>();
  const unit = openUnit(folder, time, {
    checkedAtOnceBytes: 0,
    onReadLate: () => late++,
    checkLater(path) {
      asked.push(path);
      return promise;
    },
  });
  expect(asked).toEqual([join(folder, 'journal.db')]);
  expect(unit.journal.health()).toEqual({ writable: true, isUnchecked: true });
  resolve({ is: 'damaged', how: '1 rows are damaged' });
  await promise;
  await Promise.resolve();
  await Promise.resolve();
  expect([late, unit.journal.health()]).toEqual([1, { writable: true }]);
  unit.stop();
});

it('has a cancel that began while it could not be read, once it can', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-late-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const time = createFakeTime();
  const disk = createFaultyDisk();
  const first = openUnit(folder, time);
  const clientOrderId = intentIn(first.journal, 'accepted');
  const orderId = `order of ${clientOrderId}`;
  first.book.putOrders([anOrder({ id: orderId, clientOrderId })]);
  first.stop();

  const second = openUnit(folder, time, { connect: disk.connect });
  onTestFinished(() => second.stop());
  disk.state.fault = { errcode: IO, at: 'read' };
  void second.trading.cancel(orderId);
  disk.state.fault = undefined;
  time.advance(1_000);
  expect(second.journal.health().writable).toBe(true);
  expect(value(second.journal.get(clientOrderId))).toMatchObject({ cancelWhenFound: true });
});
