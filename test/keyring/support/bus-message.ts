// Messages for a D-Bus, little-endian, as far as the prompters of these tests need them.

export type Callee = { destination: string; path: string; interface: string };

const CALL = 1;
const RETURN = 2;

export function callTo(
  serial: number,
  { destination, path, interface: face }: Callee,
  member: string,
  signature: string,
  body: Buffer,
): Buffer {
  return message(CALL, serial, body, [
    field(1, 'o', text(path)),
    field(2, 's', text(face)),
    field(3, 's', text(member)),
    field(6, 's', text(destination)),
    ...(signature === '' ? [] : [field(8, 'g', signatureOf(signature))]),
  ]);
}

/** An answer that says nothing but that it was heard. */
export function replyTo(serial: number, theirs: number, destination: string): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32LE(theirs);
  return message(RETURN, serial, Buffer.alloc(0), [
    field(5, 'u', number),
    field(6, 's', text(destination)),
  ]);
}

function message(type: number, serial: number, body: Buffer, fields: Buffer[]): Buffer {
  let joined = Buffer.alloc(0);
  for (const each of fields) joined = Buffer.concat([joined, padding(joined.length, 8), each]);
  const start = Buffer.from([0x6c, type, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  start.writeUInt32LE(body.length, 4);
  start.writeUInt32LE(serial, 8);
  start.writeUInt32LE(joined.length, 12);
  return Buffer.concat([start, joined, padding(joined.length, 8), body]);
}

const field = (code: number, type: string, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([code]), signatureOf(type), value]);

const signatureOf = (types: string): Buffer =>
  Buffer.from(`${String.fromCharCode(types.length)}${types}\0`);

export function text(value: string): Buffer {
  const bytes = Buffer.from(`${value}\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length - 1);
  return Buffer.concat([length, bytes]);
}

export const padding = (length: number, to: number): Buffer =>
  Buffer.alloc((to - (length % to)) % to);
