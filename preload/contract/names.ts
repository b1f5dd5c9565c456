// Names that a person gives. Two that look the same are one name, however their characters are composed, and what is
// typed has nothing in it that cannot be seen.
import { z } from 'zod';

/** Nothing unseen but the mark that makes a sign a picture, which a keyboard of pictures types. */
const SEEN = /^(?:[^\p{C}\p{DI}]|(?<=\p{Extended_Pictographic})\uFE0F)*$/u;

export const UNSEEN_IN_NAME = 'must be plain text on one line, without invisible characters';

export const isSeen = (name: string): boolean => SEEN.test(name);

/** A name as it is typed. What was stored before may be looser. */
export const TypedName = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'give it a name')
    .max(most, `must be at most ${most} characters`)
    .regex(SEEN, UNSEEN_IN_NAME);

/** Width, composition, invisible characters and the kind of a space make no other name. */
export const isSameName = (a: string, b: string): boolean => nameKey(a) === nameKey(b);

const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(/[\p{C}\p{DI}]+/gu, '')
    .trim();
