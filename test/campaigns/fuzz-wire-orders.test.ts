// Orders through a door that spoils answers and frames: whatever was said about an order, the journal ends in no state
// that the broker's ledger contradicts, and what belongs to another order is adopted by none.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { restingDraft } from '#test/faults/support/drafts.ts';
import { audit, intentsOf, type LedgerOrder } from '#test/faults/support/audit.ts';
import { newIntentId, openTestAccount, until, untilArmed } from '#test/faults/support/desk.ts';
import { startPaper } from '#test/faults/support/paper.ts';
import { openLyingDoor } from '#test/campaigns/support/lying-door.ts';
import { createDice, repeatFile, SEED } from '#test/campaigns/support/seed.ts';
import { watchProcess } from '#test/support/process-watch.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale } from '#test/support/scale.ts';

const COUNT = atScale(5_000);
const WORKERS = 6;
/** What is still unknown when everything tells the truth again is found within this, or stays unknown and says so. */
const HEAL_MS = 8_000;

it(`adopts nothing false over ${COUNT} orders (BALLAST_FUZZ_SEED=${SEED})`, async () => {
  const watch = watchProcess();
  const dice = createDice(SEED);
  const folder = mkdtempSync(join(tmpdir(), 'ballast-fuzz-'));
  const paper = await startPaper({ folder: join(folder, 'paper'), seed: 3 });
  let isKnown = (_orderId: string): boolean => false;
  const door = await openLyingDoor(paper.hosts, dice, (orderId) => isKnown(orderId));
  const key = { keyId: 'PKLYINGDOOR00000001', secretKey: 'lying-door-secret' };
  const { id } = await paper.control<{ id: string }>('POST', '/accounts', {
    ...key,
    cash: '900000000',
  });
  const account = openTestAccount({
    paper: { ...paper, hosts: door.hosts },
    folder,
    name: 'a',
    accountId: '00000000-0000-4000-8000-00000000000f',
    key,
    brokerAccountId: id,
    mayResend: true,
  });
  const { unit } = account;
  isKnown = (orderId) => unit.book.order(orderId) !== undefined;
  try {
    unit.start();
    await untilArmed(account);
    door.lie(true);
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < COUNT) {
        const index = ++next;
        // No two are alike, so that the record of one can always be told from the record of another.
        const draft = restingDraft(dice.pick(['AAPL', 'MSFT', 'SPY']), String(index));
        await unit.trading.submit({
          intentId: newIntentId(),
          draft,
          confirmations: ['stream-down'],
        });
        const [open] = unit.book.openOrders();
        if (open && dice.chance(0.1)) await unit.trading.cancel(open.id);
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, worker));
    door.lie(false);
    unit.wake();
    await until('nothing is unknown', () => unit.journal.unsettled().length === 0, HEAL_MS).catch(
      () => undefined,
    );
    const result = await audit(paper, [account]);
    const { orders } = await paper.control<{ orders: LedgerOrder[] }>('GET', '/ledger');
    const idOf = new Map(orders.map((order) => [order.client_order_id, order.id]));
    const othersIds = new Set(orders.map((order) => order.id));
    /** Accepted as an order that is really another intent's. */
    const falselyAdopted = intentsOf(account).filter(
      ({ intentId, state, resultId: orderId }) =>
        state === 'accepted' &&
        orderId !== undefined &&
        orderId !== idOf.get(intentId) &&
        othersIds.has(orderId),
    );
    tellProof({
      part: 'fuzz',
      what: 'wire: orders through a door that spoils answers and frames, ledger against journal',
      count: door.mutated(),
      zero: {
        lost: result.lost,
        duplicated: result.duplicated,
        wrongAccount: result.wrongAccount,
        falselyAdopted: falselyAdopted.length,
        unhandled: watch.unhandled.length,
      },
      figures: {
        orders: result.orders,
        accepted: result.accepted,
        refused: result.refused,
        'not sent': result.notSent,
        unknown: result.unknown,
        conflicts: intentsOf(account).filter(({ isConflict }) => isConflict).length,
      },
      seed: SEED,
      repeat: repeatFile('fuzz-wire-orders.test.ts'),
    });
    expect(result.problems).toEqual([]);
    expect(falselyAdopted).toEqual([]);
    expect(watch.unhandled).toEqual([]);
    expect(result.orders).toBe(COUNT);
    expect(result.accepted).toBeGreaterThan(COUNT / 4);
  } finally {
    unit.stop();
    await door.close();
    await paper.stop();
    watch.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
