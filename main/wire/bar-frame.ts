// The MessagePack frame that comes by the thousand, an array of nothing but bars, read straight into bars. Whatever is
// not plainly that (another kind, a member nobody knows, an unusual spelling, a bad bar, an end too early) is answered
// with undefined, which is no verdict: such a frame is read whole in the general way, and that way judges it. Written by
// hand because the general way alone (msgpackr) reads 0.3 to 0.4 times as many bars a second (`npm run bench -- core`).
import type { Bar } from '#contract/bars.ts';
import { barOf } from '#main/wire/bars.ts';
import { NUMBER_BYTES } from '#main/wire/msgpack-bounds.ts';

/** The bars of a frame that holds only sound ones; undefined says that the frame has to be read in the general way. */
type ReadBarFrame = (frame: Uint8Array) => Bar[] | undefined;

// A member's name by its first two bytes, the tag that says its length and its first letter.
const KIND = 0xa154; // T
const SYMBOL = 0xa153; // S
const OPEN = 0xa16f; // o
const HIGH = 0xa168; // h
const LOW = 0xa16c; // l
const CLOSE = 0xa163; // c
const VOLUME = 0xa176; // v
const TRADE_COUNT = 0xa16e; // n
const TIME = 0xa174; // t
const VWAP = 0xa276; // v, and w as the third byte
const W = 0x77;
const KIND_BAR = 0xa162; // b
const KIND_UPDATED_BAR = 0xa175; // u
const MAP_16 = 0xde;
const ARRAY_16 = 0xdc;
const TWO_TO_32 = 0x1_0000_0000;

export function createBarFrameReader(): ReadBarFrame {
  const symbolAt = createSymbolReader();

  /** Throws a RangeError where the bytes end too early: a view lets nobody read behind its end. */
  function readBars(view: DataView): Bar[] | undefined {
    const head = view.getUint8(0);
    const isShort = (head & 0xf0) === 0x90;
    if (!isShort && head !== ARRAY_16) return undefined;
    let at = isShort ? 1 : 3;
    const bars: Bar[] = [];
    for (let barsLeft = isShort ? head & 0x0f : view.getUint16(1); barsLeft > 0; barsLeft--) {
      let membersLeft = view.getUint8(at++);
      if ((membersLeft & 0xf0) === 0x80) membersLeft &= 0x0f;
      else if (membersLeft === MAP_16) {
        membersLeft = view.getUint16(at);
        at += 2;
      } else return undefined;

      let isBar = false;
      let symbol: string | undefined;
      let time = Number.NaN;
      let open = Number.NaN;
      let high = Number.NaN;
      let low = Number.NaN;
      let close = Number.NaN;
      let volume = Number.NaN;
      let tradeCount = Number.NaN;
      let vwap = Number.NaN;
      // A member that comes twice is what it was last, as everywhere else.
      for (; membersLeft > 0; membersLeft--) {
        const name = view.getUint16(at);
        at += 2;
        if (name === VWAP && view.getUint8(at++) !== W) return undefined;

        const tag = view.getUint8(at);
        if (name === KIND) {
          const kind = view.getUint16(at);
          if (kind !== KIND_BAR && kind !== KIND_UPDATED_BAR) return undefined;
          isBar = true;
          at += 2;
          continue;
        }
        if (name === SYMBOL) {
          if ((tag & 0xe0) !== 0xa0) return undefined;
          symbol = symbolAt(view, at + 1, tag & 0x1f);
          if (symbol === undefined) return undefined;
          at += 1 + (tag & 0x1f);
          continue;
        }
        if (name === TIME) {
          time = timeAt(view, tag, at + 1);
          at += 1 + (TIME_WIDTHS[tag] ?? 0);
          if (Number.isNaN(time)) return undefined;
          continue;
        }
        const value = tag < 0x80 ? tag : numberAt(view, tag, at + 1);
        at += 1 + (NUMBER_WIDTHS[tag] ?? 0);
        if (Number.isNaN(value)) return undefined;
        if (name === OPEN) open = value;
        else if (name === HIGH) high = value;
        else if (name === LOW) low = value;
        else if (name === CLOSE) close = value;
        else if (name === VOLUME) volume = value;
        else if (name === TRADE_COUNT) tradeCount = value;
        else if (name === VWAP) vwap = value;
        else return undefined;
      }
      if (!isBar) return undefined;
      const bar = barOf(symbol, time, open, high, low, close, volume, tradeCount, vwap);
      if (!bar) return undefined;
      bars.push(bar);
    }
    return at === view.byteLength ? bars : undefined;
  }

  return (frame) => {
    try {
      return readBars(new DataView(frame.buffer, frame.byteOffset, frame.byteLength));
    } catch {
      return undefined;
    }
  };
}

const NUMBER_WIDTHS = widths(NUMBER_BYTES);

/** How many bytes follow the tag of a timestamp, its type and, in the longest, its length among them. */
const TIME_WIDTHS = widths({ 0xd6: 5, 0xd7: 9, 0xc7: 14 });

function widths(byTag: Readonly<Record<number, number>>): Uint8Array {
  const table = new Uint8Array(256);
  for (const [tag, width] of Object.entries(byTag)) table[Number(tag)] = width;
  return table;
}

/** A number wider than its tag. NaN when it is none; integers of 64 bits become doubles, as in JSON. */
function numberAt(view: DataView, tag: number, at: number): number {
  switch (tag) {
    case 0xcb:
      return view.getFloat64(at);
    case 0xca:
      return view.getFloat32(at);
    case 0xcc:
      return view.getUint8(at);
    case 0xcd:
      return view.getUint16(at);
    case 0xce:
      return view.getUint32(at);
    case 0xcf:
      return view.getUint32(at) * TWO_TO_32 + view.getUint32(at + 4);
    case 0xd0:
      return view.getInt8(at);
    case 0xd1:
      return view.getInt16(at);
    case 0xd2:
      return view.getInt32(at);
    case 0xd3:
      return view.getInt32(at) * TWO_TO_32 + view.getUint32(at + 4);
    default:
      return Number.NaN;
  }
}

const TIMESTAMP = 0xff; // extension type -1
const TWELVE_BYTES = 0x0c_ff;

/** The timestamp extension in its three sizes, epoch ms; NaN for everything else and for years that no market has. */
function timeAt(view: DataView, tag: number, at: number): number {
  if (tag === 0xd6 && view.getUint8(at) === TIMESTAMP) return view.getUint32(at + 1) * 1000;
  if (tag === 0xd7 && view.getUint8(at) === TIMESTAMP) {
    const upper = view.getUint32(at + 1);
    return msOf((upper & 3) * TWO_TO_32 + view.getUint32(at + 5), upper >>> 2);
  }
  if (tag === 0xc7 && view.getUint16(at) === TWELVE_BYTES) {
    const nanoseconds = view.getUint32(at + 2);
    const isUsual = view.getUint32(at + 6) === 0 && nanoseconds < 1e9;
    return isUsual ? msOf(view.getUint32(at + 10), nanoseconds) : Number.NaN;
  }
  return Number.NaN;
}

/** In the order of operations of the general way, so that both round alike. */
const msOf = (seconds: number, nanoseconds: number): number =>
  Math.trunc(nanoseconds / 1e6 + seconds * 1000);

const KNOWN_SYMBOLS = 4096; // a power of two

/**
 * Plain ASCII text. The same few thousand symbols come every minute: each is made once, and what is made is compared
 * letter by letter before it is given again, so that two that share a place only cost time.
 */
function createSymbolReader() {
  const known: string[] = Array.from({ length: KNOWN_SYMBOLS }, () => '');
  return (view: DataView, at: number, length: number): string | undefined => {
    let hash = length;
    for (let index = 0; index < length; index++)
      hash = (Math.imul(hash, 31) + view.getUint8(at + index)) | 0;
    const place = hash & (KNOWN_SYMBOLS - 1);
    const candidate = known[place] ?? '';
    if (isTextAt(view, at, length, candidate)) return candidate;
    let text = '';
    for (let index = 0; index < length; index++) {
      const letter = view.getUint8(at + index);
      if (letter > 0x7f) return undefined;
      text += String.fromCharCode(letter);
    }
    known[place] = text;
    return text;
  };
}

function isTextAt(view: DataView, at: number, length: number, text: string): boolean {
  if (text.length !== length) return false;
  for (let index = 0; index < length; index++)
    if (text.charCodeAt(index) !== view.getUint8(at + index)) return false;
  return true;
}
