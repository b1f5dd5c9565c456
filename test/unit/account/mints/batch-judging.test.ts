// Two batches that wait with thousands of equal rows: what each row is compared with does not grow with their number.
import { expect, it } from 'vitest';
import { createBatchJudging } from '#main/account/mints/batch-judging.ts';
import type { MintLook } from '#main/account/mints/mint-judging.ts';
import type { StoredBatch } from '#main/journal/batch-rows.ts';
import { aForm } from '#test/unit/account/mints/world.ts';
import { newId } from '#test/unit/account/orders/world.ts';

const aBatch = (createdAt: number, labels: readonly string[]): StoredBatch => ({
  batchId: newId(),
  name: 'January',
  createdAt,
  state: 'paused',
  rows: labels.map((label, at) => ({
    line: at + 2,
    form: aForm({ label }),
    issues: [],
    intentId: newId(),
  })),
});

/** With how many rows of the older batch each row of the newer one is compared. */
function comparedWith(older: readonly string[], newer: readonly string[]): number[] {
  const compared: number[] = [];
  const look: MintLook = {
    judge(_form, { alsoAlike = [] } = {}) {
      compared.push(alsoAlike.length);
      return { verdicts: [], repeats: [] };
    },
    plan: () => undefined,
  };
  const [first, second] = [aBatch(1, older), aBatch(2, newer)];
  const judging = createBatchJudging({
    judging: { look: () => look, refusal: () => undefined },
    ledger: { mintOf: () => undefined, stateOf: () => undefined },
    going: () => [first, second],
    ranBefore: () => [],
  });
  judging.mark(
    second,
    second.rows.map(({ line }) => ({ line, state: 'ready', issues: [] })),
  );
  return compared;
}

const labels = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}`);

it.each([50, 1_000])('compares each of %i equal rows with the one of its label', (count) => {
  const compared = comparedWith(labels(count, 'a'), labels(count, 'a'));
  expect(compared).toEqual(Array.from({ length: count }, () => 1));
});

it('compares rows with other labels with those that have none', () => {
  expect(comparedWith([...labels(50, 'a'), ''], labels(50, 'b'))).toEqual(
    Array.from({ length: 50 }, () => 1),
  );
});

it('compares the row without a label with all of its contents', () => {
  expect(comparedWith(labels(50, 'a'), ['', ...labels(50, 'b')])).toEqual([
    50,
    ...Array.from({ length: 50 }, () => 0),
  ]);
});
