// Looks for a secret wherever it must not be, in every spelling that a program would give it. Each search answers the
// places of what it found; what it cannot open is no hit, so each is also tried on something that was planted.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';

export type Canary = {
  /** The spelling that was found, if any. */
  in(text: string | Buffer): string | undefined;
  /** Every spelling, for those who plant one. */
  spellings: ReadonlyMap<string, Buffer>;
};

export function createCanary(secrets: Record<string, string>): Canary {
  const spellings = new Map<string, Buffer>();
  for (const [name, secret] of Object.entries(secrets))
    for (const [form, bytes] of formsOf(secret)) spellings.set(`${name}, ${form}`, bytes);
  return {
    spellings,
    in(text) {
      const bytes = typeof text === 'string' ? Buffer.from(text) : text;
      for (const [name, spelling] of spellings) if (bytes.includes(spelling)) return name;
      return undefined;
    },
  };
}

function formsOf(secret: string): [form: string, bytes: Buffer][] {
  const hex = Buffer.from(secret).toString('hex');
  return [
    ['plain', Buffer.from(secret)],
    ['two bytes a character', Buffer.from(secret, 'utf16le')],
    ['in JSON', Buffer.from(JSON.stringify(secret).slice(1, -1))],
    ['in an address', Buffer.from(encodeURIComponent(secret))],
    ['hexadecimal', Buffer.from(hex)],
    ['hexadecimal, capitals', Buffer.from(hex.toUpperCase())],
    ...[0, 1, 2].flatMap((shift): [string, Buffer][] => {
      const inner = innerBase64(secret, shift);
      const forAddresses = inner.replaceAll('+', '-').replaceAll('/', '_');
      return [
        [`base64 at ${shift}`, Buffer.from(inner)],
        [`base64 for addresses at ${shift}`, Buffer.from(forAddresses)],
      ];
    }),
  ];
}

/** What base64 makes of it after so many other bytes, without the characters that its neighbors decide. */
function innerBase64(secret: string, shift: number): string {
  const all = Buffer.from('\0'.repeat(shift) + secret).toString('base64');
  const end = Math.floor(((shift + secret.length) * 8) / 6);
  return all.slice(Math.ceil((shift * 8) / 6), end);
}

/** Every file below a folder. */
export function searchFiles(canary: Canary, folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .flatMap((path) => {
      const found = canary.in(readFileSync(path));
      return found === undefined ? [] : [`${path}: ${found}`];
    });
}

/** The arguments and the environment of every process that this user may look at, and how many those were. */
export function searchProcesses(canary: Canary): { hits: string[]; seen: Set<number> } {
  const hits: string[] = [];
  const seen = new Set<number>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    for (const part of ['cmdline', 'environ']) {
      const bytes = readIfThere(join('/proc', pid, part));
      if (!bytes) continue;
      seen.add(Number(pid));
      const found = canary.in(bytes);
      if (found !== undefined) hits.push(`${part} of ${pid}: ${found}`);
    }
  return { hits, seen };
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined; // ended meanwhile, or somebody else's
  }
}

/** Process ids below this one, itself among them. */
export function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readIfThere(`/proc/${name}/stat`)?.toString();
      const parent = stat && /^\d+ \(.*\) \S+ (\d+)/s.exec(stat)?.[1];
      return parent ? [[Number(name), Number(parent)] as const] : [];
    });
  const family = [pid];
  for (const member of family)
    family.push(...parents.filter(([, parent]) => parent === member).map(([child]) => child));
  return family;
}

export type Messages = {
  /** What the page was told, and what it said. */
  received: string[];
  sent: string[];
  /** Bodies that were still on their way. */
  settled(): Promise<unknown>;
};

/** Everything between the page and main from now on: calls, their answers, frames, pages and files. */
export function recordMessages(page: Page): Messages {
  const received: string[] = [];
  const sent: string[] = [];
  const bodies: Promise<unknown>[] = [];
  page.on('request', (request) =>
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`),
  );
  page.on('response', (response) => {
    received.push(`${response.url()} ${JSON.stringify(response.headers())}`);
    bodies.push(
      response.body().then(
        (body) => received.push(body.toString('utf8')),
        () => undefined, // gone with its page
      ),
    );
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => received.push(String(payload)));
    socket.on('framesent', ({ payload }) => sent.push(String(payload)));
  });
  return { received, sent, settled: () => Promise.all(bodies) };
}

/** The page's memory after a forced collection. V8 writes at most the first 1,024 characters of a string. */
export async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}

/** What the page shows and what it keeps. */
export async function pageOf(page: Page): Promise<string> {
  const fields = await page
    .locator('input')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), document.cookie]),
  );
  return [await page.content(), stored, ...fields].join('\n');
}
