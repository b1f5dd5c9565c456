// The code tables of /v2/stocks/meta, for the codes that the simulated market can send and their usual neighbours.

export const EXCHANGES: Readonly<Record<string, string>> = {
  A: 'NYSE American (AMEX)',
  B: 'NASDAQ OMX BX',
  C: 'National Stock Exchange',
  D: 'FINRA ADF',
  H: 'MIAX',
  I: 'International Securities Exchange',
  J: 'Cboe EDGA',
  K: 'Cboe EDGX',
  L: 'Long Term Stock Exchange',
  M: 'Chicago Stock Exchange',
  N: 'New York Stock Exchange',
  P: 'NYSE Arca',
  Q: 'NASDAQ',
  T: 'NASDAQ Int',
  U: 'Members Exchange',
  V: 'IEX',
  W: 'CBOE',
  X: 'NASDAQ OMX PSX',
  Y: 'Cboe BYX',
  Z: 'Cboe BZX',
};

const TRADES: Readonly<Record<string, string>> = {
  I: 'Odd Lot Trade',
  O: 'Market Center Opening Trade',
  '6': 'Market Center Closing Trade',
  T: 'Extended Hours Trade',
  F: 'Intermarket Sweep Order',
};

const QUOTES: Readonly<Record<string, string>> = {
  R: 'Regular Market Maker Open',
  O: 'Opening Quote',
  C: 'Closing Quote',
};

/** What the conditions of trades or quotes mean; tape C writes a regular sale as '@', A and B as a blank. */
export function conditionsOf(tickType: string, tape: string): Record<string, string> | undefined {
  if (!['A', 'B', 'C'].includes(tape)) return undefined;
  if (tickType === 'quote') return QUOTES;
  if (tickType !== 'trade') return undefined;
  return { [tape === 'C' ? '@' : ' ']: 'Regular Sale', ...TRADES };
}
