import type { z } from 'zod';

/** A member that a broker need not send: one that it sends as something else counts as not said. */
export const said = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);
