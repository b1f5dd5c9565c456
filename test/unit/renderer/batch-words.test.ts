import { describe, expect, it } from 'vitest';
import { heldWhy } from '#contract/batch-summary.ts';
import { cellsOf, type Batch, type BatchRow } from '#contract/tokenization.ts';
import {
  againWords,
  countWords,
  nameOfBatch,
  noteOf,
  shortState,
  stateWords,
  toneOf,
} from '#renderer/screens/tokenization/batch/batch-words.ts';
import {
  mendCsv,
  mendName,
  mendTable,
  rowsToMend,
} from '#renderer/screens/tokenization/batch/mend-rows.ts';
import { readTable } from '#main/account/mints/batch-table.ts';
import { standingWords } from '#main/account/mints/batch-news.ts';
import { decimalMarkOf } from '#main/account/mints/table/decimal-mark.ts';
import { decimal } from '#main/domain/decimal.ts';
import { aBatch } from '#test/support/batches.ts';

const WALLET = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const batch = (
  state: Batch['state'],
  counts: Partial<Record<BatchRow['state'], number>>,
): Batch => {
  const states = Object.entries(counts).flatMap(([one, count]) => Array<string>(count).fill(one));
  return aBatch({
    batchId: '019a8000-0000-4000-8000-00000000000b',
    name: 'november.csv',
    createdAt: 0,
    state,
    rows: states.map((one, at) => ({
      line: at + 2,
      form: {
        underlyingSymbol: 'AAPL',
        qty: '1.5',
        issuer: 'xstocks',
        network: 'solana',
        walletAddress: WALLET,
        label: `B-${at}`,
      },
      issues: one === 'wrong' ? ['The quantity must be greater than zero.'] : [],
      state: one,
    })),
  });
};

describe('a batch in one sentence', () => {
  it.each([
    [batch('dry', { ready: 4, wrong: 1 }), '4 ready, 1 wrong', 'dry'],
    [batch('done', { completed: 70 }), '70 completed, 0 rejected, 0 pending', 'good'],
    [batch('done', { completed: 68, rejected: 2 }), '68 completed, 2 rejected, 0 pending', 'short'],
    [
      batch('done', { completed: 2, wrong: 8 }),
      '2 completed, 0 rejected, 0 pending, 8 wrong',
      'short',
    ],
    [batch('awaiting', { completed: 3, pending: 1 }), '3 completed, 0 rejected, 1 pending', 'open'],
    [
      batch('paused', { completed: 3, refused: 1, unknown: 1, 'not-sent': 1, waiting: 2 }),
      '3 completed, 0 rejected, 0 pending, 1 refused, 1 unconfirmed, 1 not sent, 2 waiting',
      'open',
    ],
  ] as const)(
    '%#: counts what was asked for, and is good only when all of it was minted',
    (one, words, tone) => {
      expect(countWords(one)).toBe(words);
      expect(toneOf(one)).toBe(tone);
    },
  );

  it('says of one of which all that is left is held back that it is, and by what', () => {
    const { rows } = batch('paused', { completed: 2, waiting: 1, wrong: 9 });
    const note = 'Ballast does not know the network mars.';
    const held = rows.map((row) =>
      row.state === 'waiting' ? { ...row, held: 'guard' as const, note } : row,
    );
    const counts = { completed: 2, guard: 1, wrong: 9 };
    expect(heldWhy({ counts, rows: held })).toBe(`2 minted, 1 blocked: ${note}`);
    expect(stateWords({ ...batch('paused', {}), counts })).toBe(
      'Paused at 2 of 3: nothing of the rest may be minted as it is.',
    );
    // Something may go on: to continue is enough.
    expect(heldWhy({ counts: { ...counts, waiting: 1 }, rows: held })).toBeUndefined();
    expect(heldWhy({ counts: { completed: 2, pending: 1, wrong: 9 }, rows })).toBeUndefined();
    const both = { completed: 2, repeats: 1, 'second-person': 2 };
    // What was sent and is not minted, or not yet, is no less so for what is held back.
    const sent = { ...counts, pending: 5, rejected: 3, refused: 1 };
    expect(heldWhy({ counts: sent, rows: held })).toBe(
      `2 minted, 3 rejected, 5 pending, 1 refused, 1 blocked: ${note}`,
    );
    expect(heldWhy({ counts: both, rows: [] })).toBe(
      '2 minted, 1 repeating a mint, 2 for a second person.',
    );
  });

  it('says how far it came, and calls nothing done that the issuer has not ended', () => {
    expect(stateWords(batch('paused', { completed: 171, rejected: 2, waiting: 127 }))).toContain(
      'Paused at 173 of 300.',
    );
    expect(stateWords(batch('awaiting', { completed: 1, pending: 2 }))).toBe(
      'All rows were sent. The issuer has finished 1 of 3.',
    );
    expect(stateWords(batch('done', { completed: 2, rejected: 1 }))).toContain('not everything');
    expect(shortState(batch('done', { completed: 2, rejected: 1 }))).toContain('1 rejected');
    expect(shortState(batch('dry', { ready: 2 }), true)).toBe('waiting for a second person');
    expect(stateWords(batch('dry', { ready: 2 }), true)).not.toContain('Dry run done');
    expect(stateWords(batch('paused', { completed: 1, waiting: 1 }), true)).toContain(
      'Paused at 1 of 2. The rest is waiting for a second person.',
    );
  });

  it('says of a row that waits for the limit of requests until when', () => {
    const [row] = batch('running', { queued: 1 }).rows;
    if (!row) throw new Error('no row');
    expect(noteOf(row)).toBe('Not sent yet: waiting its turn.');
    expect(noteOf({ ...row, turnAt: Date.parse('2026-01-05T15:02:11Z') })).toBe(
      'Not sent yet: the broker’s request limit is used up until 10:02:11.',
    );
  });
});

it('a batch without a name is called by its day, and once a batch', () => {
  const name = nameOfBatch(' ', Date.parse('2026-11-17T12:00:00Z'));
  const words = standingWords({ batchId: '', name, state: 'paused', at: '3 of 5', summary: '' });
  expect(words).toBe('Batch 2026-11-17 is paused at 3 of 5');
  expect(nameOfBatch(' November ', 0)).toBe('November');
});

describe('rows that were not minted', () => {
  it('are a table that a dry run reads, with the line and the reason of each', () => {
    const one = batch('done', { completed: 1, rejected: 1, refused: 1, wrong: 1 });
    Object.assign(one.rows[1] ?? {}, { note: 'The issuer rejected it.' });
    Object.assign(one.rows[2] ?? {}, { note: 'Refused, "insufficient" shares.' });
    expect(rowsToMend(one).map(({ line }) => line)).toEqual([3, 4, 5]);
    expect(mendTable(one)).toBe(
      [
        'symbol,qty,issuer,network,wallet,label,was_line,was,reason',
        `AAPL,1.5,xstocks,solana,${WALLET},B-1,3,rejected,The issuer rejected it.`,
        `AAPL,1.5,xstocks,solana,${WALLET},B-2,4,refused,"Refused, ""insufficient"" shares."`,
        `AAPL,1.5,xstocks,solana,${WALLET},B-3,5,wrong,The quantity must be greater than zero.`,
        '',
      ].join('\n'),
    );
  });

  it('say 1.234 so that whoever said what it means is not asked again', () => {
    const one = batch('done', { rejected: 1, wrong: 1 });
    const [rejected, wrong] = one.rows;
    if (!rejected?.form || !wrong) throw new Error('no rows');
    const thousandths = { ...rejected, form: { ...rejected.form, qty: decimal('1.234') } };
    const qtyIn = (rows: BatchRow[]) =>
      mendTable({ rows })
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split(',')[1] ?? '');
    expect(decimalMarkOf(['1.234']).decimal).toBe('ask');
    expect(qtyIn([thousandths])).toEqual(['1.2340']);
    expect(decimalMarkOf(qtyIn([thousandths]))).toEqual({ decimal: 'point', isMixed: false });
    // What was no mint is as it was written, and may be a thousand times as much: there it is asked.
    const { form: _form, ...unread } = wrong;
    const doubtful = { ...unread, said: { qty: '5.678' } };
    expect(qtyIn([thousandths, doubtful])).toEqual(['1.234', '5.678']);
  });

  it('are written with the mark of their table, and read again as the same numbers', () => {
    const one = batch('done', { rejected: 4, wrong: 1 });
    const quantities = ['1.5', '1.234', '1234', '0.000000001'];
    const rows = one.rows.map(({ form, ...row }, at) => {
      const qty = quantities[at];
      return form && qty !== undefined
        ? { ...row, form: { ...form, qty: decimal(qty) } }
        : { ...row, said: { underlyingSymbol: 'AAPL', qty: '5,678' } };
    });
    const read = (csv: string) => {
      const table = readTable(csv, { available: () => decimal('99999') });
      if (!table.ok) throw new Error(JSON.stringify(table.failure));
      return table.value.rows.map((row) => cellsOf(row).qty);
    };
    // As in a German file: what was read as 5.678 there is no 5678 here.
    expect(mendCsv({ rows, decimal: 'comma' })).toContain('"1,2340"');
    const mended = read(mendCsv({ rows, decimal: 'comma' }));
    expect(mended).toEqual(['1.5', '1.2340', '1234', '0.000000001', '5,678']);
    const whole = mendCsv({ rows, decimal: 'comma' }).replace(
      'AAPL,"5,678",,,,',
      `AAPL,"5,678",xstocks,solana,${WALLET},mended`,
    );
    expect(read(whole).at(-1)).toBe('5.678');
    expect(read(mendCsv({ rows: rows.slice(0, 4) }))).toEqual(mended.slice(0, 4));
  });

  it('leave out what may still be minted', () => {
    expect(
      rowsToMend(batch('paused', { unknown: 1, 'not-sent': 1, waiting: 1, pending: 1 })),
    ).toEqual([]);
  });

  it('get a name that is as long as one may be', () => {
    expect(mendName('november.csv')).toBe('november.csv, fixed');
    expect(mendName('x'.repeat(120)).length).toBeLessThanOrEqual(120);
  });
});

it('says of rows that repeat, and of the others, what a start or a proposal does with them', () => {
  const counts = { ready: 5, repeats: 1, 'second-person': 3 };
  const words = (isProposal: boolean, requests: number, isMeant = false) =>
    againWords({ counts }, { isMeant, isProposal, requests });
  const held =
    '1 row repeats an earlier mint. 3 rows need a second person. Each repeated row says in the table what it repeats.';
  const behind = 'These rows are left out unless you confirm below;';
  const notNow = 'Rows that need a second person are not sent now.';
  expect(words(true, 4)).toBe(`${held} ${behind} 4 other rows are proposed.`);
  expect(words(false, 1)).toBe(`${held} ${behind} 1 other row is sent. ${notNow}`);
  expect(words(false, 0)).toBe(`${held} Nothing is sent unless you confirm below. ${notNow}`);
  expect(words(true, 5, true)).toBe(`${held} These rows are proposed too: you confirmed it.`);
});
