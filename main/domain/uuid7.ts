const RANDOM_DIGITS = 20;

/** A UUID whose text sorts by its time (RFC 9562). Takes 10 random bytes as hexadecimal text. */
export function uuidV7(nowMs: number, randomHex: string): string {
  if (!/^[0-9a-f]+$/i.test(randomHex) || randomHex.length < RANDOM_DIGITS) {
    throw new RangeError(`a UUID needs ${RANDOM_DIGITS} random hexadecimal digits`);
  }
  if (!Number.isInteger(nowMs) || nowMs < 0 || nowMs >= 2 ** 48) {
    throw new RangeError('a UUID needs a time in whole milliseconds since 1970');
  }
  const time = nowMs.toString(16).padStart(12, '0');
  const random = randomHex.toLowerCase();
  const variant = ((Number.parseInt(random.slice(3, 4), 16) & 0b11) | 0b1000).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${random.slice(0, 3)}`,
    `${variant}${random.slice(4, 7)}`,
    random.slice(7, 19),
  ].join('-');
}
