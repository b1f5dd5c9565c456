// From the wire's snake_case to the names the desk uses, and back. Members that nobody here knows survive.
import { isRecord } from '#main/tools/json.ts';

const DEEPEST = 32; // no record of this wire nests half as deep; what does is left out before it can exhaust a stack

/** Renames every member. `null` members become absent, which they mean here; `null` inside an array stays. */
export function camelize(value: unknown): unknown {
  return reshape(value, DEEPEST);
}

/** One level: for flat bodies that we send. Undefined members are left out. */
export function snakeKeys(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [snakeName(name), member as unknown]),
  );
}

function reshape(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return depth > 0 ? value.map((item) => reshape(item, depth - 1)) : [];
  if (!isRecord(value)) return value;
  const record: Record<string, unknown> = {};
  if (depth === 0) return record;
  for (const [name, member] of Object.entries(value)) {
    if (name === '__proto__' || member === null) continue;
    const known = camelName(name);
    // A member that already has its twin's name does not replace what the wire's own spelling said.
    if (known === name && Object.hasOwn(record, known)) continue;
    record[known] = reshape(member, depth - 1);
  }
  return record;
}

const MOST_KNOWN_NAMES = 1_000;
const knownNames = new Map<string, string>();

/** The wire has a few hundred names and sends them over and over: spelled once, then looked up. */
function camelName(name: string): string {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const camel = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  if (knownNames.size < MOST_KNOWN_NAMES) knownNames.set(name, camel);
  return camel;
}

const snakeName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
