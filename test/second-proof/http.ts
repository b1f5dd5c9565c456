// One request over plain node:http, on a connection of its own. Nothing is retried and nothing is followed.
import { request } from 'node:http';

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

type Ask = {
  port: number;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  timeoutMs?: number;
};

export function ask({
  port,
  path,
  method = 'GET',
  headers = {},
  body,
  timeoutMs = 10_000,
}: Ask): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        agent: false,
        headers: {
          ...headers,
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          clearTimeout(timer);
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(parts).toString(),
          });
        });
      },
    );
    const timer = setTimeout(
      () => sent.destroy(new Error(`no answer in ${timeoutMs} ms`)),
      timeoutMs,
    );
    sent.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sent.end(text);
  });
}

export const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Asks until there is an answer; undefined when there was none in time. Failing to ask counts as none. */
export async function until<T>(
  look: () => T | undefined | Promise<T | undefined>,
  withinMs: number,
  everyMs = 100,
): Promise<T | undefined> {
  const end = performance.now() + withinMs;
  for (;;) {
    const found = await Promise.resolve()
      .then(look)
      .catch(() => undefined);
    if (found !== undefined) return found;
    if (performance.now() > end) return undefined;
    await wait(everyMs);
  }
}
