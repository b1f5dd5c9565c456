// Control requests are checked like everything that comes from outside: what is wrong is named, nothing is guessed.
import type { z } from 'zod';
import { invalid } from '#main/paper/server/refusals.ts';

export function parseInput<T extends z.ZodType>(schema: T, raw: unknown): z.output<T> {
  const result = schema.safeParse(raw ?? {});
  if (result.success) return result.data;
  throw invalid(
    result.error.issues
      .map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
      .join(', '),
  );
}
