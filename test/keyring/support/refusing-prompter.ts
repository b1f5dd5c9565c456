// The program that asks for a keyring's password, run by somebody who presses Cancel each time. It takes the prompter's
// name on the session bus and speaks its protocol just far enough to say no.
import { connect, type Socket } from 'node:net';
import { callTo, padding, replyTo, text, type Callee } from './bus-message.ts';
import { createMessageReader, type BusMessage } from './bus-reader.ts';

const PROMPTER = 'org.gnome.keyring.SystemPrompter';
const CALLBACK = 'org.gnome.keyring.internal.Prompter.Callback';
const BUS: Callee = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};
const DO_NOT_QUEUE = 4;

export type RefusingPrompter = {
  /** How often a person pressed Cancel. */
  refused(): number;
  stop(): void;
};

/** Ready when the name is its own. */
export function startRefusingPrompter(busAddress: string): Promise<RefusingPrompter> {
  const path = /unix:(?:path|abstract)=([^,;]+)/.exec(busAddress)?.[1];
  if (path === undefined) throw new Error(`no unix socket in ${busAddress}`);
  const socket = connect({ path: busAddress.includes('abstract=') ? `\0${path}` : path });
  let serial = 0;
  let refused = 0;
  const call = (callee: Callee, member: string, signature: string, body: Buffer) =>
    socket.write(callTo(++serial, callee, member, signature, body));

  function hear({ member, sender, serial: theirs, body }: BusMessage): void {
    const callee = { destination: sender, path: firstText(body), interface: CALLBACK };
    if (!['BeginPrompting', 'PerformPrompt', 'StopPrompting'].includes(member)) return;
    socket.write(replyTo(++serial, theirs, sender));
    if (member === 'BeginPrompting') call(callee, 'PromptReady', 'sa{sv}s', answer(''));
    if (member === 'PerformPrompt') {
      refused++;
      call(callee, 'PromptReady', 'sa{sv}s', answer('no'));
    }
    if (member === 'StopPrompting') call(callee, 'PromptDone', '', Buffer.alloc(0));
  }

  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    const read = createMessageReader((message) => {
      if (message.member === 'NameAcquired' && firstText(message.body) === PROMPTER)
        resolve({ refused: () => refused, stop: () => socket.destroy() });
      hear(message);
    });
    socket.on('data', read);
    socket.once('connect', () => introduce(socket, call));
  });
}

function introduce(
  socket: Socket,
  call: (callee: Callee, member: string, signature: string, body: Buffer) => void,
): void {
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${uid}\r\nBEGIN\r\n`);
  call(BUS, 'Hello', '', Buffer.alloc(0));
  const name = text(PROMPTER);
  const flags = Buffer.alloc(4);
  flags.writeUInt32LE(DO_NOT_QUEUE);
  call(BUS, 'RequestName', 'su', Buffer.concat([name, padding(name.length, 4), flags]));
}

/** The answer, no properties, and no secret. */
function answer(response: '' | 'no'): Buffer {
  const said = text(response);
  const upTo = Buffer.concat([said, padding(said.length, 4), Buffer.alloc(4)]);
  // An array of structs begins at a multiple of eight, empty or not.
  const properties = Buffer.concat([upTo, padding(upTo.length, 8)]);
  return Buffer.concat([properties, text('')]);
}

const firstText = (body: Buffer): string =>
  body.length < 4 ? '' : body.toString('utf8', 4, 4 + body.readUInt32LE(0));
