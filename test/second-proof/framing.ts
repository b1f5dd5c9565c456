// Where messages begin and end in a stream of bytes: HTTP/1.1 in both directions, and frames that a WebSocket server
// sends. Nothing here changes a byte.

export type Head = { startLine: string; headers: Map<string, string>; status: number };
export type Message = { head: Head; bytes: Buffer; bodyAt: number };

export type Found =
  | { kind: 'message'; message: Message }
  /** The head of something that has no end of its own: all that follows belongs to it. */
  | { kind: 'stream'; message: Message };

export function createMessageReader(side: 'request' | 'response') {
  let held: Buffer = Buffer.alloc(0);
  const next = (isHeadOnly: boolean): Found | undefined => {
    const headEnd = held.indexOf('\r\n\r\n');
    if (headEnd === -1) return undefined;
    const bodyAt = headEnd + 4;
    const head = readHead(held.subarray(0, headEnd).toString('latin1'), side);
    const take = (end: number, kind: Found['kind']): Found => {
      const message = { head, bytes: held.subarray(0, end), bodyAt };
      held = held.subarray(end);
      return { kind, message };
    };
    if (side === 'response' && endsNever(head)) return take(bodyAt, 'stream');
    const end = isHeadOnly || hasNoBody(head, side) ? bodyAt : bodyEnd(held, bodyAt, head);
    return end === undefined || end > held.length ? undefined : take(end, 'message');
  };
  return {
    push: (part: Buffer): void => {
      held = Buffer.concat([held, part]);
    },
    next,
    /** What is held and belongs to no message yet. */
    rest: (): Buffer => {
      const rest = held;
      held = Buffer.alloc(0);
      return rest;
    },
    pending: (): number => held.length,
  };
}

function readHead(text: string, side: 'request' | 'response'): Head {
  const [startLine = '', ...lines] = text.split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { startLine, headers, status: side === 'response' ? Number(startLine.split(' ')[1]) : 0 };
}

const endsNever = ({ status, headers }: Head): boolean =>
  status === 101 || (headers.get('content-type') ?? '').startsWith('text/event-stream');

const hasNoBody = ({ status, headers }: Head, side: 'request' | 'response'): boolean =>
  side === 'response'
    ? status < 200 || status === 204 || status === 304
    : !headers.has('content-length') && !headers.has('transfer-encoding');

function bodyEnd(bytes: Buffer, bodyAt: number, { headers }: Head): number | undefined {
  if (!/chunked/i.test(headers.get('transfer-encoding') ?? ''))
    return bodyAt + Number(headers.get('content-length') ?? '0');
  let at = bodyAt;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    at = lineEnd + 2 + size + 2;
    if (size === 0) return at;
    if (at > bytes.length) return undefined;
  }
}

/** The body as text, without the marks of its chunks. */
export function bodyOf({ head, bytes, bodyAt }: Message): string {
  const body = bytes.subarray(bodyAt);
  if (!/chunked/i.test(head.headers.get('transfer-encoding') ?? '')) return body.toString();
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const lineEnd = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.subarray(at, lineEnd).toString('latin1'), 16);
    if (!(size > 0)) break;
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts).toString();
}

export type Frame = { bytes: Buffer; opcode: number; payload: Buffer };

/** Frames of a server: never masked. */
export function createFrameReader() {
  let held: Buffer = Buffer.alloc(0);
  return {
    push(part: Buffer): Frame[] {
      held = Buffer.concat([held, part]);
      const frames: Frame[] = [];
      for (;;) {
        const frame = firstFrame(held);
        if (!frame) return frames;
        frames.push(frame);
        held = held.subarray(frame.bytes.length);
      }
    },
  };
}

function firstFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const headSize = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < headSize) return undefined;
  const size =
    short === 126
      ? bytes.readUInt16BE(2)
      : short === 127
        ? Number(bytes.readBigUInt64BE(2))
        : short;
  if (bytes.length < headSize + size) return undefined;
  const whole = bytes.subarray(0, headSize + size);
  return { bytes: whole, opcode: bytes.readUInt8(0) & 0x0f, payload: whole.subarray(headSize) };
}
