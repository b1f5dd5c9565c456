// The name of a grant: its owner finds again by it what was decided here, although no answer of the broker's has a member
// for it. Whoever knows the code (or the token, where there was no code) can make it; nobody can make them of it.
import { createHash } from 'node:crypto';

const LENGTH = 32;

export const grantIdOf = (secret: string): string =>
  createHash('sha256').update(`grant ${secret}`).digest('hex').slice(0, LENGTH);
