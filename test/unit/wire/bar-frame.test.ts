// The short way to bars against the general one: the same outcome for every frame, and the short way where it counts.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBarFrameReader } from '#main/wire/bar-frame.ts';
import { createDataCodec } from '#main/wire/data-codec.ts';
import { decodeDataMessages, type DataMessages } from '#main/wire/data-stream.ts';
import { scaled } from '#test/support/scale.ts';
import {
  arrayOf,
  mapOf,
  nil,
  numberTags,
  textTags,
  timeTags,
  type Member,
  type NumberTag,
} from './msgpack-bytes.ts';

const RUNS = Math.max(500, scaled(2_000)); // fewer would not show both ways
const SECONDS = Date.UTC(2026, 0, 5, 15) / 1000;
const { fixint, float64 } = numberTags;
const { fixstr } = textTags;

const codec = createDataCodec('msgpack');
const generally = (frame: Uint8Array): DataMessages => decodeDataMessages(codec.decode(frame));

/** A bar's members in the broker's order; some of them spelled otherwise, or left out. */
function membersOf(other: Readonly<Record<string, readonly number[] | undefined>> = {}): Member[] {
  const members: Record<string, readonly number[] | undefined> = {
    T: fixstr('b'),
    S: fixstr('AAPL'),
    o: float64(100.25),
    h: float64(101.5),
    l: float64(99.75),
    c: float64(100.5),
    v: fixint(9),
    n: fixint(2),
    vw: float64(100.33),
    t: timeTags.timestamp32(SECONDS),
    ...other,
  };
  return Object.entries(members).flatMap(([name, value]) => (value ? [[fixstr(name), value]] : []));
}

const frameOf = (...bars: readonly Member[][]): Uint8Array =>
  Uint8Array.from(arrayOf(bars.map((members) => mapOf(members))));

const AAPL = {
  symbol: 'AAPL',
  time: SECONDS * 1000,
  open: 100.25,
  high: 101.5,
  low: 99.75,
  close: 100.5,
  volume: 9,
  tradeCount: 2,
  vwap: 100.33,
};

/** Read the short way, and the same in the general one. */
function readShort(frame: Uint8Array) {
  const bars = createBarFrameReader()(frame);
  expect(generally(frame)).toStrictEqual({ trades: [], bars, controls: [], refused: 0 });
  return bars;
}

describe('a frame of nothing but bars', () => {
  it('is read without the general way, whatever order its members have', () => {
    expect(readShort(frameOf(membersOf(), membersOf().toReversed()))).toStrictEqual([AAPL, AAPL]);
  });

  it('may have the longer heads, lie anywhere in a buffer, be empty, or be of updated bars', () => {
    const bytes = arrayOf([mapOf(membersOf({ T: fixstr('u') }), true)], true);
    const pool = Uint8Array.from([1, 2, 3, ...bytes, 4, 5]);
    expect(readShort(pool.subarray(3, -2))).toStrictEqual([AAPL]);
    expect(readShort(Uint8Array.of(0x90))).toStrictEqual([]);
  });

  it('may lack the number of trades and the mean price, or say them senselessly', () => {
    const { tradeCount: _, vwap: __, ...bare } = AAPL;
    const short = membersOf({ n: undefined, vw: undefined });
    expect(readShort(frameOf(short))).toStrictEqual([bare]);
    const senseless = membersOf({ n: numberTags.int8(-1), vw: float64(Infinity) });
    expect(readShort(frameOf(senseless))).toStrictEqual([bare]);
  });

  it.each<[NumberTag, number]>([
    ['fixint', 0],
    ['fixint', 127],
    ['float32', 190.125],
    ['float64', 190.12],
    ['float64', Number.MAX_VALUE],
    ['float64', -0],
    ['uint8', 255],
    ['uint16', 65_535],
    ['uint32', 4_294_967_295],
    ['uint64', Number.MAX_SAFE_INTEGER],
    ['uint64', 2 ** 63 + 2 ** 11],
    ['int8', 127],
    ['int16', 32_767],
    ['int32', 2_147_483_647],
    ['int64', 2 ** 52 + 1],
  ])('may spell a number as %s: %d', (tag, value) => {
    const bytes = numberTags[tag](value);
    const frame = frameOf(membersOf({ o: bytes, v: bytes, n: bytes }));
    expect(readShort(frame)).toStrictEqual([
      { ...AAPL, open: value, volume: value, tradeCount: value },
    ]);
  });

  it.each([
    ['32 bits', timeTags.timestamp32(SECONDS), SECONDS * 1000],
    ['32 bits, the last second', timeTags.timestamp32(2 ** 32 - 1), (2 ** 32 - 1) * 1000],
    ['64 bits', timeTags.timestamp64(SECONDS, 123_456_789), SECONDS * 1000 + 123],
    ['64 bits, beyond 2106', timeTags.timestamp64(2 ** 33 + 1, 0), (2 ** 33 + 1) * 1000],
    ['96 bits', timeTags.timestamp96(SECONDS, 987_654_321), SECONDS * 1000 + 987],
  ])('may have its time in %s', (_, t, time) => {
    expect(readShort(frameOf(membersOf({ t })))).toStrictEqual([{ ...AAPL, time }]);
  });

  it('takes the last of a member that comes twice', () => {
    const twice: Member[] = [...membersOf(), [fixstr('c'), float64(7)]];
    expect(readShort(frameOf(twice))).toStrictEqual([{ ...AAPL, close: 7 }]);
  });

  it('tells symbols apart that share a place among the known ones', () => {
    const read = createBarFrameReader();
    const symbols = Array.from({ length: 6_000 }, (_, index) => `X${index.toString(36)}`);
    const frames = symbols.map((symbol) => frameOf(membersOf({ S: fixstr(symbol) })));
    const readAll = () => frames.map((frame) => read(frame)?.[0]?.symbol);
    expect(readAll()).toEqual(symbols);
    expect(readAll()).toEqual(symbols);
  });
});

describe('a frame that is anything else', () => {
  const one = { trades: [], bars: [AAPL], controls: [], refused: 0 };
  const bad = { trades: [], bars: [], controls: [], refused: 1 };
  const passedOver = { ...bad, refused: 0 };
  const control = { ...passedOver, controls: [{ kind: 'connected' }] };
  const plus = (name: string, value: readonly number[]) =>
    frameOf([...membersOf(), [fixstr(name), value]]);
  const less = (name: string) => frameOf(membersOf({ [name]: undefined }));

  it.each<[string, Uint8Array, object]>([
    ['a member nobody knows', plus('x', fixint(1)), one],
    ['a member of two letters nobody knows', plus('vx', fixint(1)), one],
    ['a member whose bytes resemble another', plus('\0o', fixint(1)), one],
    ['a member of the prototype', plus('__proto__', mapOf([])), one],
    ['a symbol in str 8', frameOf(membersOf({ S: textTags.str8('AAPL') })), one],
    ['a symbol in str 16', frameOf(membersOf({ S: textTags.str16('AAPL') })), one],
    ['a symbol in str 32', frameOf(membersOf({ S: textTags.str32('AAPL') })), one],
    ['a name in str 8', frameOf([...membersOf(), [textTags.str8('o'), float64(100.25)]]), one],
    [
      'a symbol beyond ASCII',
      frameOf(membersOf({ S: fixstr('Ä') })),
      { ...one, bars: [{ ...AAPL, symbol: 'Ä' }] },
    ],
    ['a time as text', frameOf(membersOf({ t: fixstr('2026-01-05T15:00:00Z') })), one],
    [
      'a time before 1970',
      frameOf(membersOf({ t: timeTags.timestamp96(-1, 0) })),
      { ...one, bars: [{ ...AAPL, time: -1000 }] },
    ],
    ['a time as a number', frameOf(membersOf({ t: numberTags.uint32(SECONDS) })), bad],
    ['another extension as a time', frameOf(membersOf({ t: [0xd6, 0x05, 0, 0, 0, 0] })), bad],
    ['a price that is text', frameOf(membersOf({ o: fixstr('1') })), bad],
    ['a price that is nothing', frameOf(membersOf({ o: nil })), bad],
    ['a price below nothing', frameOf(membersOf({ l: numberTags.int64(-1) })), bad],
    ['a price below nothing, short', frameOf(membersOf({ l: numberTags.negativeFixint(-1) })), bad],
    ['a price without an end', frameOf(membersOf({ h: float64(Infinity) })), bad],
    ['a price that is no number', frameOf(membersOf({ c: numberTags.float32(Number.NaN) })), bad],
    ['no symbol', less('S'), bad],
    ['no time', less('t'), bad],
    ['no volume', less('v'), bad],
    ['no kind', less('T'), bad],
    ['a kind nobody knows', frameOf(membersOf({ T: fixstr('z') })), passedOver],
    [
      'a control message',
      frameOf([
        [fixstr('T'), fixstr('success')],
        [fixstr('msg'), fixstr('connected')],
      ]),
      control,
    ],
    ['a map instead of an array', Uint8Array.from(mapOf(membersOf())), bad],
    ['bytes left over', Uint8Array.from([...frameOf(membersOf()), 0]), bad],
    ['no bytes at all', new Uint8Array(), bad],
    ['fewer bars than it says', Uint8Array.from([0x92, ...mapOf(membersOf())]), bad],
  ])('is left to the general way: %s', (_, frame, outcome) => {
    expect(createBarFrameReader()(frame)).toBeUndefined();
    expect(codec.read(frame)).toStrictEqual(outcome);
  });

  it('is left to it wherever it was cut', () => {
    const whole = frameOf(membersOf(), membersOf({ t: timeTags.timestamp96(SECONDS, 1) }));
    for (let length = 0; length < whole.length; length++) {
      const cut = whole.subarray(0, length);
      expect(createBarFrameReader()(cut)).toBeUndefined();
      expect(codec.read(cut)).toMatchObject({ bars: [], refused: 1 });
    }
  });

  it('loses only the bar that is bad', () => {
    const frame = frameOf(membersOf(), membersOf({ o: nil }), membersOf());
    expect(codec.read(frame)).toStrictEqual({ ...one, bars: [AAPL, AAPL], refused: 1 });
  });
});

describe('both ways', () => {
  const number = fc
    .tuple(
      fc.constantFrom(...Object.values(numberTags)),
      fc.oneof(fc.nat(), fc.double(), fc.maxSafeInteger(), fc.constantFrom(0, 1.5, 2 ** 63)),
    )
    .map(([spell, value]) => spell(value));
  const price = fc.oneof(
    { weight: 20, arbitrary: fc.double({ min: 0, noNaN: true }).map((value) => float64(value)) },
    { weight: 5, arbitrary: fc.nat(127).map((value) => fixint(value)) },
    { weight: 2, arbitrary: number },
  );
  const time = fc
    .tuple(
      fc.constantFrom(...Object.values(timeTags)),
      fc.oneof(fc.nat(), fc.constantFrom(0, 2 ** 32 - 1, 2 ** 32, 2 ** 34 - 1)),
      fc.oneof(fc.nat(999_999_999), fc.nat(2 ** 30 - 1)),
    )
    .map(([spell, seconds, nanoseconds]) => spell(seconds, nanoseconds));
  const text = fc
    .tuple(fc.constantFrom(...Object.values(textTags)), fc.string({ maxLength: 7 }))
    .map(([spell, letters]) => spell(letters));
  const odd = fc.oneof(
    number,
    time,
    text,
    fc.constantFrom(nil, [0xc2], [0xc3], [0xc1], [0x90], [0x80], [0xc4, 1, 7], [0xd4, 0, 0]),
  );
  const symbol = fc.string({ maxLength: 8 }).map((letters) => fixstr(letters));
  /** A bar as the broker sends it, and now and then one with members replaced, added, doubled or lost. */
  const barMembers = fc
    .record({
      o: price,
      h: price,
      l: price,
      c: price,
      v: price,
      n: price,
      vw: price,
      t: time,
      S: symbol,
    })
    .map((values) => membersOf(values))
    .chain((members) =>
      fc.oneof(
        { weight: 8, arbitrary: fc.constant(members) },
        { weight: 2, arbitrary: fc.shuffledSubarray(members, { minLength: members.length }) },
        { weight: 1, arbitrary: fc.shuffledSubarray(members) },
        {
          weight: 1,
          arbitrary: fc
            .tuple(fc.constantFrom('T', 'S', 'o', 'n', 'vw', 't', 'x', 'w', 'vx', ''), odd)
            .map(([name, value]): Member[] => [...members, [fixstr(name), value]]),
        },
      ),
    );
  const barFrame = fc
    .tuple(fc.array(fc.tuple(barMembers, fc.boolean()), { maxLength: 5 }), fc.boolean())
    .map(([bars, wide]) =>
      Uint8Array.from(
        arrayOf(
          bars.map(([one, wideMap]) => mapOf(one, wideMap)),
          wide,
        ),
      ),
    );
  const damaged = fc
    .tuple(
      barFrame.filter((frame) => frame.length > 1),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
      fc.option(fc.nat()),
      fc.uint8Array({ maxLength: 2 }),
    )
    .map(([frame, changes, cut, surplus]) => {
      const copy = Uint8Array.from(frame);
      for (const [place, value] of changes) copy[place % copy.length] = value;
      return Uint8Array.from([
        ...copy.slice(0, cut === null ? copy.length : cut % copy.length),
        ...surplus,
      ]);
    });

  /** How many of the frames went the short way. */
  function compareAll(frames: fc.Arbitrary<Uint8Array>): number {
    const read = createBarFrameReader();
    let short = 0;
    fc.assert(
      fc.property(frames, (frame) => {
        const expected = generally(frame);
        expect(codec.read(frame)).toStrictEqual(expected);
        const bars = read(frame);
        if (!bars) return;
        short++;
        expect({ trades: [], bars, controls: [], refused: 0 }).toStrictEqual(expected);
      }),
      { numRuns: RUNS },
    );
    return short;
  }

  it('say the same of frames with bars of every spelling', () => {
    const short = compareAll(barFrame);
    expect([short > RUNS / 4, short < RUNS]).toEqual([true, true]);
  });

  it('say the same of frames that were damaged or cut', () => {
    const short = compareAll(damaged);
    expect([short > 0, short < RUNS]).toEqual([true, true]);
  });

  it('say the same of noise', () => {
    compareAll(fc.uint8Array({ maxLength: 60 }));
  });
});
