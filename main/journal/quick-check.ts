// Tells at once of most records that they are what they should be, by the same schema that decides of the others. The
// schema makes a copy of whatever it takes; with a hundred thousand open orders that is most of the work.
import { z } from 'zod';

type Check = (value: unknown) => boolean;

/** True: the schema takes the value, and as it is. Anything else is for the schema to say. */
export function quickCheck(schema: z.ZodType): Check {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodCatch)
    return quickCheck(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodObject) return checkOfObject(schema);
  if (schema instanceof z.ZodArray) {
    const isItem = quickCheck(schema.element as z.ZodType);
    return (value) => Array.isArray(value) && value.every(isItem);
  }
  if (schema instanceof z.ZodString) return checkOfText(schema);
  if (schema instanceof z.ZodBoolean && isPlain(schema))
    return (value) => typeof value === 'boolean';
  return UNSURE;
}

const UNSURE: Check = () => false;

const isPlain = (schema: z.ZodType): boolean => (schema.def.checks ?? []).length === 0;

function checkOfObject(schema: z.ZodObject): Check {
  if (!isPlain(schema)) return UNSURE;
  const members = new Map<string, Check>();
  const needed = new Set<string>();
  for (const [name, member] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    members.set(name, quickCheck(member));
    if (!member.safeParse(undefined).success) needed.add(name);
  }
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const record = value as Record<string, unknown>;
    let found = 0;
    for (const name in record) {
      if (members.get(name)?.(record[name]) !== true) return false;
      if (needed.has(name)) found++;
    }
    return found === needed.size;
  };
}

/** Lengths and patterns, which is what text here is held to. */
function checkOfText(schema: z.ZodString): Check {
  let most = Infinity;
  const patterns: RegExp[] = [];
  for (const { _zod: check } of schema.def.checks ?? []) {
    const { maximum, pattern } = check.def as { maximum?: unknown; pattern?: unknown };
    if (check.def.check === 'max_length' && typeof maximum === 'number')
      most = Math.min(most, maximum);
    else if (check.def.check === 'string_format' && pattern instanceof RegExp && !pattern.global)
      patterns.push(pattern);
    else return UNSURE;
  }
  if (patterns.length === 0) return (value) => typeof value === 'string' && value.length <= most;
  return (value) =>
    typeof value === 'string' &&
    value.length <= most &&
    patterns.every((pattern) => pattern.test(value));
}
