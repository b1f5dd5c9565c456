// The bytes of a file as text, the way spreadsheets save them: UTF-8 with or without a mark, UTF-16 of either order, and
// Windows-1252 for what is none of these. A workbook is no table, and says what to do.
import { createHash } from 'node:crypto';
import { invalid, ok, type Result } from '#contract/failure.ts';
import { MOST_TABLE_BYTES, type TableReading } from '#contract/mint-table.ts';

/** Text that was pasted, or the bytes of a file. */
export type TableSource = string | Uint8Array;

type Decoded = { text: string } & Pick<TableReading, 'encoding' | 'fingerprint'>;

export function decodeTable(source: TableSource): Result<Decoded> {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  if (bytes.length > MOST_TABLE_BYTES)
    return invalid('The table is larger than 4 MiB. Split it into several.', 'csv');
  const kind = WORKBOOKS.find(([magic]) => magic.every((byte, at) => bytes[at] === byte))?.[1];
  if (kind !== undefined)
    return invalid(
      `This is ${kind}, not a text table. Save it as CSV and open the CSV file.`,
      'csv',
    );
  const order = utf16Order(bytes);
  if (order === undefined) {
    const utf8 = asUtf8(bytes);
    return ok(told(utf8 ?? asWindows1252(bytes), utf8 === undefined ? 'Windows-1252' : 'UTF-8'));
  }
  const text = bytes.length % 2 === 0 ? asUtf16(bytes, order) : undefined;
  if (text?.isWellFormed() !== true)
    return invalid('The file is cut off or damaged: it is not complete UTF-16 text.', 'csv');
  return ok(told(text, 'UTF-16'));
}

/** The same table has the same fingerprint, however it was saved and its lines end. */
function told(marked: string, encoding: Decoded['encoding']): Decoded {
  const text = withoutMark(marked);
  const plain = text.trim().replaceAll(/\r\n?/g, '\n');
  return { text, encoding, fingerprint: createHash('sha256').update(plain).digest('hex') };
}

const WORKBOOKS: readonly [magic: number[], kind: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a workbook (such as .xlsx or .ods)'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook (.xls)'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
];

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** By its mark; without one, by the zeros that plain letters have in every other place. */
function utf16Order(bytes: Uint8Array): 'little' | 'big' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'little';
  if (first === 0xfe && second === 0xff) return 'big';
  const head = bytes.subarray(0, 1_000);
  const zeros = (rest: number): number =>
    head.filter((byte, at) => byte === 0 && at % 2 === rest).length;
  const [even, odd] = [zeros(0), zeros(1)];
  const many = head.length / 4;
  if (odd > many && even === 0) return 'little';
  return even > many && odd === 0 ? 'big' : undefined;
}

function asUtf16(bytes: Uint8Array, order: 'little' | 'big'): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const units: number[] = [];
    for (let unit = at; unit < Math.min(at + CHUNK, bytes.length); unit += 2)
      units.push(view.getUint16(unit, order === 'little'));
    parts.push(String.fromCharCode(...units));
  }
  return parts.join('');
}

/** Even, and few enough to be the arguments of one call. */
const CHUNK = 16_384;

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** 0x80 to 0x9F; the rest is Latin-1. Written out, because not every build of Node has this decoder. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const asWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (letter) => WINDOWS_1252.charAt(letter.charCodeAt(0) - 0x80));
