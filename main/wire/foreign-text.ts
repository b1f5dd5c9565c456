// Every text that comes over the wire passes through here before anybody reads it: what must not be quoted is hidden,
// however it was spelled, and nothing in it can hide or reorder what stands beside it.
import { plainText } from '#main/tools/plain-text.ts';
import { isRecord } from '#main/tools/json.ts';
import { LONGEST_TEXT } from '#main/wire/names.ts';

/** The text without the secrets, should somebody have echoed them. */
export type Hide = (text: string) => string;

const DEEPEST = 32; // see names.ts
const MARK = '\uFFFD';
const BREAKS = /[\t\n\r]+/g;
/** Halves of pairs are seen as they are, and whoever asks for a next page must see them (operation.ts). */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{DI}]/gu;
/** Printable ASCII without a backslash: no secret is spelled another way in it, and nothing is invisible. */
const PLAIN = /^[\t\n\r\x20-\x5b\x5d-\x7e]*$/;

/** A sentence: on one line, and not endless. Hidden twice, because a secret may be cut, or joined, in between. */
export const foreignSentence = (text: string, hide: Hide, longest: number): string =>
  hide(plainText(hide(text), longest));

/** The value that `text` was parsed to, fit to be shown. Most texts are as they should be, and cost one look. */
export const foreignValue = (text: string, value: unknown, hide: Hide): unknown =>
  value === undefined || (PLAIN.test(text) && hide(text) === text)
    ? value
    : sift(value, hide, DEEPEST);

function sift(value: unknown, hide: Hide, depth: number): unknown {
  if (typeof value === 'string') return foreignName(value, hide);
  if (Array.isArray(value))
    return depth > 0 ? value.map((item) => sift(item, hide, depth - 1)) : [];
  if (!isRecord(value) || depth === 0) return isRecord(value) ? {} : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      foreignName(name, hide),
      sift(member, hide, depth - 1),
    ]),
  );
}

/** A name or an id. What is invisible in it is marked and not left out: it must not become equal to one without it. */
function foreignName(whole: string, hide: Hide): string {
  // Whoever reads it refuses it for its length.
  const text = whole.slice(0, LONGEST_TEXT + 1);
  if (PLAIN.test(text)) return hide(text);
  const line = text.replace(BREAKS, ' ');
  const bare = line.replace(INVISIBLE, '');
  return hide(bare) === bare ? line.replace(INVISIBLE, MARK) : hide(bare);
}
