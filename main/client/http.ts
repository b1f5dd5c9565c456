// One HTTP exchange, told in terms of what is known afterwards: an answer came; or it is proven that no byte left; or
// the exchange was lost on the way and the request may have been taken. Nothing here retries or follows a redirect.
import { Agent as HttpAgent, request as httpRequest, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Delay } from '#main/ports.ts';
import type { Answer } from '#main/wire/answer.ts';

export type Exchange =
  | ({ kind: 'answer' } & Answer)
  | { kind: 'not-sent'; reason: string }
  | { kind: 'lost'; reason: string };

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Begins with a slash; may carry a query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  timeoutMs: number;
  signal?: AbortSignal;
};

export type HttpHost = { send(request: HttpRequest): Promise<Exchange>; close(): void };

type Deps = { origin: string; delay: Delay; maxAnswerBytes?: number };

const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** A host of one account. Every request goes to `origin`, whatever its path says. */
export function createHttpHost({
  origin,
  delay,
  maxAnswerBytes = MAX_ANSWER_BYTES,
}: Deps): HttpHost {
  const base = new URL(origin);
  const isSecure = base.protocol === 'https:';
  if (!isSecure && !isLoopback(base.hostname))
    throw new Error(`${base.host} is not on this machine and must use https`);
  const agent = isSecure
    ? new HttpsAgent({ keepAlive: true, maxSockets: 8 })
    : new HttpAgent({ keepAlive: true, maxSockets: 8 });
  const begin = isSecure ? httpsRequest : httpRequest;

  function send(request: HttpRequest): Promise<Exchange> {
    const url = new URL(request.path, base);
    if (!request.path.startsWith('/') || url.origin !== base.origin)
      return Promise.resolve({ kind: 'not-sent', reason: 'the path leaves the host' });
    if (request.signal?.aborted) return Promise.resolve({ kind: 'not-sent', reason: 'cancelled' });
    return new Promise((resolve) => {
      const body = request.body === undefined ? undefined : Buffer.from(request.body);
      const outgoing = begin(url, {
        agent,
        method: request.method,
        headers: {
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
          ...request.headers,
        },
      });
      const finish = settleOnce(outgoing, resolve);
      const stopTimer = delay(request.timeoutMs, () =>
        finish({ kind: 'lost', reason: `no answer within ${request.timeoutMs} ms` }),
      );
      const onAbort = () => finish({ kind: 'lost', reason: 'cancelled' });
      request.signal?.addEventListener('abort', onAbort, { once: true });
      outgoing.once('close', () => {
        stopTimer();
        request.signal?.removeEventListener('abort', onAbort);
        finish({ kind: 'lost', reason: 'the connection closed without an answer' });
      });
      outgoing.once('error', (error: NodeJS.ErrnoException) =>
        finish(
          isProofOfNothingSent(error)
            ? { kind: 'not-sent', reason: error.message }
            : { kind: 'lost', reason: error.message },
        ),
      );
      outgoing.once('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxAnswerBytes) finish({ kind: 'lost', reason: 'the answer is too large' });
          else chunks.push(chunk);
        });
        response.once('error', (error) => finish({ kind: 'lost', reason: error.message }));
        response.once('end', () =>
          finish(
            response.complete
              ? {
                  kind: 'answer',
                  status: response.statusCode ?? 0,
                  headers: singleHeaders(response.headers),
                  body: Buffer.concat(chunks).toString('utf8'),
                }
              : { kind: 'lost', reason: 'the answer was cut off' },
          ),
        );
      });
      outgoing.end(body);
    });
  }

  return { send, close: () => agent.destroy() };
}

/** Only a connection that was never made proves that nothing was sent. */
const isProofOfNothingSent = (error: NodeJS.ErrnoException): boolean =>
  error.syscall === 'connect' || error.syscall === 'getaddrinfo';

export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname);

/** The first outcome wins; anything but a complete answer also ends the connection. */
function settleOnce(
  outgoing: ClientRequest,
  resolve: (exchange: Exchange) => void,
): (exchange: Exchange) => void {
  let isSettled = false;
  return (exchange) => {
    if (isSettled) return;
    isSettled = true;
    if (exchange.kind !== 'answer') outgoing.destroy();
    resolve(exchange);
  };
}

function singleHeaders(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}
