// The practice broker as a process: `npm run paper`, or a child of a shell. The only file of the broker that touches the
// process, the wall clock and real timers. Prints one JSON line when it is ready.
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { parseJson } from '#main/tools/json.ts';
import { createBroker, type Broker } from './broker.ts';
import { parseOptions, type BrokerOptions } from './options.ts';
import { StartRefusal } from './server/data-folder.ts';

const KeyPair = z.object({
  keyId: z.string().min(1).max(128),
  secretKey: z.string().min(1).max(128),
});
type KeyPair = z.infer<typeof KeyPair>;
type Parent = {
  key: Promise<KeyPair | undefined>;
  gone: Promise<void>;
  tell(message: unknown): void;
};
/** What Electron adds to the process object of a utility process. */
type ParentPort = {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
};

const CREDENTIALS_WITHIN_MS = 10_000;
const STOP_WITHIN_MS = 900;

async function main(): Promise<void> {
  const parsed = parseOptions(process.argv.slice(2));
  if (!parsed.ok) return leave(parsed.asked ? 0 : 2, parsed.message);
  const parent = meetParent(parsed.options);
  const key = await within(CREDENTIALS_WITHIN_MS, parent.key);
  if (parsed.options.credentials !== 'arguments' && !key) {
    return leave(
      2,
      `No key pair arrived over ${parsed.options.credentials}: one JSON record {"keyId","secretKey"} is needed.`,
    );
  }
  let broker: Broker;
  try {
    broker = await createBroker(
      { ...parsed.options, ...key },
      {
        wall: Date.now,
        schedule(run, delayMs) {
          const timer = setTimeout(run, delayMs);
          return () => clearTimeout(timer);
        },
        randomBytes,
        log: (message) => process.stderr.write(`${message}\n`),
      },
    );
  } catch (error) {
    if (error instanceof StartRefusal) return leave(1, error.message);
    throw error;
  }
  const ready = { ...broker.addresses, keyId: broker.key.keyId };
  // a pair that came in secretly is not printed
  const line = key ? ready : { ...ready, secretKey: broker.key.secretKey };
  const clients = broker.oauthClients.length > 0 ? { oauthClients: broker.oauthClients } : {};
  process.stdout.write(`${JSON.stringify({ ...line, ...clients })}\n`);
  parent.tell(ready);

  const stop = async () => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await broker.stop();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
  await parent.gone;
  await stop();
}

/** Where the key comes from, and when its owner is gone. */
function meetParent({ credentials }: BrokerOptions): Parent {
  switch (credentials) {
    case 'stdin':
      return overStdin();
    case 'ipc':
      return overIpc();
    case 'arguments':
      return { key: Promise.resolve(undefined), gone: never(), tell: () => undefined };
    default:
      return credentials satisfies never;
  }
}

function overStdin(): Parent {
  const lines = createInterface({ input: process.stdin });
  const gone = new Promise<void>((resolve) => lines.once('close', resolve));
  const line = new Promise<string | undefined>((resolve) => {
    lines.once('line', resolve);
    void gone.then(() => resolve(undefined));
  });
  return {
    key: line.then((text) => readKey(text && parseJson(text))),
    gone,
    tell: () => undefined,
  };
}

function overIpc(): Parent {
  const port = (process as NodeJS.Process & { parentPort?: ParentPort }).parentPort;
  if (port) {
    const key = new Promise<KeyPair | undefined>((resolve) =>
      port.on('message', ({ data }) => resolve(readKey(data))),
    );
    // Electron ends its utility processes with itself
    return { key, gone: never(), tell: (message) => port.postMessage(message) };
  }
  const gone = new Promise<void>((resolve) => process.once('disconnect', resolve));
  const key = new Promise<KeyPair | undefined>((resolve) => {
    process.once('message', (message) => resolve(readKey(message)));
    void gone.then(() => resolve(undefined));
    if (!process.connected) resolve(undefined);
  });
  return { key, gone, tell: (message) => process.send?.(message) };
}

const readKey = (value: unknown) => KeyPair.safeParse(value).data;
const never = () => new Promise<void>(() => undefined);

function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return Promise.race([
    promise,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms).unref()),
  ]);
}

function leave(code: number, message: string): void {
  (code === 0 ? process.stdout : process.stderr).write(`${message}\n`);
  process.exitCode = code;
  process.stdin.destroy();
  if (process.connected) process.disconnect();
}

await main();
