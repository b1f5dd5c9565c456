// A trading day in the core: memory flat after the first tenth, and nothing left open that was opened on the way.
import { readdirSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '#test/faults/support/desk.ts';
import {
  createSoakDesk,
  DURATION_MS,
  HALF_HOURS,
  MARKET_MINUTES,
  openWindow,
  runDay,
  SYMBOLS,
} from '#test/soak/support/day.ts';
import { flatnessOf } from '#test/soak/support/flatness.ts';
import { watchProcess } from '#test/support/process-watch.ts';
import { tellProof } from '#test/support/proof.ts';
import { SCALE } from '#test/support/scale.ts';

const SEED = Number(process.env['BALLAST_SOAK_SEED'] ?? 11);
const MB = 2 ** 20;
const TENTH = Math.ceil((2 * HALF_HOURS) / 10);
/** A tenth more than at one tenth of the day, and what the orders of a day weigh: they are never forgotten. */
const ALLOWED = { share: 0.1, absolute: 6 };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

it(`keeps its memory over ${MARKET_MINUTES} market minutes of ${SYMBOLS.length} symbols`, async () => {
  const watch = watchProcess();
  const desk = await createSoakDesk();
  let items = 0;
  let hub = openWindow(desk.desk, desk.accountId, (count) => (items += count));
  const heaps: number[] = [];
  let atTenth: Record<string, number> = {};
  const report = await runDay(desk, SEED, async (quarter) => {
    // A page that loads again begins its watches anew, four times a day.
    if (quarter % 6 === 5) {
      hub.close();
      hub = openWindow(desk.desk, desk.accountId, (count) => (items += count));
    }
    collect();
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    heaps.push(process.memoryUsage().heapUsed / MB);
    // Counting objects walks the whole heap: once to compare with, and once at the end.
    if (heaps.length === TENTH) atTenth = openNow();
  });
  const heap = flatnessOf(heaps, ALLOWED);
  // Requests that were under way have their sockets; what is left when they are over is what counts.
  const grown = (): string[] => {
    collect();
    const now = openNow();
    return Object.keys(now).filter(
      (name) => (now[name] ?? 0) > (atTenth[name] ?? 0) + (SPARE[name] ?? 0),
    );
  };
  await until('nothing more is open than at one tenth', () => grown().length === 0, 15_000).catch(
    () => undefined,
  );
  const leaks = grown();
  const leaksNow = openNow();
  hub.close();
  await desk.stop();
  watch.stop();
  const round = (value: number): number => Number(value.toFixed(1));
  tellProof({
    part: 'soak',
    what: `core: ${MARKET_MINUTES} market minutes of ${SYMBOLS.length} symbols with orders and cuts of both streams`,
    count: heaps.length,
    zero: {
      notFlat: heap.isFlat ? 0 : 1,
      leaks: leaks.length,
      unhandled: watch.unhandled.length,
      warnings: watch.warnings.length,
    },
    figures: {
      'market minutes': MARKET_MINUTES,
      seconds: Math.round(DURATION_MS / 1000),
      'items delivered': items,
      ...report,
      'heap at one tenth, MB': round(heap.atTenth),
      'highest after it, MB': round(heap.highest),
      'at the end, MB': round(heap.last),
      'drift over the day, MB': round(heap.driftOverDay),
      'open at one tenth': JSON.stringify(atTenth),
      'open at the end': JSON.stringify(leaksNow),
    },
    seed: SEED,
    repeat: `BALLAST_SCALE=${SCALE} BALLAST_SOAK_SEED=${SEED} npx vitest run --project soak test/soak/core.test.ts`,
  });
  expect(heaps.length).toBeGreaterThanOrEqual(20);
  expect(heap, heaps.map(round).join(' ')).toMatchObject({ isFlat: true });
  expect(leaks, JSON.stringify([atTenth, leaksNow])).toEqual([]);
  expect([...watch.unhandled, ...watch.warnings]).toEqual([]);
  expect(report.cuts).toBe(13);
  expect(report.filled).toBeGreaterThan(20);
  expect(items).toBeGreaterThan(10_000);
});

/** Connections of the client that wait for the next request, and a bar cache of a symbol more: not leaks. */
const SPARE: Record<string, number> = { files: 6, timers: 10, statements: 0 };

function openNow(): Record<string, number> {
  const resources = process.getActiveResourcesInfo();
  return {
    sockets: queryObjects(WebSocket, { format: 'count' }),
    databases: queryObjects(DatabaseSync, { format: 'count' }),
    statements: queryObjects(StatementSync, { format: 'count' }),
    timers: resources.filter((name) => name === 'Timeout').length,
    files: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
    'process listeners': process
      .eventNames()
      .reduce((sum, name) => sum + process.listenerCount(name), 0),
  };
}
