// What a stranger on this computer can send to a port on loopback: requests that are wrong in every part, as bytes on a
// raw socket. The same seed makes the same requests.
import { connect } from 'node:net';

export type Random = () => number;

export type Target = {
  port: number;
  /** What it is known by, where that is not its address. */
  host?: string;
  /** Paths where something listens, and upgrades. */
  paths: readonly string[];
};

/** What each exchange came to: an answer's status line, a connection that was ended, or one that we left hanging. */
export type Met = { answered: number; ended: number; left: number; refused: number };

const ANSWER_MS = 250;

/** Numbers in [0, 1), the same for the same seed. */
export function createSeeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Sends them, some at a time, and waits for each to be answered, ended or left. */
export async function sendMalformed(target: Target, count: number, random: Random): Promise<Met> {
  const met: Met = { answered: 0, ended: 0, left: 0, refused: 0 };
  const waiting = Array.from({ length: count }, () => malformedRequest(target, random));
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      met[await exchange(target.port, next)]++;
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return met;
}

/** One exchange: the bytes, in the pieces in which they are sent. */
export function malformedRequest(
  { port, host: own = `127.0.0.1:${port}`, paths }: Target,
  random: Random,
): Buffer[] {
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const known = pick(paths);
  const path = pick([...BAD_TARGETS, known, `/${known}`, `${known}%`, `${known}?\u0000`]);
  const method = pick(['GET', 'GET', 'GET', 'POST', 'CONNECT', 'OPTIONS', 'get', 'PRI', '\u0001']);
  const version = pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '']);
  const host = pick([own, own, `localhost:${port}`, 'evil.example', '', '[', '\u00ff']);
  const headers = [`Host: ${host}`];
  if (random() < 0.6) headers.push(...pick(UPGRADES));
  for (let n = Math.floor(random() * 3); n > 0; n--) headers.push(pick(BAD_HEADERS));
  const text = `${method} ${path} ${version}\r\n${headers.join('\r\n')}\r\n\r\n`;
  const head = Buffer.from(text, random() < 0.5 ? 'latin1' : 'utf8');
  const whole = Buffer.concat([head, pick(TAILS)]);
  switch (Math.floor(random() * 6)) {
    case 0: // cut anywhere, and nothing more comes
      return [whole.subarray(0, Math.floor(random() * whole.length))];
    case 1: {
      const at = Math.floor(random() * whole.length);
      return [whole.subarray(0, at), whole.subarray(at)];
    }
    case 2: // pipelined
      return [
        Buffer.concat([whole, whole, Buffer.from(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)]),
      ];
    case 3: {
      const spoilt = Buffer.from(whole);
      for (let n = 0; n < 4; n++)
        spoilt[Math.floor(random() * spoilt.length)] = Math.floor(random() * 256);
      return [spoilt];
    }
    default:
      return [whole];
  }
}

const BAD_TARGETS = [
  '//',
  '///',
  '//[',
  '//:99999/',
  '//a:b@c:d/',
  '*',
  '',
  '/%',
  '/%zz',
  '/%ff%fe',
  '/%00',
  '/\u0000',
  '/\u202e\u{1f4a5}',
  '/..%2f..%2fetc/passwd',
  '/../../settings.json',
  'http://',
  'http://[::1',
  'http://evil.example/watch',
  'https://127.0.0.1:1/call',
  'evil.example:443',
  '127.0.0.1',
  'file:///etc/passwd',
  'javascript:1',
  '?',
  '#',
  `/${'a'.repeat(7_000)}`,
];

const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', KEY];
const UPGRADES = [
  UPGRADE,
  UPGRADE,
  [...UPGRADE, 'Sec-WebSocket-Protocol: ballast.'],
  [...UPGRADE, `Sec-WebSocket-Protocol: ballast.${'0'.repeat(64)}`],
  [...UPGRADE, 'Sec-WebSocket-Protocol: ,,\u0001,'],
  [...UPGRADE, 'Sec-WebSocket-Extensions: permessage-deflate; x="'],
  ['Connection: Upgrade', 'Upgrade: h2c'],
  ['Connection: Upgrade', 'Upgrade: websocket'],
  ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: short'],
  ['Connection: keep-alive, Upgrade', 'Upgrade: \u00e9'],
];

const BAD_HEADERS = [
  'Content-Length: 10',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: 5\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, nonsense',
  'Transfer-Encoding: chunked, identity',
  'Authorization: Bearer',
  'Authorization: Bearer \u00ff\u00fe',
  `Authorization: Basic ${'A'.repeat(3_000)}`,
  'Content-Type: application/msgpack',
  'Content-Type: application/json; \u0000',
  'Origin: null',
  'Origin: http://[',
  'Expect: 100-continue',
  'Expect: nonsense',
  'Host: second.example',
  ': no name',
  'No colon at all',
  'Folded: a\r\n b',
  'Null: \u0000',
  'Snow\u2603man: 1',
  `Huge: ${'x'.repeat(20_000)}`,
  ...[100, 3_000].map((count) => Array.from({ length: count }, (_, n) => `H${n}: 1`).join('\r\n')),
];

/** After the head: bodies, chunks and frames that are none. */
const TAILS: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.alloc(0),
  Buffer.from('{"name":"trading.stop","input":{}}'),
  Buffer.from('{'),
  Buffer.from('zz\r\nnot a chunk\r\n'),
  Buffer.from('5\r\nhello\r\n0\r\n\r\n'),
  Buffer.from('ffffffffffffffff\r\n'),
  Buffer.from([0x81, 0x85, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
  Buffer.from([0x81, 0x05, 104, 101, 108, 108, 111]), // a frame without its mask
  Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
  Buffer.from([0x88, 0xff, 0, 0, 0, 0, 0, 0, 0, 1]),
  Buffer.alloc(70_000, 0x41),
];

/** Sends the pieces; waits for the first answer or the end, and not long. */
function exchange(port: number, pieces: readonly Buffer[]): Promise<keyof Met> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (how: keyof Met): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(how);
    };
    const timer = setTimeout(() => settle('left'), ANSWER_MS);
    socket.on('connect', () => pieces.forEach((piece) => socket.write(piece)));
    socket.on('data', () => settle('answered'));
    socket.on('end', () => settle('ended'));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      settle(error.code === 'ECONNREFUSED' ? 'refused' : 'ended'),
    );
  });
}
