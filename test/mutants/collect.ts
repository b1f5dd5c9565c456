// What a test file gets in place of Vitest while mutants are tried: the same words and Vitest's own `expect`, but the
// tests are kept, so that they can be run again and again without being loaded again.
import { format } from 'node:util';
import { expect } from 'vitest';

export { expect };

type Context = { task: { name: string }; skip(note?: string): never };
type Body = (context: Context) => unknown;
type Hook = () => unknown;

export type KeptTest = {
  id: string;
  name: string;
  file: string;
  line: number;
  body: Body;
  hooks: { before: Hook[]; after: Hook[] }[];
};

export const SKIPPED = Symbol('skipped');
const skip = (): never => {
  throw SKIPPED;
};
const kept = new Map<string, KeptTest>();
let file = '';
let path: string[] = [];
let hooks: KeptTest['hooks'] = [{ before: [], after: [] }];
/** Of the test that runs now. */
let finishing: Hook[] = [];

/** Loads a test file and answers its tests. */
export async function collectTests(url: string, filePath: string): Promise<KeptTest[]> {
  file = filePath;
  path = [];
  hooks = [{ before: [], after: [] }];
  await import(url);
  return [...kept.values()].filter((test) => test.file === filePath);
}

/** One test with its hooks; throws what it throws. */
export async function runTest({ name, body, hooks: around }: KeptTest): Promise<void> {
  finishing = [];
  try {
    for (const hook of around.flatMap(({ before }) => before)) await hook();
    await body({ task: { name }, skip });
  } finally {
    const after = [...finishing, ...around.flatMap((level) => level.after)];
    for (const hook of after.toReversed()) await hook();
  }
}

export function describe(name: string, body: () => void): void {
  const outer = { path, hooks };
  path = [...path, name];
  hooks = [...hooks, { before: [], after: [] }];
  body();
  ({ path, hooks } = outer);
}

describe.each =
  (rows: readonly unknown[]) =>
  (name: string, body: (...values: unknown[]) => void): void => {
    for (const row of rows) {
      const values = Array.isArray(row) ? row : [row];
      describe(title(name, values), () => body(...values));
    }
  };

export const beforeEach = (hook: Hook): void => void hooks.at(-1)?.before.push(hook);
export const afterEach = (hook: Hook): void => void hooks.at(-1)?.after.push(hook);
export const onTestFinished = (hook: Hook): void => void finishing.push(hook);

/** With the body last, or before a time limit, which is not ours to keep. */
export function it(name: string, ...rest: unknown[]): void {
  keep(name, bodyOf(rest));
}

it.each =
  (rows: readonly unknown[]) =>
  (name: string, ...rest: unknown[]): void => {
    const body = bodyOf(rest) as (...values: unknown[]) => unknown;
    for (const row of rows) {
      const values = Array.isArray(row) ? row : [row];
      keep(title(name, values), () => body(...values));
    }
  };

const bodyOf = (rest: unknown[]): Body => rest.find((each) => typeof each === 'function') as Body;

function keep(own: string, body: Body): void {
  const name = [...path, own].join(' > ');
  let id = `${file}#${name}`;
  for (let twin = 2; kept.has(id); twin++) id = `${file}#${name} (${twin})`;
  kept.set(id, { id, name, file, line: lineOfCaller(), body, hooks });
}

function title(name: string, values: unknown[]): string {
  const wanted = name.match(/%[sdijo]/g)?.length ?? 0;
  return format(name, ...values.slice(0, wanted));
}

function lineOfCaller(): number {
  const frame = new Error().stack?.split('\n').find((line) => line.includes(file));
  return Number(/:(\d+):\d+\)?$/.exec(frame ?? '')?.[1] ?? 1);
}
