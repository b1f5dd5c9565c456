// Carries out request faults at the three places where they can act: before the request is processed, when its body is
// in but nothing was done, and when the answer is ready.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hideNew } from '#main/paper/faults/blindness.ts';
import type { FaultBook } from '#main/paper/faults/fault-book.ts';
import type { RequestAct } from '#main/paper/faults/fault.ts';
import type { Waits } from '#main/paper/faults/waits.ts';

export type RequestFaults = {
  /** True when the request was dealt with and must not be processed. */
  before(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /** The same, with the body read. */
  received(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /** What is sent instead of `payload`. */
  answering(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>;
};

type Deps = { book: FaultBook; waits: Waits; now(): number };
type ActOf<K extends RequestAct['kind']> = Extract<RequestAct, { kind: K }>;

const notFound = (url: string): string =>
  JSON.stringify({
    code: 40410000,
    message: `${url.startsWith('/v2/tokenization/') ? 'tokenization request' : 'order'} not found`,
  });

export function createRequestFaults({ book, waits, now }: Deps): RequestFaults {
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
    async before(request, reply) {
      const acts = book.forRequest(request.method, request.url);
      if (acts.length === 0) return false;
      pending.set(request, acts);
      const delay = find(request, 'delay', 'before');
      if (delay && !(await waits.wait(delay.ms))) return abandon(reply);
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

    async received(request, reply) {
      const late = find(request, 'late');
      if (!late) return false;
      if (late.connection === 'cut') request.raw.socket.destroy();
      return (await waits.wait(late.ms)) ? false : abandon(reply);
    },

    async answering(request, reply, payload) {
      if (!pending.has(request)) return payload;
      const delay = find(request, 'delay', 'after');
      if (delay) await waits.wait(delay.ms);
      const { socket } = request.raw;
      if (find(request, 'hang', 'after')) await closed(socket);
      if (find(request, 'reset', 'after')) socket.resetAndDestroy();
      if (find(request, 'lost') || find(request, 'late')) socket.destroy();
      const status = find(request, 'status', 'after');
      if (status) {
        reply.code(status.status).headers(headersOf(status));
        return bodyOf(status);
      }
      const shown = blinded(request, reply, payload);
      const cut = find(request, 'truncate');
      return cut && typeof shown === 'string' ? truncated(reply, shown, cut.bytes) : shown;
    },
  };

  function blinded(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const blind = find(request, 'blind');
    if (!blind || typeof payload !== 'string' || reply.statusCode !== 200) return payload;
    if (request.method !== 'GET') return payload;
    const shown = hideNew(JSON.parse(payload), now(), blind.ms);
    if (shown !== undefined) return JSON.stringify(shown);
    reply.code(404);
    return notFound(request.url);
  }
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
      setImmediate(() => this.destroy(new Error('truncated by a fault')));
    },
  });
}
