// Reads what comes over a D-Bus socket: the greeting's line, then messages, little-endian.

export type BusMessage = { member: string; sender: string; serial: number; body: Buffer };

const MEMBER = 3;
const SENDER = 7;

export function createMessageReader(onMessage: (message: BusMessage) => void) {
  let unread = Buffer.alloc(0);
  let isGreeted = false;
  return (chunk: Buffer): void => {
    unread = Buffer.concat([unread, chunk]);
    if (!isGreeted) {
      const end = unread.indexOf('\r\n');
      if (end < 0) return;
      isGreeted = true;
      unread = unread.subarray(end + 2);
    }
    while (unread.length >= 16) {
      const bodyStart = aligned(16 + unread.readUInt32LE(12), 8);
      const end = bodyStart + unread.readUInt32LE(4);
      if (unread.length < end) return;
      const fields = textFields(unread.subarray(16, 16 + unread.readUInt32LE(12)));
      onMessage({
        member: fields.get(MEMBER) ?? '',
        sender: fields.get(SENDER) ?? '',
        serial: unread.readUInt32LE(8),
        body: Buffer.from(unread.subarray(bodyStart, end)),
      });
      unread = unread.subarray(end);
    }
  };
}

const aligned = (at: number, to: number): number => Math.ceil(at / to) * to;

/** The header's fields that are texts, by their codes. */
function textFields(bytes: Buffer): Map<number, string> {
  const found = new Map<number, string>();
  let at = 0;
  while (at < bytes.length) {
    at = aligned(at, 8);
    const code = bytes[at] ?? 0;
    const type = String.fromCharCode(bytes[at + 2] ?? 0);
    at += 4;
    if (type === 'g') {
      at += (bytes[at] ?? 0) + 2;
    } else if (type === 'u') {
      at = aligned(at, 4) + 4;
    } else {
      at = aligned(at, 4);
      const length = bytes.readUInt32LE(at);
      found.set(code, bytes.toString('utf8', at + 4, at + 4 + length));
      at += 4 + length + 1;
    }
  }
  return found;
}
