// MessagePack written by hand, tag by tag: a library picks the shortest spelling, and the others have to be read too.

export type NumberTag = keyof typeof numberTags;

/** Where the bytes are cut or padded, a reader has to notice; what does not fit a tag wraps, as bytes do. */
export const numberTags = {
  fixint: (value: number) => [value & 0x7f],
  negativeFixint: (value: number) => [0xe0 | (value & 0x1f)],
  float32: (value: number) => written(0xca, 4, (view) => view.setFloat32(1, value)),
  float64: (value: number) => written(0xcb, 8, (view) => view.setFloat64(1, value)),
  uint8: (value: number) => written(0xcc, 1, (view) => view.setUint8(1, value)),
  uint16: (value: number) => written(0xcd, 2, (view) => view.setUint16(1, value)),
  uint32: (value: number) => written(0xce, 4, (view) => view.setUint32(1, value)),
  uint64: (value: number) => written(0xcf, 8, (view) => view.setBigUint64(1, whole(value))),
  int8: (value: number) => written(0xd0, 1, (view) => view.setInt8(1, value)),
  int16: (value: number) => written(0xd1, 2, (view) => view.setInt16(1, value)),
  int32: (value: number) => written(0xd2, 4, (view) => view.setInt32(1, value)),
  int64: (value: number) => written(0xd3, 8, (view) => view.setBigInt64(1, whole(value))),
};

export const textTags = {
  fixstr: (text: string) => [0xa0 | (letters(text).length & 0x1f), ...letters(text)],
  str8: (text: string) => [0xd9, letters(text).length, ...letters(text)],
  str16: (text: string) => [0xda, 0, letters(text).length, ...letters(text)],
  str32: (text: string) => [0xdb, 0, 0, 0, letters(text).length, ...letters(text)],
};

/** The timestamp extension, type -1. */
export const timeTags = {
  timestamp32: (seconds: number) =>
    written(0xd6, 5, (view) => {
      view.setInt8(1, -1);
      view.setUint32(2, seconds);
    }),
  timestamp64: (seconds: number, nanoseconds: number) =>
    written(0xd7, 9, (view) => {
      view.setInt8(1, -1);
      view.setBigUint64(2, (BigInt(nanoseconds) << 34n) | BigInt(seconds));
    }),
  timestamp96: (seconds: number, nanoseconds: number) =>
    written(0xc7, 14, (view) => {
      view.setUint8(1, 12);
      view.setInt8(2, -1);
      view.setUint32(3, nanoseconds);
      view.setBigInt64(7, BigInt(seconds));
    }),
};

export const nil = [0xc0];

export type Member = readonly [name: readonly number[], value: readonly number[]];

export const mapOf = (members: readonly Member[], wide = false): number[] => [
  ...(wide ? [0xde, 0, members.length] : [0x80 | members.length]),
  ...members.flat(2),
];

export const arrayOf = (items: readonly (readonly number[])[], wide = false): number[] => [
  ...(wide ? [0xdc, 0, items.length] : [0x90 | items.length]),
  ...items.flat(),
];

const letters = (text: string): number[] => [...new TextEncoder().encode(text)];

const whole = (value: number): bigint => BigInt(Number.isFinite(value) ? Math.trunc(value) : 0);

function written(tag: number, width: number, write: (view: DataView) => void): number[] {
  const view = new DataView(new ArrayBuffer(1 + width));
  view.setUint8(0, tag);
  write(view);
  return [...new Uint8Array(view.buffer)];
}
