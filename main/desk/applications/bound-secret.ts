// Secrets that carry the origin they were entered for, so that one read back for another host counts as absent.
import { z } from 'zod';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { KeyRef, Keys } from '#main/desk/keys/types.ts';
import { parseJson } from '#main/tools/json.ts';

export const BoundPair = z.object({
  origin: z.string(),
  keyId: z.string(),
  secretKey: z.string(),
});
export const BoundSecret = z.object({ origin: z.string(), secret: z.string() });

export async function readBound<T extends { origin: string }>(
  keys: Pick<Keys, 'read'>,
  ref: KeyRef,
  origin: string | undefined,
  schema: z.ZodType<T>,
): Promise<Result<T | undefined>> {
  const read = await keys.read(ref);
  if (!read.ok) return read;
  if (!read.value) return ok(undefined);
  const stored = schema.safeParse(parseJson(read.value.secret));
  if (!stored.success)
    return fail({
      kind: 'not-allowed',
      message: 'What is stored for the broker cannot be read. Enter it again under Apps.',
    });
  return ok(stored.data.origin === origin ? stored.data : undefined);
}
