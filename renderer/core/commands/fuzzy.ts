// How well a few typed letters fit a line: all of them in order, better at the start of words and side by side.

type Match = { score: number; /** Which characters of the line were meant. */ at: number[] };

const AT_START = 24;
const AT_WORD = 12;
const IN_A_ROW = 8;
const PER_GAP = 1;
const MOST_GAP = 12;

/** Undefined when a letter is missing. Spaces part words that may come in any order. */
export function fuzzyMatch(query: string, line: string): Match | undefined {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = line.toLowerCase();
  const at = new Set<number>();
  let score = 0;
  for (const word of words) {
    const match = matchWord(word, text);
    if (!match) return undefined;
    score += match.score;
    for (const index of match.at) at.add(index);
  }
  // Of two lines that fit alike the shorter one was meant.
  return { score: score - line.length / 100, at: [...at].sort((a, b) => a - b) };
}

/** The best of the places at which the word can begin. */
function matchWord(word: string, text: string): Match | undefined {
  let best: Match | undefined;
  for (let start = text.indexOf(word[0] ?? ''); start !== -1;) {
    const match = matchFrom(word, text, start);
    if (!match) break; // a later start has still fewer letters left
    if (!best || match.score > best.score) best = match;
    start = text.indexOf(word[0] ?? '', start + 1);
  }
  return best;
}

function matchFrom(word: string, text: string, start: number): Match | undefined {
  const at = [start];
  let score = startScore(text, start);
  for (const letter of word.slice(1)) {
    const last = at[at.length - 1] ?? start;
    const next = text.indexOf(letter, last + 1);
    if (next === -1) return undefined;
    if (next === last + 1) score += IN_A_ROW;
    else score += startScore(text, next) / 2 - Math.min(MOST_GAP, (next - last) * PER_GAP);
    at.push(next);
  }
  if (at.length === text.length) score += AT_START;
  return { score, at };
}

function startScore(text: string, index: number): number {
  if (index === 0) return AT_START;
  return /[\s·.,:/(-]/.test(text[index - 1] ?? '') ? AT_WORD : 0;
}
