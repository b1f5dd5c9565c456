// Versions as semver orders them: a version that is still to come is before the one that it leads to.
const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

export const isVersion = (text: string): boolean => text.length <= 64 && VERSION.test(text);

/** Below zero where `a` comes first. Both must be versions. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)];
  for (const [at, part] of one.numbers.entries()) {
    const difference = part - (other.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return compareSuffixes(one.suffix, other.suffix);
}

function partsOf(text: string): { numbers: number[]; suffix: string[] } {
  const found = VERSION.exec(text);
  if (!found) throw new Error(`${text} is no version`);
  const [, major, minor, patch, suffix] = found;
  return { numbers: [major, minor, patch].map(Number), suffix: suffix?.split('.') ?? [] };
}

function compareSuffixes(one: readonly string[], other: readonly string[]): number {
  // None is the version itself, which comes after all that lead to it.
  if (one.length === 0 || other.length === 0) return other.length - one.length;
  for (const [at, part] of one.entries()) {
    const against = other[at];
    if (against === undefined) return 1;
    const difference = compareParts(part, against);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Numbers as numbers and before words; words letter by letter. */
function compareParts(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [one, other].map((part) => /^\d+$/.test(part));
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
}
