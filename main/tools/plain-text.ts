// Text from outside, fit to be shown: one line, nothing that hides, reorders or erases what stands beside it.

/** White space, line ends and control characters: each run of them is one space. */
const BREAKS = /[\s\p{Cc}]+/gu;
/** Marks of direction, joiners, fillers, halves of pairs, private characters, such as no font has, and marks for one of these. */
const HIDDEN = /[\p{C}\p{DI}\uFFFD]+/gu;
/** Piled up, they cover the lines above and below. */
const PILES = /(\p{M}{3})\p{M}+/gu;
/** What is read of a text for one character that is shown: one of nothing but marks costs no more than another. */
const READ_FOR_EACH = 8;

/** At most `longest` characters of it; what was left out at the end is an ellipsis. */
export function plainText(text: string, longest: number): string {
  const read = text.slice(0, longest * READ_FOR_EACH);
  const plain = read.replace(BREAKS, ' ').replace(HIDDEN, '').replace(PILES, '$1').trim();
  const isCut = read.length < text.length || plain.length > longest;
  return isCut
    ? `${plain.slice(0, Math.max(longest - 1, 0)).replace(/[\uD800-\uDBFF]$/, '')}…`
    : plain;
}
