// An account whose journal cannot be opened when the account is, and can be a little later.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { DEFAULT_GUARDS } from '#contract/trading.ts';
import { openAccountUnit } from '#main/account/account-unit.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';
import { value } from '#test/unit/journal/harness.ts';

const ACCOUNT_ID = '11111111-1111-4111-8111-111111111111';
const HOST = '127.0.0.1:9';
const IO = 10;
const WORTH = { 'activity 1': decimal('100') };

it('is read by opening the account anew, and nothing of this run is written over it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-late-'));
  const time = createFakeTime();
  const disk = { isBroken: false };
  let late = 0;
  const open = () => {
    const opened = openAccountUnit({
      ...time,
      accountId: ACCOUNT_ID,
      environment: 'embedded',
      hosts: {
        rest: `http://${HOST}`,
        data: `http://${HOST}`,
        tradeStream: `ws://${HOST}/stream`,
        dataStream: `ws://${HOST}/v2/iex`,
      },
      credentials: { keyId: 'k', secretKey: 's' },
      refusesReusedIds: true,
      folder,
      guards: () => DEFAULT_GUARDS,
      isStopped: () => false,
      stops: () => 0,
      heldBack: () => undefined,
      accountDoubt: () => undefined,
      openSocket: () => ({ send: () => undefined, close: () => undefined }) as never,
      random: createFakeRandom(),
      log: () => undefined,
      onReadLate: () => late++,
      connect(path, options) {
        if (disk.isBroken) throw Object.assign(new Error('simulated'), { errcode: IO });
        return new DatabaseSync(path, options);
      },
    });
    if (!opened.ok) throw new Error('it did not open');
    return opened.value;
  };
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
