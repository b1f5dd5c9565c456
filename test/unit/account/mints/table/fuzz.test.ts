// Whatever bytes come: the reader answers, never throws, and reads no number that a person would not have read there.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeTable, readTable } from '#main/account/mints/batch-table.ts';
import { WALLET } from '#test/unit/account/mints/world.ts';

const DEPS = { available: () => undefined, repeatOf: () => undefined };
/** Each parses several times. */
const RUNS = 500;
const COLUMNS = { underlyingSymbol: 0, qty: 1, issuer: 2, network: 3, walletAddress: 4, label: 5 };

const PIECES = [
  ...Array.from(',;\t|"\r\n '),
  ...Array.from("0123456789.,'-+eE%$"),
  'symbol,qty,issuer,network,wallet,label',
  'Ticker;Shares;Issuer;Chain;Address',
  'sep=;\n',
  '\uFEFF',
  '\0',
  'é€ß',
  '\u00A0',
  'AAPL',
  `xstocks;solana;${WALLET}`,
  `xstocks,solana,${WALLET}`,
];
const pieces = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 60 })
  .map((parts) => parts.join(''));
const source = fc.oneof(
  pieces,
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.uint8Array({ maxLength: 300 }),
  pieces.map((text) => new Uint8Array(Buffer.from(text, 'utf16le'))),
  pieces.map((text) => new Uint8Array(Buffer.from(text, 'latin1'))),
);

it('answers in words whatever comes, and never throws', () => {
  fc.assert(
    fc.property(source, fc.constantFrom(undefined, 'point', 'comma'), (table, decimal) => {
      const layout = decimal && { columns: COLUMNS, decimal };
      const read = readTable(table, DEPS, [], layout);
      const told = describeTable(table, []);
      for (const answer of [read, told])
        if (!answer.ok) expect(answer.failure.kind).toBe('invalid');
      // What is wrong is never ready, and says why.
      for (const row of read.ok ? read.value.rows : [])
        expect(row.form === undefined && row.issues.length === 0).toBe(false);
    }),
    { numRuns: RUNS },
  );
});

/** What a person could mean by it: each way to read its marks, and no other. */
function meanings(text: string): string[] {
  const plain = text.replaceAll(/[ \u00A0\u202F]/g, '');
  const marks = [...plain.matchAll(/[.,]/g)];
  if (marks.length === 0) return [plain];
  const last = marks.at(-1)?.index ?? 0;
  const digits = plain.replaceAll(/[.,]/g, '');
  const grouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(plain) ? [digits] : [];
  const decimals = plain.length - last - 1;
  const whole = digits.slice(0, digits.length - decimals);
  return [...grouped, `${whole === '' ? '0' : whole}.${digits.slice(whole.length)}`];
}
const valueOf = (text: string): string => {
  const [whole = '', part = ''] = text.split('.');
  return `${BigInt(whole === '' ? '0' : whole)}.${part.replace(/0+$/, '')}`;
};

const mark = fc.constantFrom('.', ',', '.', ',', ' ', '\u00A0', "'", '-', 'e');
const number = fc.oneof(
  fc.stringMatching(/^\d{1,4}[.,]\d{1,4}$/),
  fc.stringMatching(/^\d{1,3}([.,]\d{3}){1,3}([.,]\d{1,3})?$/),
  fc.stringMatching(/^\d{1,6}$/),
  fc.array(fc.oneof(fc.stringMatching(/^\d{1,3}$/), mark), { maxLength: 6 }).map((a) => a.join('')),
);

it('reads a quantity as a person could mean it, and one mark in one way within a table', () => {
  fc.assert(
    fc.property(
      fc.array(number, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(';', '\t', ','),
      (numbers, delimiter) => {
        const rows = numbers.map((qty, at) =>
          ['AAPL', `"${qty}"`, 'xstocks', 'solana', WALLET, `n${at}`].join(delimiter),
        );
        const names = ['symbol', 'qty', 'issuer', 'network', 'wallet', 'label'].join(delimiter);
        const read = readTable([names, ...rows].join('\n'), DEPS);
        if (!read.ok) return;
        const seen = new Set<string>();
        read.value.rows.forEach(({ form, line }) => {
          if (!form) return;
          const text = numbers[line - 2]?.trim() ?? '';
          expect(meanings(text).map(valueOf)).toContain(valueOf(form.qty));
          // 1,234 as 1.234 in one row and 1.234 as 1.234 in another would be two ways.
          const [, sign] = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(text) ?? [];
          if (sign !== undefined)
            seen.add(form.qty.includes('.') ? sign : sign === '.' ? ',' : '.');
        });
        expect(seen.size).toBeLessThan(2);
      },
    ),
    { numRuns: RUNS },
  );
});
