// Every member of a record, at every depth, with everything that may be wrong about it.
import { KEY } from '#test/campaigns/support/hostile-desk.ts';
import type { Dice } from '#test/campaigns/support/seed.ts';

type Path = readonly (string | number)[];
export type Mutation = { path: Path; how: string };

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};
/** Leaves a member out, or tells it twice. */
const MISSING = Symbol('missing');
const TWICE = Symbol('twice');

const WRONGS: Readonly<Record<string, (value: unknown) => unknown>> = {
  missing: () => MISSING,
  twice: () => TWICE,
  null: () => null,
  'a record': () => ({}),
  'a record that is no text': () => ({ toString: 1, valueOf: {} }),
  'a list': () => [],
  'a list of it': (value) => [value],
  'a list of lists': (value) => [[value], [value]],
  'a record of it': (value) => ({ a: value }),
  'a thousand of it': (value) => Array.from({ length: 1_000 }, () => value),
  true: () => true,
  'a number': () => -1.5,
  'the largest number': () => Number.MAX_VALUE,
  'an empty text': () => '',
  'half of a pair': () => '\uD800',
  'no character': () => 'a\0b',
  'a long text': () => 'x'.repeat(9_000),
  'many digits': () => '9'.repeat(500),
  'many records': () => Array.from({ length: 5_000 }, () => ({})),
  'a deep value': () => nested(60),
  'a value too deep': () => nested(200),
  'marks of direction': (value) => `\u202E${typeof value === 'string' ? value : ''}\u2066`,
  'the key': () => `key ${KEY.keyId}`,
  'the secret': () =>
    `${KEY.secretKey}\u200B ${KEY.secretKey.slice(0, 9)}\u00AD${KEY.secretKey.slice(9)}`,
  'a name of every object': () => '__proto__',
  'a time that is none': () => '2026-02-31T25:00:00Z',
};

const DEEPEST = 6;
/** Of a list the first few: the others are alike. */
const ITEMS = 2;

export function mutationsOf(sample: unknown): Mutation[] {
  return pathsOf(sample, []).flatMap((path) => Object.keys(WRONGS).map((how) => ({ path, how })));
}

function pathsOf(value: unknown, path: Path): Path[] {
  if (typeof value !== 'object' || value === null || path.length >= DEEPEST) return [path];
  const names = Array.isArray(value) ? [...value.keys()].slice(0, ITEMS) : Object.keys(value);
  return [
    path,
    ...names.flatMap((name) => pathsOf((value as Record<string, unknown>)[name], [...path, name])),
  ];
}

/** As JSON has it, which can say a member twice; undefined where nothing is left to say. */
export function mutated(sample: unknown, { path, how }: Mutation): string {
  return (
    JSON.stringify(changed(sample, path, WRONGS[how] ?? ((value) => value)))?.replaceAll(
      /"(\w+)":"@twice@"/g,
      '"$1":1,"$1":{"toString":1}',
    ) ?? ''
  );
}

/** The same as a value, for a stream that is not written in JSON. */
export const mutatedValue = (sample: unknown, { path, how }: Mutation): unknown =>
  changed(sample, path, WRONGS[how] ?? ((value) => value));

function changed(value: unknown, path: Path, wrong: (value: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) {
    const other = wrong(value);
    if (other === MISSING) return undefined;
    return other === TWICE ? '@twice@' : other;
  }
  if (Array.isArray(value)) {
    const copy: unknown[] = [...(value as unknown[])];
    copy[Number(name)] = changed(copy[Number(name)], rest, wrong);
    return copy;
  }
  const record = { ...(value as Record<string, unknown>) };
  record[name] = changed(record[name], rest, wrong);
  return record;
}

/** In an order that the seed decides, at most so many. */
export function someOf<T>(all: readonly T[], most: number, { below }: Dice): T[] {
  const left = [...all];
  const some: T[] = [];
  while (left.length > 0 && some.length < most) {
    const at = below(left.length);
    const [one] = left.splice(at, 1, left.at(-1) as T);
    left.pop();
    some.push(one as T);
  }
  return some;
}
