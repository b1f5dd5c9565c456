// Answers that went wrong somewhere between the broker and here: in the status line, in a header, in the body, or on the
// way. Each is told with what it still allows to be believed.
import { gzipSync } from 'node:zlib';
import { createMutator, PROTOTYPE_NAMES } from '#test/campaigns/support/junk.ts';
import type { RawReply } from '#test/campaigns/support/raw-server.ts';
import type { Dice } from '#test/campaigns/support/seed.ts';

export type MutatedReply = RawReply & {
  /** Fewer bytes than were announced, or none: no success may come of it. */
  isCut: boolean;
  status: number | undefined;
  /** Its headers speak of waiting, which the client heeds: the next answer needs a client that does not. */
  isLimiting: boolean;
};

const GOOD_STATUSES = [200, 200, 200, 200, 201, 207] as const;
const BAD_STATUSES = [
  204, 206, 301, 302, 304, 307, 400, 401, 403, 404, 408, 409, 418, 422, 425, 429, 451, 500, 502,
  503, 504, 599, 999,
] as const;
const BARE_STATUSES: ReadonlySet<number> = new Set([204, 304]);
const STATUS_LINES = [
  'HTTP/1.1 200',
  'HTTP/1.0 200 OK',
  'HTTP/1.1 2000 OK',
  'HTTP/1.1 20 OK',
  'HTTP/1.1 -200 OK',
  'HTTP/1.1 abc OK',
  'HTTP/2 200 OK',
  'HTTP/9.9 200 OK',
  'ICY 200 OK',
  'http/1.1 200 ok',
  '',
  ' ',
  '{}',
  'GET / HTTP/1.1',
  '\0\0\0\0',
  'HTTP/1.1 101 Switching Protocols',
  'HTTP/1.1 100 Continue',
  'HTTP/1.1 103 Early Hints',
  `HTTP/1.1 200 ${'x'.repeat(9_000)}`,
];
const HEADERS = [
  'Content-Encoding: gzip',
  'Content-Type: text/html',
  'Content-Type: application/json; charset=utf-16',
  'Set-Cookie: a=b',
  'Connection: close',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Location: https://evil.example/',
  'X-Request-ID: \x01\x02',
  'X-Request-ID: a\r\nX-Request-ID: b',
  'Date: yesterday',
  'Idempotent-Replayed: TRUE',
  'No colon here',
  ': no name',
  ' folded: yes',
  '__proto__: x',
  'constructor: x',
  'X-Big: '.padEnd(20_000, 'x'),
  Array.from({ length: 3_000 }, (_, n) => `X-${n}: 1`).join('\r\n'),
  'Trailer: x',
  'Expect: 100-continue',
];
const LIMITING = [
  'Retry-After: 99999999',
  'Retry-After: -5',
  'Retry-After: soon',
  'X-RateLimit-Remaining: 0',
  'X-RateLimit-Limit: 0',
  'X-RateLimit-Limit: 1e99\r\nX-RateLimit-Remaining: NaN',
  'X-RateLimit-Reset: 99999999999999999',
  'X-RateLimit-Limit: 1\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: 99999999999',
];
const LENGTHS = ['-1', '1e3', '0x10', '99999999999999999999', 'abc', '', '1, 2', '+5'];
/** More than the client takes. Rare: it costs more than all the others together. */
const OVERLONG_BYTES = 33 * 1024 * 1024;
const OVERLONG_SHARE = 0.000_1;
const SILENT_SHARE = 0.002;

export function createReplies(dice: Dice) {
  const { pick, below, chance } = dice;
  const mutator = createMutator(dice, false);

  function bodyOf(json: unknown): Buffer {
    // A good one now and then, so that only the way is at fault.
    if (chance(0.3)) return Buffer.from(JSON.stringify(json));
    const kind = below(10);
    if (kind < 5) return Buffer.from(JSON.stringify(mutator.mutate(json)) ?? '');
    const text = JSON.stringify(json);
    if (kind === 5) return Buffer.from(text.slice(0, below(text.length)));
    if (kind === 6) return flipped(Buffer.from(text));
    if (kind === 7)
      return Buffer.from(
        pick([
          `\ufeff${text}`,
          `${text}${text}`,
          `${text},`,
          `)]}',\n${text}`,
          `"${text}"`,
          '<html>no</html>',
          '',
          'null',
          '[]',
          '{}',
          `[${text}]`,
          `{"data":${text}}`,
        ]),
      );
    if (kind === 8)
      return Buffer.from(text.replace('{', `{"${pick(PROTOTYPE_NAMES)}":{"polluted":true},`));
    return pick([
      gzipSync(text),
      Buffer.from(text, 'utf16le'),
      Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
    ]);
  }

  function flipped(bytes: Buffer): Buffer {
    for (let times = 1 + below(6); times > 0; times--) {
      const at = below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
    }
    return bytes;
  }

  /** As it would be sent, in one of the three ways to say where it ends, or in none. */
  function framed(body: Buffer): {
    headers: string[];
    bytes: Buffer;
    isCut: boolean;
    isOpen: boolean;
  } {
    const kind = below(20);
    const length = (value: string | number) => `Content-Length: ${value}`;
    if (kind < 11)
      return { headers: [length(body.length)], bytes: body, isCut: false, isOpen: false };
    if (kind === 11)
      return {
        headers: [length(body.length + 1 + below(500))],
        bytes: body,
        isCut: true,
        isOpen: true,
      };
    if (kind === 12)
      return {
        headers: [length(below(Math.max(1, body.length)))],
        bytes: body,
        isCut: false,
        isOpen: false,
      };
    if (kind === 13)
      return { headers: [length(pick(LENGTHS))], bytes: body, isCut: false, isOpen: true };
    if (kind === 14)
      return {
        headers: [length(body.length), length(body.length + 1)],
        bytes: body,
        isCut: false,
        isOpen: true,
      };
    if (kind === 15) return { headers: [], bytes: body, isCut: false, isOpen: true };
    const chunked = (last: string) =>
      Buffer.concat([
        Buffer.from(`${body.length.toString(16)}\r\n`),
        body,
        Buffer.from(`\r\n${last}`),
      ]);
    const headers = ['Transfer-Encoding: chunked'];
    if (kind === 16 && body.length > 0)
      return { headers, bytes: chunked('0\r\n\r\n'), isCut: false, isOpen: false };
    // A chunk of nothing would be the end, and the answer whole.
    if (kind === 17 && body.length > 0)
      return { headers, bytes: chunked(''), isCut: true, isOpen: true };
    if (kind === 18 && body.length > 0)
      return {
        headers,
        bytes: chunked(pick(['zz\r\n', '-1\r\n', 'ffffffffffffffff\r\n', '\0\0'])),
        isCut: true,
        isOpen: true,
      };
    return { headers: [...headers, length(body.length)], bytes: body, isCut: false, isOpen: true };
  }

  return function next(json: unknown): MutatedReply {
    if (chance(SILENT_SHARE))
      return { parts: [], after: 'keep', isCut: true, status: undefined, isLimiting: false };
    if (chance(0.02))
      return {
        parts: [Buffer.from(Array.from({ length: below(200) }, () => below(256)))],
        after: 'end',
        isCut: false,
        status: undefined,
        isLimiting: false,
      };
    const body = chance(OVERLONG_SHARE) ? Buffer.alloc(OVERLONG_BYTES, 0x20) : bodyOf(json);
    const { headers, bytes, isCut, isOpen } = framed(body);
    const isOdd = chance(0.06);
    const status = pick(chance(0.7) ? GOOD_STATUSES : BAD_STATUSES);
    const isLimiting = chance(0.03) || status === 429 || status === 503;
    const head = [
      isOdd ? pick(STATUS_LINES) : `HTTP/1.1 ${status} Whatever`,
      'X-Request-ID: r-1',
      ...(chance(0.15) ? [pick(HEADERS)] : []),
      ...(isLimiting && status !== 429 ? [pick(LIMITING)] : []),
      ...headers,
    ].join('\r\n');
    const start = Buffer.from(`${head}\r\n\r\n`, 'latin1');
    const all = Buffer.concat([start, bytes]);
    const isTorn = !isCut && !isOpen && chance(0.1);
    const whole = isTorn ? all.subarray(0, below(all.length)) : all;
    // Without a body by its status, it is whole with its head, whatever that announces.
    const isBare = !isOdd && BARE_STATUSES.has(status) && whole.length >= start.length;
    return {
      parts: chance(0.2) ? inPieces(whole) : [whole],
      after: isTorn || isOpen || isCut || isOdd ? pick(['end', 'reset']) : 'keep',
      isCut: !isBare && (isCut || (isTorn && bytes.length > 0)),
      status: isOdd ? undefined : status,
      isLimiting,
    };
  };

  function inPieces(bytes: Buffer): Buffer[] {
    const parts: Buffer[] = [];
    for (let at = 0; at < bytes.length && parts.length < 20;) {
      const size = 1 + below(Math.max(1, bytes.length / 4));
      parts.push(bytes.subarray(at, at + size));
      at += size;
    }
    const sent = parts.reduce((sum, part) => sum + part.length, 0);
    return sent < bytes.length ? [...parts, bytes.subarray(sent)] : parts;
  }
}
