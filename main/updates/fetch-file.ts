// A file of a release, saved where a person said, and only if it is byte for byte what was signed. It stands beside its
// name until then. Nothing that was saved is ever opened, started or made executable here.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { connectionReason } from '#main/broker/http/connection-reason.ts';
import { createPinnedAgent } from '#main/broker/http/pinned-agent.ts';
import type { Delay } from '#main/ports.ts';
import { plainReason } from '#main/tools/plain-reason.ts';
import { syncFolder } from '#main/tools/sync-folder.ts';
import type { ReleaseFile } from '#main/updates/read-release.ts';

type Wanted = {
  file: Pick<ReleaseFile, 'url' | 'size' | 'sha256'>;
  path: string;
  signal: AbortSignal;
  delay: Delay;
  onProgress: (done: number) => void;
};

export type Fetched = { ok: true } | { ok: false; why: string };

/** Without a byte for so long, it ends. */
const SILENT_MS = 30_000;

class FetchError extends Error {}

/** Never throws. One that is there already is not replaced: it is what was signed, or it is left alone. */
export async function fetchFile(wanted: Wanted): Promise<Fetched> {
  try {
    if (await isThere(wanted.path)) await checkExisting(wanted);
    else await fetchNew(wanted);
    return { ok: true };
  } catch (error) {
    if (wanted.signal.aborted) return { ok: false, why: 'It was canceled. Nothing was saved.' };
    const why = error instanceof FetchError ? error.message : sentence(plainReason(error));
    return { ok: false, why };
  }
}

async function checkExisting({ file, path, signal, onProgress }: Wanted): Promise<void> {
  const there = await lstat(path);
  // A link would be read somewhere else than where it is shown.
  if (!there.isFile()) throw new FetchError(`${path} is there already and is not a file.`);
  const hash = createHash('sha256');
  let done = 0;
  if (there.size === file.size)
    for await (const chunk of createReadStream(path, { signal })) {
      hash.update(chunk as Buffer);
      onProgress((done += (chunk as Buffer).length));
    }
  if (done !== file.size || hash.digest('hex') !== file.sha256)
    throw new FetchError(
      `${path} is there already and is another file. It was left as it is; choose another place.`,
    );
}

async function fetchNew(wanted: Wanted): Promise<void> {
  const part = `${wanted.path}.part`;
  const out = await open(part, 'wx', 0o600).catch((error: unknown) => {
    throw isCode(error, 'EEXIST')
      ? new FetchError(`${part} is there already. Delete it, or choose another place.`)
      : error;
  });
  try {
    try {
      await receive(wanted, out);
      await out.sync();
    } finally {
      await out.close();
    }
    await giveName(part, wanted.path);
  } finally {
    await rm(part, { force: true });
  }
  syncFolder(dirname(wanted.path));
}

async function receive(wanted: Wanted, out: FileHandle): Promise<void> {
  const { file, onProgress } = wanted;
  const hash = createHash('sha256');
  let done = 0;
  await download(wanted, async (chunk) => {
    done += chunk.length;
    if (done > file.size) throw new FetchError('It is larger than it should be, and was deleted.');
    hash.update(chunk);
    await out.writeFile(chunk).catch((error: unknown) => {
      throw new FetchError(sentence(plainReason(error)), { cause: error });
    });
    onProgress(done);
  });
  if (done < file.size)
    throw new FetchError('It ended before it was whole, and was deleted. Try again.');
  if (hash.digest('hex') !== file.sha256)
    throw new FetchError('It is not the file that was signed, and was deleted.');
}

/** From the signed address and from nowhere else: a redirect is an answer like any other that is no file. */
async function download(
  { file, signal, delay }: Wanted,
  take: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  const url = new URL(file.url);
  const agent = createPinnedAgent(url, { keepAlive: false });
  const silence = new AbortController();
  let stopTimer = delay(SILENT_MS, () => silence.abort());
  try {
    const answer = await begin(url, { agent, signal: AbortSignal.any([signal, silence.signal]) });
    if (answer.statusCode !== 200)
      throw new FetchError(`The server answered ${answer.statusCode ?? 'nothing'}, not the file.`);
    for await (const chunk of answer) {
      stopTimer();
      stopTimer = delay(SILENT_MS, () => silence.abort());
      await take(chunk as Buffer);
    }
    if (!answer.complete) throw new FetchError('The connection was cut before it was whole.');
  } catch (error) {
    if (silence.signal.aborted)
      throw new FetchError(`Nothing arrived for ${SILENT_MS / 1000} s.`, { cause: error });
    if (error instanceof FetchError) throw error;
    throw new FetchError(sentence(connectionReason(error as Error)), { cause: error });
  } finally {
    stopTimer();
    agent.destroy();
  }
}

function begin(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      ...options,
      method: 'GET',
      headers: { accept: 'application/octet-stream', 'user-agent': 'ballast' },
    });
    outgoing.once('response', resolve);
    // Stays: a destroyed request may report once more.
    outgoing.on('error', reject);
    // An answer of 101 ends it without either.
    outgoing.once('close', () =>
      reject(new FetchError('The connection was closed without an answer.')),
    );
    outgoing.end();
  });
}

/** Takes the name without taking it from another file, which a rename would do. */
async function giveName(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    if (isCode(error, 'EEXIST') || (await isThere(path)))
      throw new FetchError(`${path} appeared meanwhile and was left as it is.`, { cause: error });
    // Some file systems know no second name for a file.
    await rename(part, path);
  }
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: unknown) => {
      if (isCode(error, 'ENOENT')) return false;
      throw error;
    },
  );

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const sentence = (reason: string): string => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
