// Tables as spreadsheets and other desks write them. A row is read as a person would read it, or told in words.
import { describe, expect, it } from 'vitest';
import type { TableLayout } from '#contract/mint-table.ts';
import { describeTable, readTable, type ChosenLayout } from '#main/account/mints/batch-table.ts';
import { decimal as toDecimal } from '#main/domain/decimal.ts';
import { WALLET } from '#test/unit/account/mints/world.ts';

const DEPS = { available: () => undefined, repeatOf: () => undefined };
const TO = `xstocks;solana;${WALLET}`;
const HEAD = 'symbol;qty;issuer;network;wallet;label';
const rowsOf = (source: string | Uint8Array, layout?: TableLayout, before: ChosenLayout[] = []) => {
  const read = readTable(source, DEPS, before, layout);
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return read.value.rows;
};
const refusal = (source: string | Uint8Array): string => {
  const read = readTable(source, DEPS);
  return read.ok ? 'it was read' : JSON.stringify(read.failure);
};
const quantities = (...qtys: string[]) =>
  rowsOf([HEAD, ...qtys.map((qty, at) => `AAPL;${qty};${TO};n${at}`)].join('\n')).map(
    ({ form, issues }) => form?.qty ?? issues.join(' '),
  );

describe('numbers', () => {
  it('with a decimal comma are read where the column leaves no doubt', () => {
    expect(quantities('1,5', '1,234', '2', '1.234,5', '1 234,5', '1.234.567', ',5')).toEqual([
      '1.5',
      '1.234',
      '2',
      '1234.5',
      '1234.5',
      '1234567',
      '0.5',
    ]);
  });

  it.each(['1.250,0.0', '1,5,0', '1,23.4'])(
    'such as %s are told in the words of a table with decimal commas',
    (qty) => {
      expect(quantities('1,5', qty).at(-1)).toBe(
        `"${qty}": write it with one comma and without points, as in 1234,5.`,
      );
      expect(quantities('1.5', '2.5', qty).at(-1)).not.toContain('one comma');
    },
  );

  it('with a decimal point are read so', () => {
    expect(quantities('1.5', '1.234', '1,234.50')).toEqual(['1.5', '1.234', '1234.50']);
  });

  it.each(['1,234', '1.234', '12,000', '999.999'])(
    'such as %s are asked about where nothing else tells: a factor of 1000 is never guessed',
    (qty) => {
      const csv = `${HEAD}\nAAPL;${qty};${TO};a\nAAPL;2;${TO};b`;
      const [whole, part] = qty.split(/[.,]/);
      expect(refusal(csv)).toContain(`can be ${whole}.${part} or ${whole}${part}`);
      const reading = describeTable(csv, []);
      expect(reading.ok && reading.value.decimal).toBe('ask');
      const chosen = (decimal: 'point' | 'comma') =>
        rowsOf(csv, { columns: PLAIN_COLUMNS, decimal })[0];
      const isComma = qty.includes(',');
      expect(chosen('comma')?.form?.qty).toBe(isComma ? `${whole}.${part}` : undefined);
      expect(chosen('point')?.form?.qty).toBe(isComma ? `${whole}${part}` : qty);
    },
  );

  it('written in both ways are each told how to write them', () => {
    expect(quantities('1.5', '2.5', '1,5', '1,234', '1.234')).toEqual([
      '1.5',
      '2.5',
      '"1,5": write 1.5 with a point.',
      expect.stringContaining('"1,234" can be 1.234 or 1234'),
      expect.stringContaining('"1.234" can be 1.234 or 1234'),
    ]);
    expect(quantities('1,5', '2,5', '1.5')[2]).toBe(
      '"1.5": write 1,5 with a comma, as this table does.',
    );
  });

  it('that a comma parted without quotes are not read as half of themselves', () => {
    const csv = [
      'symbol,issuer,network,wallet,qty,label',
      `AAPL,xstocks,solana,${WALLET},1,5,a`,
      `AAPL,xstocks,solana,${WALLET},1,5`,
    ].join('\n');
    expect(rowsOf(csv).map(({ issues }) => issues.join(' '))).toEqual([
      expect.stringContaining('decimal comma'),
      expect.stringContaining('The quantity is followed by "5"'),
    ]);
    // Digits are a fine label in a table where nothing was parted.
    const fine = `symbol,issuer,network,wallet,qty,label\nAAPL,xstocks,solana,${WALLET},1,5`;
    expect(rowsOf(fine)).toMatchObject([{ form: { qty: '1', label: '5' }, issues: [] }]);
  });
});

const PLAIN_COLUMNS = {
  underlyingSymbol: 0,
  qty: 1,
  issuer: 2,
  network: 3,
  walletAddress: 4,
  label: 5,
};

describe('the line of names', () => {
  it('is found below a `sep=` line and titles, and rows keep the numbers of their lines', () => {
    const csv = `sep=;\r\nMint instructions;\r\n;\r\n17.11.2026;week 47\r\n${HEAD}\r\nAAPL;1,5;${TO};a\r\n`;
    const reading = describeTable(csv, []);
    expect(reading).toMatchObject({
      ok: true,
      value: { delimiter: ';', headingLine: 5, rows: 1, decimal: 'comma', issues: [] },
    });
    expect(rowsOf(csv)).toMatchObject([{ line: 6, form: { qty: '1.5' } }]);
  });

  it('is not put below a mint, which would be left out', () => {
    expect(refusal(`AAPL;1;${TO};a\n${HEAD}\nAAPL;2;${TO};b`)).toContain(
      'Line 1 looks like a mint',
    );
  });

  it('is never a mint itself', () => {
    expect(refusal(`AAPL;1;${TO};a\nMSFT;2;${TO};b`)).toContain('needs a header row');
  });

  it('may have the words that other desks use', () => {
    const csv = `Ticker,Shares,Issuer,Chain,Address,Reference\nAAPL,1,xstocks,SOLANA,${WALLET},r1`;
    expect(rowsOf(csv)).toMatchObject([{ form: { network: 'solana', label: 'r1' } }]);
  });

  it('may have any words once the person said what they are, and these are remembered', () => {
    const csv = `Papier;Stück;Emittent;Kette;Ziel;Notiz\nAAPL;1,5;${TO};a`;
    const asked = describeTable(csv, []);
    expect(asked).toMatchObject({
      ok: true,
      value: { headings: ['Papier', 'Stück', 'Emittent', 'Kette', 'Ziel', 'Notiz'], columns: {} },
    });
    expect(refusal(csv)).toContain('missing these columns: symbol, qty, issuer, network, wallet');
    const read = readTable(csv, DEPS, [], { columns: PLAIN_COLUMNS });
    if (!read.ok || !read.value.chosen) throw new Error('nothing was kept');
    expect(read.value.rows).toMatchObject([{ form: { qty: '1.5', label: 'a' } }]);
    const { chosen } = read.value;
    // Other columns, another order, other case: the headings are the same.
    const later = `NOTIZ;Ziel;Kette;Emittent;Stück;Papier;Kunde\nb;${WALLET};solana;xstocks;2,5;MSFT;9`;
    expect(rowsOf(later, undefined, [chosen])).toMatchObject([
      { form: { underlyingSymbol: 'MSFT', qty: '2.5', label: 'b' } },
    ]);
  });

  it('with two words for one column is asked about, and the choice holds for the next', () => {
    const csv = `symbol;quantity;shares;issuer;network;wallet\nAAPL;1;2;${TO}`;
    expect(refusal(csv)).toContain('The quantity has two columns');
    const columns = { underlyingSymbol: 0, qty: 2, issuer: 3, network: 4, walletAddress: 5 };
    const read = readTable(csv, DEPS, [], { columns });
    const kept = read.ok && read.value.chosen ? [read.value.chosen] : [];
    expect(rowsOf(csv, undefined, kept)).toMatchObject([{ form: { qty: '2' } }]);
  });

  it('is not taken twice for two columns, nor from where there is none', () => {
    const csv = `${HEAD}\nAAPL;1;${TO};a`;
    for (const columns of [
      { ...PLAIN_COLUMNS, label: 1 },
      { ...PLAIN_COLUMNS, label: 6 },
    ])
      expect(readTable(csv, DEPS, [], { columns }).ok).toBe(false);
  });

  it('remembers how numbers are written for the same headings, and for no others', () => {
    const csv = `${HEAD}\nAAPL;1,234;${TO};a`;
    const read = readTable(csv, DEPS, [], { columns: PLAIN_COLUMNS, decimal: 'comma' });
    const kept = read.ok && read.value.chosen ? [read.value.chosen] : [];
    expect(rowsOf(csv, undefined, kept)[0]?.form?.qty).toBe('1.234');
    const other = `ticker;shares;issuer;network;wallet\nAAPL;1,234;${TO}`;
    expect(readTable(other, DEPS, kept).ok).toBe(false);
  });
});

describe('a wrong row', () => {
  it('keeps what it said, and has one sentence for each mistake', () => {
    const csv = `${HEAD}\n;x;;Ethereum;${WALLET};é\nAAPL;0;${TO};fine\nAAPL;1;two words;solana;${WALLET};b`;
    const [first, second, third] = rowsOf(csv);
    expect(first?.said).toEqual({
      qty: 'x',
      network: 'Ethereum',
      walletAddress: WALLET,
      label: 'é',
    });
    expect(first?.issues).toEqual([
      'The symbol is missing.',
      '"x": write a number such as 1.5.',
      'The issuer is missing.',
      'The label "é" must be plain characters with no space at either end.',
      'An address of this network is 0x and 40 hexadecimal digits.',
    ]);
    expect(second?.said).toMatchObject({ qty: '0', label: 'fine' });
    expect(third?.issues).toEqual(['The issuer "two words" must be one plain word.']);
  });

  it('has no sentence of the kind that a right row has none of', () => {
    expect(rowsOf(`${HEAD}\nAAPL;1;${TO};a`)[0]).not.toHaveProperty('said');
  });
});

describe('a file', () => {
  const text = `Ticker;Menge;issuer;network;wallet;label\nAAPL;1,5;${TO};a`;
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16, as Excel saves Unicode text', little],
    ['UTF-16 of the other order', Buffer.from(little).swap16()],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['Windows-1252', Buffer.from(`Größe € ;\n${text}`, 'latin1')],
  ])('in %s is read', (_what, bytes) => {
    const columns = { ...PLAIN_COLUMNS };
    expect(rowsOf(bytes, { columns })).toMatchObject([{ form: { qty: '1.5', label: 'a' } }]);
  });

  it('in Windows-1252 has its letters', () => {
    const bytes = Buffer.from([...Buffer.from(`St\u00FCck \u0080;`, 'latin1')]);
    const reading = describeTable(Buffer.concat([bytes, Buffer.from(`a;b;c;d\nAAPL;x;${TO}`)]), []);
    expect(reading).toMatchObject({
      ok: true,
      value: { encoding: 'Windows-1252', headings: ['Stück €', 'a', 'b', 'c', 'd'] },
    });
  });

  it.each([
    ['a workbook', Buffer.from('PK\u0003\u0004whatever'), 'Save it as CSV'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'Save it as CSV'],
    ['half a letter', little.subarray(0, -1), 'cut off'],
    ['more than the limit', Buffer.alloc(4 * 1024 * 1024 + 1, 'a'), 'larger than 4 MiB'],
  ])('that is %s is refused in words', (_what, bytes, words) => {
    expect(refusal(bytes)).toContain(words);
  });

  it('is known by its text, however it was saved and its lines end', () => {
    const told = (source: string | Uint8Array) => {
      const read = describeTable(source, []);
      return read.ok && read.value.fingerprint;
    };
    const plain = `${HEAD}\nAAPL;1;${TO};a`;
    expect(told(plain)).toMatch(/^[\da-f]{64}$/);
    expect(told(`${plain.replaceAll('\n', '\r\n')}\r\n`)).toBe(told(plain));
    expect(told(Buffer.from(plain))).toBe(told(plain));
    expect(told(Buffer.from(`\uFEFF${plain}`, 'utf16le'))).toBe(told(plain));
    expect(told(plain.replace(';1;', ';2;'))).not.toBe(told(plain));
  });
});

it('asks once for each symbol what can leave the account, however many rows have it', () => {
  const asked: string[] = [];
  const rows = Array.from({ length: 50 }, (_, at) => `${at % 2 ? 'AAPL' : 'MSFT'};1;${TO};n${at}`);
  const read = readTable([HEAD, ...rows].join('\n'), {
    available(symbol) {
      asked.push(symbol);
      return toDecimal('20');
    },
  });
  expect(asked).toEqual(['MSFT', 'AAPL']);
  const judged = read.ok ? read.value.rows : [];
  expect(judged.filter(({ issues }) => issues.length === 0)).toHaveLength(40);
});
