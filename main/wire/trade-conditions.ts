// Which prints set the last price (docs/wire.md, "Trade conditions"). The codes are letters and digits of the two
// tables of the consolidated tape; one that is in neither may set the price.

/** Odd lots, averages, prices of another time or settlement, out of sequence, and records that are no trades. */
const NO_PRICE: ReadonlySet<unknown> = new Set('CGHILMNPQRUVWZ479');
/** An average price on tapes A and B; on tape C a bunched trade, which is one like any other. */
const BUNCHED_OR_AVERAGE = 'B';

export function setsLastPrice(conditions: unknown, tape: unknown): boolean {
  if (!Array.isArray(conditions)) return true;
  for (const code of conditions as unknown[])
    if (NO_PRICE.has(code) || (code === BUNCHED_OR_AVERAGE && tape !== 'C')) return false;
  return true;
}
