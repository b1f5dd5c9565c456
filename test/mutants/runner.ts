// Stryker's way to run our tests. Its runner for Vitest starts a worker and loads every module for each mutant, which
// takes hours for the thousands that there are; here the tests of a folder are loaded once and stay in the process.
// Vitest decides what passes (its `expect`), and Stryker which tests a mutant meets, when it has timed out, and the score.
import { existsSync, globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { InstrumenterContext } from '@stryker-mutator/api/core';
import { PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
  type DryRunOptions,
  type DryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
} from '@stryker-mutator/api/test-runner';
import * as fc from 'fast-check';
import { collectTests, runTest, SKIPPED, type KeptTest } from './collect.ts';

/** Whose tests a mutant has to get past: those that are written for its folder, and no others. */
export const TESTS = {
  'main/domain/': 'test/unit/domain/**/*.test.ts',
  'main/journal/': 'test/unit/journal/**/*.test.ts',
  'main/account/intents/': 'test/unit/account/{intents,orders,mints}/**/*.test.ts',
  'main/account/orders/': 'test/unit/account/{intents,orders}/**/*.test.ts',
  'preload/contract/': 'test/unit/{contract/typed-number,domain/orders/order-choices*}.test.ts',
  'renderer/trading/':
    'test/unit/renderer/{submission/*,change,fill-rows,order-*,preview-loop,ticket*}.test.ts',
};
/** Tests of speed: on a busy machine they would count any mutant as found. */
const SPEED = /at the price of/;
const TEST_LIMIT_MS = 10_000;
/** The journals of the tests are synced at every step; in memory that costs nothing, and no mutant is about the disk. */
const IN_MEMORY = '/dev/shm';

/** Where the mutated code looks which of its mutants is the one, and counts. */
type Shared = { [K in keyof InstrumenterContext]: InstrumenterContext[K] | undefined };

export const strykerPlugins = [
  { kind: PluginKind.TestRunner, name: 'kept', factory: createKeptRunner },
];

function createKeptRunner(): TestRunner {
  const root = process.cwd(); // Stryker's copy of the project
  const shared = ((globalThis as { __stryker__?: Shared }).__stryker__ ??= {});
  const tests = new Map<string, KeptTest>();
  const loaded = new Set<string>();
  const tookMs = new Map<string, number>();
  const strays: unknown[] = [];

  if (existsSync(IN_MEMORY)) process.env['TMPDIR'] = IN_MEMORY;
  registerHooks({
    resolve: (name, context, next) =>
      name === 'vitest' && context.parentURL?.startsWith(pathToFileURL(root).href)
        ? { url: new URL('collect.ts', import.meta.url).href, shortCircuit: true }
        : next(name, context),
  });
  process.on('unhandledRejection', (error) => strays.push(error));
  process.on('uncaughtException', (error) => strays.push(error));

  async function load(files: Iterable<string>): Promise<void> {
    for (const file of files) {
      if (loaded.has(file)) continue;
      loaded.add(file);
      const path = join(root, file);
      for (const test of await collectTests(pathToFileURL(path).href, path))
        if (!SPEED.test(test.name)) tests.set(test.id, test);
    }
    // The same examples in every run: a mutant is not killed today and alive tomorrow.
    fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_260_105 });
  }

  async function run(chosen: KeptTest[], isBailing: boolean): Promise<TestResult[]> {
    const results: TestResult[] = [];
    for (const test of chosen) {
      const result = await runOne(test);
      results.push(result);
      if (isBailing && result.status === TestStatus.Failed) break;
    }
    return results;
  }

  async function runOne(test: KeptTest): Promise<TestResult> {
    const { id, name, file: fileName, line } = test;
    const startedAt = performance.now();
    shared.currentTestId = id;
    strays.length = 0;
    const thrown = await outcomeOf(test);
    await setImmediate();
    shared.currentTestId = undefined;
    const timeSpentMs = performance.now() - startedAt;
    if (!tookMs.has(id)) tookMs.set(id, timeSpentMs);
    const base = { id, name, fileName, timeSpentMs, startPosition: { line: line - 1, column: 0 } };
    if (thrown.is && thrown.error === SKIPPED) return { ...base, status: TestStatus.Skipped };
    const errors = [...(thrown.is ? [thrown.error] : []), ...strays];
    if (errors.length === 0) return { ...base, status: TestStatus.Success };
    return { ...base, status: TestStatus.Failed, failureMessage: String(errors[0]) };
  }

  return {
    capabilities: () => ({ reloadEnvironment: false }),

    async dryRun(options: DryRunOptions): Promise<DryRunResult> {
      shared.activeMutant = undefined;
      await load(testFilesFor(root, options.files ?? []));
      const results = await run([...tests.values()], false);
      const { mutantCoverage } = shared;
      return {
        status: DryRunStatus.Complete,
        tests: results,
        ...(mutantCoverage && { mutantCoverage }),
      };
    },

    async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
      const { activeMutant, hitLimit, testFilter, mutantActivation } = options;
      const own = new Set(testFilesFor(root, [options.sandboxFileName]));
      const ids = testFilter?.filter((id) => own.has(relative(root, fileOf(id))));
      shared.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
      shared.hitLimit = hitLimit;
      shared.hitCount = 0;
      await load(ids ? new Set(ids.map((id) => relative(root, fileOf(id)))) : own);
      shared.activeMutant = activeMutant.id;
      const chosen = ids ? ids.flatMap((id) => tests.get(id) ?? []) : [...tests.values()];
      // The quick ones first: most mutants are dead before a slow one has its turn.
      chosen.sort((a, b) => (tookMs.get(a.id) ?? 0) - (tookMs.get(b.id) ?? 0));
      const results = await run(chosen, !options.disableBail);
      shared.activeMutant = undefined;
      const limit = determineHitLimitReached(shared.hitCount, hitLimit);
      return toMutantRunResult(limit ?? { status: DryRunStatus.Complete, tests: results });
    },
  };
}

const fileOf = (testId: string): string => testId.slice(0, testId.indexOf('#'));

type Outcome = { is: false } | { is: true; error: unknown };

async function outcomeOf(test: KeptTest): Promise<Outcome> {
  const { promise: late, resolve } = Promise.withResolvers<Outcome>();
  const error = new Error(`no end after ${TEST_LIMIT_MS} ms`);
  const timer = setTimeout(() => resolve({ is: true, error }), TEST_LIMIT_MS);
  const ran = runTest(test).then(
    (): Outcome => ({ is: false }),
    (thrown: unknown): Outcome => ({ is: true, error: thrown }),
  );
  const outcome = await Promise.race([ran, late]);
  clearTimeout(timer);
  return outcome;
}

function testFilesFor(root: string, mutated: string[]): string[] {
  const names = mutated.map((file) => relative(root, file).replaceAll('\\', '/'));
  return Object.entries(TESTS)
    .filter(([folder]) => names.length === 0 || names.some((name) => name.startsWith(folder)))
    .flatMap(([, pattern]) => globSync(pattern, { cwd: root }).sort());
}
