// The program that asks for a keyring's password, run by somebody who went to lunch: it takes the prompter's name on
// the session bus, hears that it should ask, and never answers. Speaks just enough D-Bus for that, so that the tests
// need neither a display nor a person.
import { connect, type Socket } from 'node:net';

const PROMPTER = 'org.gnome.keyring.SystemPrompter';
const DO_NOT_QUEUE = 4;

export type MutePrompter = {
  /** How often the keyring wanted a prompt. */
  asked(): number;
  stop(): void;
};

/** Ready when the name is its own. */
export function startMutePrompter(busAddress: string): Promise<MutePrompter> {
  const path = /unix:(?:path|abstract)=([^,;]+)/.exec(busAddress)?.[1];
  if (path === undefined) throw new Error(`no unix socket in ${busAddress}`);
  const socket = connect({ path: busAddress.includes('abstract=') ? `\0${path}` : path });
  return new Promise((resolve, reject) => {
    let seen = Buffer.alloc(0);
    const asked = () => seen.toString('latin1').split('BeginPrompting').length - 1;
    socket.once('error', reject);
    socket.once('connect', () => introduce(socket));
    socket.on('data', (chunk) => {
      seen = Buffer.concat([seen, chunk]);
      const isOwner = seen.includes('NameAcquired') && seen.includes(PROMPTER);
      if (isOwner) resolve({ asked, stop: () => socket.destroy() });
    });
  });
}

function introduce(socket: Socket): void {
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${uid}\r\nBEGIN\r\n`);
  socket.write(callToBus(1, 'Hello', '', Buffer.alloc(0)));
  const flags = Buffer.alloc(4);
  flags.writeUInt32LE(DO_NOT_QUEUE);
  const name = text(PROMPTER);
  socket.write(
    callToBus(2, 'RequestName', 'su', Buffer.concat([name, padding(name.length, 4), flags])),
  );
}

/** A method call to the bus itself, little-endian. */
function callToBus(serial: number, method: string, signature: string, body: Buffer): Buffer {
  const fields = [
    field(1, 'o', text('/org/freedesktop/DBus')),
    field(2, 's', text('org.freedesktop.DBus')),
    field(3, 's', text(method)),
    field(6, 's', text('org.freedesktop.DBus')),
    ...(signature === '' ? [] : [field(8, 'g', signatureOf(signature))]),
  ];
  let joined = Buffer.alloc(0);
  for (const each of fields) joined = Buffer.concat([joined, padding(joined.length, 8), each]);
  const start = Buffer.from([0x6c, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  start.writeUInt32LE(body.length, 4);
  start.writeUInt32LE(serial, 8);
  start.writeUInt32LE(joined.length, 12);
  return Buffer.concat([start, joined, padding(joined.length, 8), body]);
}

const field = (code: number, type: string, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([code]), signatureOf(type), value]);

const signatureOf = (types: string): Buffer =>
  Buffer.from(`${String.fromCharCode(types.length)}${types}\0`);

function text(value: string): Buffer {
  const bytes = Buffer.from(`${value}\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length - 1);
  return Buffer.concat([length, bytes]);
}

const padding = (length: number, to: number): Buffer => Buffer.alloc((to - (length % to)) % to);
