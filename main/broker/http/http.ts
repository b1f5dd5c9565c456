// One HTTP request, and what is known afterwards: an answer came; or it is proven that no byte left; or
// it was lost on the way and may have been taken. Nothing here retries or follows a redirect.
// The proof: nothing is written before the connection stands, and `hasLeft` is set right before the first write. No
// library of HTTP clients gives that moment away, which is why this is written by hand.
import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { isLoopbackHost } from '#main/domain/account-hosts.ts';
import type { Delay } from '#main/ports.ts';
import { identity, type Answer } from '#main/wire/answer.ts';
import { connectionReason } from '#main/broker/http/connection-reason.ts';
import { createPinnedAgent, type Dial } from '#main/broker/http/pinned-agent.ts';
import { messageOf } from '#main/tools/message-of.ts';

export type HttpResult =
  /** Repeated: its request id came with an earlier answer, so it belongs to another request whatever it says. */
  | ({ kind: 'answer'; isRepeated: boolean } & Answer)
  | { kind: 'not-sent'; reason: string }
  | { kind: 'lost'; reason: string };

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Begins with a slash; may carry a query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  timeoutMs: number;
  /** Where an answer may be larger than others. */
  maxBytes?: number | undefined;
  signal?: AbortSignal | undefined;
  /**
   * On a connection that carried nothing before and carries nothing after, where no answer to another request can be
   * taken for the answer to this one.
   */
  isAlone?: boolean | undefined;
  /** Called once, synchronously, on a standing connection right before the first byte. A sentence refuses. */
  beforeSend?: (() => string | undefined) | undefined;
};

export type HttpHost = { send(request: HttpRequest): Promise<HttpResult>; close(): void };

type Deps = {
  origin: string;
  delay: Delay;
  maxAnswerBytes?: number | undefined;
  dial?: Dial | undefined;
};

/** The largest that is asked for is a page of 10,000 bars, a third of this. The list of all assets says its own. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** A host of one account. Every request goes to `origin`, whatever its path says. */
export function createHttpHost({
  origin,
  delay,
  maxAnswerBytes = MAX_ANSWER_BYTES,
  dial,
}: Deps): HttpHost {
  const base = checkedOrigin(origin);
  const isSecure = base.protocol === 'https:';
  // No limit of sockets: a request that has its turn (governor.ts) must not queue a second time in here.
  const agent = createPinnedAgent(base, { keepAlive: true, dial });
  const freshAgent = createPinnedAgent(base, { keepAlive: false, dial });
  const begin = isSecure ? httpsRequest : httpRequest;
  const standing = new WeakSet<Socket>();
  const answered = createRecentIds();
  let isClosed = false;

  function send(request: HttpRequest): Promise<HttpResult> {
    if (isClosed) return notSent('this account is closed');
    if (request.signal?.aborted) return notSent('canceled');
    const url = request.path.startsWith('/') ? URL.parse(request.path, base.origin) : null;
    if (url?.origin !== base.origin) return notSent('the path points outside the host');
    const body = request.body === undefined ? undefined : Buffer.from(request.body);
    try {
      const outgoing = begin(url, {
        agent: request.isAlone ? freshAgent : agent,
        method: request.method,
        headers: {
          accept: 'application/json',
          'user-agent': 'ballast',
          ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
          ...request.headers,
        },
      });
      return carry(outgoing, request, body);
    } catch {
      // A header that cannot be written. The error would name it, and headers are where the secrets are.
      return notSent('the request could not be formed');
    }
  }

  function carry(
    outgoing: ClientRequest,
    request: HttpRequest,
    body: Buffer | undefined,
  ): Promise<HttpResult> {
    return new Promise((resolve) => {
      let hasLeft = false;
      let isSettled = false;
      /** The first outcome wins; anything but a complete answer also ends the connection. */
      function finish(result: HttpResult): void {
        if (isSettled) return;
        isSettled = true;
        stopTimer();
        request.signal?.removeEventListener('abort', onAbort);
        if (result.kind !== 'answer') outgoing.destroy();
        resolve(result);
      }
      const end = (reason: string) => finish({ kind: hasLeft ? 'lost' : 'not-sent', reason });
      const onAbort = () => end('canceled');
      const stopTimer = delay(request.timeoutMs, () =>
        end(
          hasLeft
            ? `no answer within ${request.timeoutMs / 1000} s`
            : `no connection within ${request.timeoutMs / 1000} s`,
        ),
      );
      request.signal?.addEventListener('abort', onAbort, { once: true });
      outgoing.once('close', () => end('the connection closed without an answer'));
      // Stays: a destroyed request may report once more.
      outgoing.on('error', (error: NodeJS.ErrnoException) => end(connectionReason(error)));
      outgoing.once('response', (response) =>
        collect(response, request.maxBytes ?? maxAnswerBytes, answered, finish),
      );
      outgoing.once('socket', (socket) =>
        whenStanding(socket, () => {
          if (isSettled) return;
          const refusal = askBeforeSend(request.beforeSend);
          if (refusal !== undefined) return finish({ kind: 'not-sent', reason: refusal });
          hasLeft = true;
          outgoing.end(body);
        }),
      );
    });
  }

  function whenStanding(socket: Socket, run: () => void): void {
    if (standing.has(socket)) return run();
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      standing.add(socket);
      run();
    });
  }

  return {
    send,
    close() {
      isClosed = true;
      agent.destroy();
      freshAgent.destroy();
    },
  };
}

/** An address that must not be used is a mistake of ours by the time it gets here: profiles are checked when made. */
export function checkedOrigin(origin: string): URL {
  const base = URL.parse(origin);
  if (base?.protocol !== 'https:' && base?.protocol !== 'http:')
    throw new Error('a host address must begin with https');
  if (base.protocol === 'http:' && !isLoopbackHost(base.hostname))
    throw new Error(`${base.host} is not on this machine and must use https`);
  return base;
}

function collect(
  response: IncomingMessage,
  maxBytes: number,
  answered: RecentIds,
  finish: (result: HttpResult) => void,
): void {
  // An answer that has ended has none any more.
  const { socket } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) finish({ kind: 'lost', reason: 'the answer is too large' });
    else chunks.push(chunk);
  });
  response.on('error', (error) => finish({ kind: 'lost', reason: connectionReason(error) }));
  response.once('end', () => {
    if (!response.complete) return finish({ kind: 'lost', reason: 'the answer was cut off' });
    const answer: Answer = {
      status: response.statusCode ?? 0,
      headers: singleHeaders(response.headers),
      body: Buffer.concat(chunks).toString('utf8'),
    };
    const { requestId } = identity(answer);
    const isRepeated = requestId !== undefined && !answered.add(requestId);
    // The answers of this connection have lost their places: the next one would be another request's too.
    if (isRepeated) socket.destroy();
    finish({ kind: 'answer', isRepeated, ...answer });
  });
}

/** A check that breaks refuses: nobody then knows whether it would have. */
function askBeforeSend(check: (() => string | undefined) | undefined): string | undefined {
  try {
    return check?.();
  } catch (error) {
    return `the check before sending failed: ${messageOf(error)}`;
  }
}

const notSent = (reason: string): Promise<HttpResult> =>
  Promise.resolve({ kind: 'not-sent', reason });

export function singleHeaders(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

/** Ids that were seen lately; the oldest are forgotten, so that a long day does not fill the memory. */
type RecentIds = {
  /** Whether it is new. */
  add(id: string): boolean;
};

const MOST_IDS = 10_000;

function createRecentIds(): RecentIds {
  const known = new Set<string>();
  return {
    add(id) {
      if (known.has(id)) return false;
      known.add(id);
      const [oldest] = known;
      if (known.size > MOST_IDS && oldest !== undefined) known.delete(oldest);
      return true;
    },
  };
}
