// Carries out request faults at the three places where they can act: before the request is processed, when its body is
// in but nothing was done, and when the answer is ready. An upgrade to a stream is a GET like any other until it is answered.
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable, type Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FaultRules } from '#main/paper/faults/fault-rules.ts';
import type { RequestAct } from '#main/paper/faults/fault.ts';

export type RequestFaults = ReturnType<typeof createRequestFaults>;
export type UpgradeFaults = ReturnType<typeof createUpgradeFaults>;
type Delays = ReturnType<typeof createDelays>;

type Deps = { rules: FaultRules; delays: Delays; now(): number };
type ActOf<K extends RequestAct['kind']> = Extract<RequestAct, { kind: K }>;

/** What a request makes is made so soon after it has come in. */
const MADE_WITHIN_MS = 500;

const notFound = (url: string): string =>
  JSON.stringify({
    code: 40410000,
    message: `${url.startsWith('/v2/tokenization/') ? 'tokenization request' : 'order'} not found`,
  });

export function createRequestFaults({ rules, delays, now }: Deps) {
  const pending = new WeakMap<FastifyRequest, readonly RequestAct[]>();

  function find<K extends RequestAct['kind']>(
    request: FastifyRequest,
    kind: K,
    when?: 'before' | 'after',
  ): ActOf<K> | undefined {
    return pending
      .get(request)
      ?.find(
        (act): act is ActOf<K> =>
          act.kind === kind && (when === undefined || ('when' in act && act.when === when)),
      );
  }

  return {
    /** True when the request was dealt with and must not be processed. */
    async before(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      const acts = rules.forRequest(request.method, request.url);
      if (acts.length === 0) return false;
      pending.set(request, acts);
      const delay = find(request, 'delay', 'before');
      if (delay && !(await delays.wait(delay.ms))) return abandon(reply);
      if (find(request, 'reset', 'before')) {
        request.raw.socket.resetAndDestroy();
        return abandon(reply);
      }
      if (find(request, 'hang', 'before')) return abandon(reply);
      const status = find(request, 'status', 'before');
      if (!status) return false;
      pending.delete(request);
      await reply.code(status.status).headers(headersOf(status)).send(bodyOf(status));
      return true;
    },

    /** The same, with the body read. */
    async received(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      const late = find(request, 'late');
      if (!late) return false;
      if (late.connection === 'cut') request.raw.socket.destroy();
      return (await delays.wait(late.ms)) ? false : abandon(reply);
    },

    /** What is sent instead of `payload`. */
    async answering(
      request: FastifyRequest,
      reply: FastifyReply,
      payload: unknown,
    ): Promise<unknown> {
      if (!pending.has(request)) return payload;
      const delay = find(request, 'delay', 'after');
      if (delay) await delays.wait(delay.ms);
      const { socket } = request.raw;
      if (find(request, 'hang', 'after')) await closed(socket);
      if (find(request, 'reset', 'after')) socket.resetAndDestroy();
      if (find(request, 'lost') || find(request, 'late')) socket.destroy();
      const status = find(request, 'status', 'after');
      if (status) {
        reply.code(status.status).headers(headersOf(status));
        return bodyOf(status);
      }
      const shown = withoutRecent(request, reply, payload);
      const cut = find(request, 'truncate');
      return cut && typeof shown === 'string' ? truncated(reply, shown, cut.bytes) : shown;
    },
  };

  function withoutRecent(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const blind = find(request, 'blind');
    if (!blind || typeof payload !== 'string' || reply.statusCode !== 200) return payload;
    if (request.method !== 'GET') return payload;
    const shown = hideRecent(JSON.parse(payload), now(), blind);
    if (shown !== undefined) return JSON.stringify(shown);
    reply.code(404);
    return notFound(request.url);
  }
}

export function createUpgradeFaults({ rules, delays }: Omit<Deps, 'now'>) {
  /** True when the upgrade was dealt with and must not happen. */
  return async (request: IncomingMessage, socket: Duplex): Promise<boolean> => {
    for (const act of rules.forRequest('GET', request.url ?? '/')) {
      switch (act.kind) {
        case 'delay':
          if (!(await delays.wait(act.ms))) return true;
          break;
        case 'hang':
          return true;
        case 'status': {
          const body = act.body === undefined ? '' : JSON.stringify(act.body);
          socket.end(
            `HTTP/1.1 ${act.status} ${STATUS_CODES[act.status] ?? 'Unknown'}\r\nConnection: close\r\n` +
              `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
          );
          return true;
        }
        case 'reset':
        case 'lost':
        case 'truncate':
        case 'late':
          if (socket instanceof Socket) socket.resetAndDestroy();
          else socket.destroy();
          return true;
        case 'blind':
          break;
      }
    }
    return false;
  };
}

/** Delays end with the broker: a fault must not keep the process alive, nor act after the ledger closed. */
export function createDelays(after: (ms: number, run: () => void) => () => void) {
  const open = new Set<() => void>();
  let stopped = false;
  return {
    /** True once the time has passed, false when the broker stopped first. */
    wait: (ms: number) =>
      new Promise<boolean>((resolve) => {
        if (stopped) return resolve(false);
        const end = () => {
          cancel();
          resolve(false);
        };
        const cancel = after(ms, () => {
          open.delete(end);
          resolve(true);
        });
        open.add(end);
      }),
    stop(): void {
      stopped = true;
      for (const end of open) end();
      open.clear();
    },
  };
}

function abandon(reply: FastifyReply): true {
  reply.hijack();
  return true;
}

const headersOf = (act: ActOf<'status'>) => ({
  'content-type': 'application/json; charset=utf-8',
  ...act.headers,
});
const bodyOf = (act: ActOf<'status'>) => (act.body === undefined ? '' : JSON.stringify(act.body));

function closed(socket: FastifyRequest['raw']['socket']): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve();
    socket.once('close', () => resolve());
  });
}

/** The whole length is announced, a part is sent, then the connection ends. */
function truncated(reply: FastifyReply, payload: string, bytes: number | undefined): Readable {
  const whole = Buffer.from(payload);
  const part = whole.subarray(0, Math.min(bytes ?? Math.floor(whole.length / 2), whole.length - 1));
  reply.header('content-length', whole.length);
  let sent = false;
  return new Readable({
    read() {
      if (sent) return;
      sent = true;
      if (part.length > 0) this.push(part);
      setImmediate(() => {
        // Where nothing of the body is sent either, they have not gone by themselves, and an error would be answered.
        reply.raw.flushHeaders();
        this.destroy(new Error('truncated by a fault'));
      });
    },
  });
}

/** What a lagging replica answers: orders and tokenization requests younger than `ms` are missing from lists and not found. */
function hideRecent(body: unknown, nowMs: number, { ms, madeAt }: ActOf<'blind'>): unknown {
  const isHidden = (item: unknown) => {
    const createdMs = createdMsOf(item);
    if (createdMs === undefined || nowMs - createdMs >= ms) return false;
    return madeAt?.some((at) => createdMs >= at && createdMs - at < MADE_WITHIN_MS) ?? true;
  };
  if (Array.isArray(body)) return body.filter((item) => !isHidden(item));
  return isHidden(body) ? undefined : body;
}

function createdMsOf(item: unknown): number | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const isOne = 'client_order_id' in item || 'tokenization_request_id' in item;
  return isOne && 'created_at' in item ? Date.parse(String(item.created_at)) : undefined;
}
