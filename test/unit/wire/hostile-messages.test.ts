// The worst that fits into one message: each is read or refused in the time of a blink, where one of these took half a
// minute and another all of the memory.
import { Packr } from 'msgpackr/pack';
import { describe, expect, it } from 'vitest';
import type { Decode } from '#main/wire/decode.ts';
import { createDataCodec } from '#main/wire/data-codec.ts';
import { foreignValue } from '#main/wire/foreign-text.ts';
import { readJson, readPlainJson } from '#main/wire/json.ts';
import { scanJson } from '#main/wire/json-bounds.ts';
import { isBoundedMsgpack } from '#main/wire/msgpack-bounds.ts';
import { decodeOrder, decodeOrders } from '#main/wire/orders.ts';
import { decodePortfolioHistory } from '#main/wire/portfolio.ts';
import { decodeAccount, decodeAssets, decodeSnapshots } from '#main/wire/records.ts';
import { decodeBarsPage } from '#main/wire/bars.ts';
import { decodeTradeFrame } from '#main/wire/trade-stream.ts';
import { hostileTexts } from '#test/campaigns/support/hostile-texts.ts';

const BYTES = 1024 * 1024;
/** Of the processor's time, whatever else the machine does; what is refused at once takes a hundredth of it. */
const LONGEST_MS = 2_000;
const spentMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
const hide = (text: string): string => text.replaceAll('SECRET-OF-THE-ACCOUNT', '[hidden]');
const decoders: Decode<unknown>[] = [
  decodeOrder,
  decodeOrders,
  decodeAccount,
  decodeAssets,
  decodeSnapshots,
  decodeBarsPage,
  decodePortfolioHistory,
];

describe.each(hostileTexts(BYTES))('a megabyte of %s', (_what, make) => {
  const text = make();

  it('as an answer is read or refused soon', () => {
    for (const read of [readJson, readPlainJson])
      for (const decode of decoders) {
        const began = spentMs();
        expect(decode(foreignValue(text, read(text), hide))).toHaveProperty('ok');
        expect(spentMs() - began).toBeLessThan(LONGEST_MS);
      }
  });

  it('as a frame is read or refused soon', () => {
    const began = spentMs();
    const frame = `{"stream":"trade_updates","data":{"event":"fill","order":${text}}}`;
    const message = decodeTradeFrame(frame, hide);
    expect(message === 'broken' || message === undefined || message.kind === 'update').toBe(true);
    createDataCodec('json').read(`[${text}]`);
    expect(spentMs() - began).toBeLessThan(LONGEST_MS);
  });
});

describe('text is looked over before it is parsed', () => {
  it('and strings in it are not counted', () => {
    const text = JSON.stringify({ a: `${'[{,'.repeat(300_000)}\\"`, b: '\\', c: '"' });
    expect(scanJson(text)).toEqual([]);
    expect(readJson(text)).toEqual(JSON.parse(text));
  });

  it('and numbers that lose digits are text, wherever they stand', () => {
    expect(readJson('[12345678901234567890,{"a":-0.12345678901234567890},1.5e3,7]')).toEqual([
      '12345678901234567890',
      { a: '-0.12345678901234567890' },
      1500,
      7,
    ]);
    for (const broken of [
      '[1-22222222222222222222]',
      '[0012345678901234567890]',
      '[1e]',
      '[--1e5]',
    ])
      expect(readJson(broken)).toBe(undefined);
  });

  it('and what nests too deep, or holds too much, is not parsed', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(readJson(nested(64))).toBeDefined();
    expect(readJson(nested(65))).toBe(undefined);
    expect(readPlainJson(`[${'1,'.repeat(1_000)}1]`, 900)).toBe(undefined);
  });
});

describe('a MessagePack frame', () => {
  const pack = (value: unknown) => new Packr({ useRecords: false, moreTypes: true }).pack(value);
  const message = {
    T: 't',
    S: 'AAPL',
    p: 1.5,
    t: new Date(0),
    c: ['@', 'I'],
    x: null,
    y: [],
    z: {},
  };

  it('of the kinds of this wire is in bounds', () => {
    expect(isBoundedMsgpack(pack([message, { ...message, S: 'x'.repeat(70_000) }]))).toBe(true);
    expect(isBoundedMsgpack(pack(Array.from({ length: 1_000 }, () => message)))).toBe(true);
    expect(isBoundedMsgpack(pack([1, -1, 300, 70_000, 2 ** 33, -300, -70_000, true, 'ü']))).toBe(
      true,
    );
  });

  it.each([
    [
      'a number of 2,048 bits',
      Buffer.concat([Buffer.from([0xc8, 0x01, 0x00, 0x42]), Buffer.alloc(256, 0xff)]),
    ],
    ['a pattern', pack([/a/])],
    ['a set', pack([new Set([1])])],
    ['a list longer than the frame', Buffer.from([0xdd, 0x00, 0xff, 0xff, 0xff, 0x01])],
    ['a map longer than the frame', Buffer.from([0xdf, 0x00, 0xff, 0xff, 0xff, 0x01])],
    ['text longer than the frame', Buffer.from([0xdb, 0x00, 0xff, 0xff, 0xff, 0x41])],
    ['lists in lists', Buffer.concat([Buffer.alloc(65, 0x91), Buffer.from([0xc0])])],
    ['more values than any frame has', pack(Array.from({ length: 250_001 }, () => 0))],
    ['a byte behind its end', Buffer.from([0x90, 0x90])],
    ['nothing', Buffer.alloc(0)],
  ])('with %s is not unpacked', (_what, frame) => {
    expect(isBoundedMsgpack(frame)).toBe(false);
    const read = createDataCodec('msgpack').read(frame);
    expect(read).toEqual({ trades: [], bars: [], controls: [], refused: 1 });
  });
});
