import { expect, it } from 'vitest';
import { createBackoff, doublingMs } from '#main/tools/backoff.ts';
import { createFakeRandom } from '#test/support/fake-time.ts';

it('doubles up to its cap, with a jitter between half and full, until it is reset', () => {
  const backoff = createBackoff({ firstMs: 100, capMs: 1_000 }, createFakeRandom());
  for (const full of [100, 200, 400, 800, 1_000, 1_000]) {
    const waitMs = backoff.next();
    expect(waitMs).toBeGreaterThanOrEqual(full / 2);
    expect(waitMs).toBeLessThanOrEqual(full);
  }
  backoff.reset();
  expect(backoff.next()).toBeLessThanOrEqual(100);
});

it('doubles from the first wait up to the cap, however often', () => {
  const waits = [-1, 0, 1, 2, 5, 5_000].map((times) =>
    doublingMs({ firstMs: 100, capMs: 1_000 }, times),
  );
  expect(waits).toEqual([100, 100, 200, 400, 1_000, 1_000]);
});
