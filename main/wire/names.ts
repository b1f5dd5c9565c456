// From the wire's snake_case to the names the desk uses, and back. Members that nobody here knows survive.
import { isRecord } from '#main/tools/json.ts';

const DEEPEST = 32; // no record of this wire nests half as deep; what does is left out before it can exhaust a stack

/** No text of a record is half as long, and no list in one has half as many items (portfolio history has the most). */
export const LONGEST_TEXT = 8_000;
const LONGEST_NAME = 100;
const MOST_ITEMS = 20_000;
const MOST_MEMBERS = 500;
class BeyondBounds extends Error {}

/**
 * Renames every member. `null` members become absent, which they mean here; `null` inside an array stays. Undefined for
 * a record with a text or a list that is too long.
 */
export function camelize(value: unknown): unknown {
  try {
    return reshape(value, DEEPEST);
  } catch (error) {
    if (error instanceof BeyondBounds) return undefined;
    throw error;
  }
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
  if (typeof value === 'string' && value.length > LONGEST_TEXT) throw new BeyondBounds();
  if (Array.isArray(value) && value.length > MOST_ITEMS) throw new BeyondBounds();
  if (Array.isArray(value)) return depth > 0 ? value.map((item) => reshape(item, depth - 1)) : [];
  if (!isRecord(value)) return value;
  const record: Record<string, unknown> = {};
  if (depth === 0) return record;
  const members = Object.entries(value);
  if (members.length > MOST_MEMBERS) throw new BeyondBounds();
  for (const [name, member] of members) {
    if (name === '__proto__' || name.length > LONGEST_NAME || member === null) continue;
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
