// One look over MessagePack before it becomes values, as json-bounds.ts does for text. Here a few bytes can ask for
// lists of millions, numbers of a megabyte, and kinds of values that this wire does not have.
const DEEPEST = 64;
/** 12,000 bars of ten members each. */
const MOST_VALUES = 250_000;
const TIMESTAMP = 0xff;

/** Whether it is whole, one value, and of the few kinds and the size that this wire has. */
export function isBoundedMsgpack(frame: Uint8Array): boolean {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  try {
    return endOf(view) === view.byteLength;
  } catch {
    return false; // a view lets nobody read behind its end
  }
}

/** Where the first value ends; NaN when it is beyond the bounds. */
function endOf(view: DataView): number {
  /** Of each list and map that is open: how many values it still lacks. */
  const lacking: number[] = [];
  let values = 0;
  let at = 0;
  do {
    const tag = view.getUint8(at++);
    const { inside, bytes } = sizeOf(view, tag, at);
    at += bytes;
    if (inside > view.byteLength - at || ++values > MOST_VALUES || at > view.byteLength)
      return Number.NaN;
    if (inside > 0) lacking.push(inside);
    else for (; lacking.length > 0 && --lacking[lacking.length - 1]! === 0; lacking.pop());
    if (lacking.length > DEEPEST) return Number.NaN;
  } while (lacking.length > 0);
  return at;
}

type Size = {
  /** Values that follow. */ inside: number;
  /** Bytes of its own behind the tag. */ bytes: number;
};
const only = (bytes: number): Size => ({ inside: 0, bytes });
const OVER: Size = { inside: Infinity, bytes: 0 };

function sizeOf(view: DataView, tag: number, at: number): Size {
  if (tag <= 0x7f || tag >= 0xe0) return only(0);
  if (tag <= 0x8f) return { inside: 2 * (tag & 0x0f), bytes: 0 };
  if (tag <= 0x9f) return { inside: tag & 0x0f, bytes: 0 };
  if (tag <= 0xbf) return only(tag & 0x1f);
  const fixed = FIXED[tag];
  if (fixed !== undefined) return only(fixed);
  switch (tag) {
    case 0xc4: // binary
    case 0xd9: // text
      return only(1 + view.getUint8(at));
    case 0xc5:
    case 0xda:
      return only(2 + view.getUint16(at));
    case 0xc6:
    case 0xdb:
      return only(4 + view.getUint32(at));
    case 0xdc:
      return { inside: view.getUint16(at), bytes: 2 };
    case 0xdd:
      return { inside: view.getUint32(at), bytes: 4 };
    case 0xde:
      return { inside: 2 * view.getUint16(at), bytes: 2 };
    case 0xdf:
      return { inside: 2 * view.getUint32(at), bytes: 4 };
    // Extensions: times, and nothing else.
    case 0xd6:
      return view.getUint8(at) === TIMESTAMP ? only(5) : OVER;
    case 0xd7:
      return view.getUint8(at) === TIMESTAMP ? only(9) : OVER;
    case 0xc7:
      return view.getUint16(at) === 0x0c_ff ? only(14) : OVER;
    default:
      return OVER;
  }
}

/** How many bytes follow the tag of a number. */
export const NUMBER_BYTES: Readonly<Record<number, number>> = {
  0xca: 4,
  0xcb: 8,
  0xcc: 1,
  0xcd: 2,
  0xce: 4,
  0xcf: 8,
  0xd0: 1,
  0xd1: 2,
  0xd2: 4,
  0xd3: 8,
};
const FIXED: Readonly<Record<number, number>> = { 0xc0: 0, 0xc2: 0, 0xc3: 0, ...NUMBER_BYTES };
