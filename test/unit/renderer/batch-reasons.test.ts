import { expect, it } from 'vitest';
import { BatchRow } from '#contract/tokenization.ts';
import { reasonsOf } from '#renderer/screens/tokenization/batch/batch-reasons.ts';

const WALLET = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const row = (line: number, state: BatchRow['state'], more: Partial<BatchRow> = {}): BatchRow =>
  BatchRow.parse({
    line,
    form: {
      underlyingSymbol: 'AAPL',
      qty: '1.5',
      issuer: 'xstocks',
      network: 'solana',
      walletAddress: WALLET,
      label: `N-${line}`,
    },
    issues: [],
    state,
    ...more,
  });
const REFUSED = 'The broker refused (400): account is not authorized to mint.';

it('says each reason once, whole, with the lines that it is of, the gravest first', () => {
  const rows = [
    row(2, 'completed'),
    row(3, 'wrong', { issues: ['The symbol is missing.', 'The issuer is missing.'] }),
    ...[4, 5, 6].map((line) => row(line, 'refused', { note: REFUSED })),
    row(7, 'unknown', { note: 'The broker did not answer.' }),
    ...[8, 9, 10, 11, 12, 13, 14].map((line) => row(line, 'rejected', { note: 'Rejected.' })),
  ];
  expect(reasonsOf(rows)).toEqual({
    told: [
      { where: 'Line 7, N-7, unconfirmed', text: 'The broker did not answer.' },
      { where: 'Lines 4, 5 and 6, refused', text: REFUSED },
      { where: 'Lines 8, 9, 10, 11, 12 and 2 more, rejected', text: 'Rejected.' },
      { where: 'Line 3, N-3, wrong', text: 'The symbol is missing. The issuer is missing.' },
    ],
    more: 0,
  });
});

it('lets one row that repeats a mint stand for all of them, and counts what it leaves out', () => {
  const repeats = [2, 3, 4].map((line) =>
    row(line, 'ready', { held: 'repeats', note: `Already minted 5 min ago: N-${line}.` }),
  );
  expect(reasonsOf(repeats)).toEqual({
    told: [
      { where: 'Line 2, N-2, repeats a mint, and 2 more', text: 'Already minted 5 min ago: N-2.' },
    ],
    more: 0,
  });
  const wrong = [5, 6, 7, 8].map((line) => row(line, 'wrong', { issues: [`Line ${line}.`] }));
  const { told, more } = reasonsOf([...repeats, ...wrong]);
  expect(told).toHaveLength(4);
  expect(more).toBe(1);
});

it('says what a guard blocks before what is wrong with other rows', () => {
  const blocked = row(9, 'waiting', { held: 'guard', note: 'Ballast does not know mars.' });
  const wrong = [5, 6, 7, 8].map((line) => row(line, 'wrong', { issues: [`Line ${line}.`] }));
  expect(reasonsOf([...wrong, blocked]).told[0]).toEqual({
    where: 'Line 9, N-9, blocked',
    text: 'Ballast does not know mars.',
  });
});

it('says until when a batch waits for the limit of requests, by the first row that goes', () => {
  const turnAt = Date.parse('2026-11-17T10:56:00Z');
  const rows = [row(2, 'queued', { turnAt: turnAt + 1_000 }), row(3, 'queued', { turnAt })];
  expect(reasonsOf(rows)).toEqual({
    waiting: 'The broker’s request limit is used up. The next row goes at 05:56:00.',
    told: [],
    more: 0,
  });
  expect(reasonsOf([row(2, 'queued'), row(3, 'completed')])).toEqual({ told: [], more: 0 });
});
