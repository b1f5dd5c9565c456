// Which of the broker's activities move shares. The set is open: of a type that nobody here knows, an entry over shares may
// have moved them or not.

/** With a quantity, and without moving anything: a dividend is told with the shares that it was paid on. */
const MONEY: ReadonlySet<string> = new Set(
  'ACATC CGD CSD CSW DIV DIVCGL DIVCGS DIVFEE DIVFT DIVNRA DIVROC DIVTW DIVTXEX FEE INT INTNRA INTTW JNLC OPCSH PTC PTR'.split(
    ' ',
  ),
);
const SHARES: ReadonlySet<string> = new Set(
  'ACATS CFEE FILL FOPT JNL JNLS MA NC OCT OPASN OPEXC OPEXP OPTRD REORG SPIN SPLIT'.split(' '),
);
/** A dividend that is paid in shares, and a split. */
const IN_SHARES: ReadonlySet<string> = new Set(['SDIV', 'FSPLIT', 'RSPLIT']);

/** Undefined where nobody knows. */
export function movesShares(type: string, subType: string | undefined): boolean | undefined {
  if (subType !== undefined && IN_SHARES.has(subType)) return true;
  if (SHARES.has(type)) return true;
  return MONEY.has(type) ? false : undefined;
}

/** It may belong to a tokenization request. */
export const isShareJournal = (type: string): boolean => type === 'JNLS' || type === 'OCT';
