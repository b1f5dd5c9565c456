// The HTTP face: every request gets an id, meets the faults, proves who it is, spends its allowance, and only then
// reaches a route. All refusals leave in the documented shape.
import {
  answerTo,
  forbidden,
  notFound,
  tooMany,
  unauthorized,
  undecodable,
  wrongDataKey,
} from '#main/paper/refusal.ts';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { RequestFaults } from '#main/paper/faults/request-faults.ts';
import type { TokenConnections } from '#main/paper/server/token-connections.ts';
import type { Caller, Ids } from '#main/paper/types.ts';
import {
  credentialsOf,
  isDataPath,
  requiredScope,
  type Authenticator,
} from '#main/paper/server/authenticator.ts';
import type { RateLimit } from '#main/paper/server/rate-limit.ts';

type Deps = {
  authenticator: Authenticator;
  rateLimit: RateLimit;
  faults: RequestFaults;
  requestIds: Ids;
  /** A new request has come: virtual time ticks. */
  tick(): void;
  /** For the Date header: where time is not the system's, it is part of the bytes that must repeat. */
  date(): string;
  /** May use the control interface. */
  isOperator(caller: Caller): boolean;
  /** Notes what is held open with a token. */
  holdOpen: TokenConnections['hold'];
  log(message: string): void;
};

const BODY_LIMIT_BYTES = 1_048_576;
const LONGEST_PATH = 100;
const ANONYMOUS = 'anonymous';
/** Applications prove themselves in the body there; or a browser comes back to the demo application. */
const OPEN_PATHS = new Set(['/oauth/token', '/oauth/revoke', '/oauth/demo']);

export function createApp(deps: Deps): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: true,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => {
      void refuse(deps, error, request, reply);
    },
    clientErrorHandler(_error, socket) {
      const body = JSON.stringify({ code: 40010000, message: 'failed to read the request' });
      if (!socket.writable) return;
      socket.end(
        `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    },
  });

  acceptJsonOnly(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', deps.requestIds.uuid());
    reply.header('date', deps.date());
    // Clients without a body send an empty one; the parsers take a missing one, and refuse that.
    if (request.raw.headers['content-type'] === '') delete request.raw.headers['content-type'];
    if (isControl(request)) return authorizeControl(deps, request);
    deps.tick();
    if (await deps.faults.before(request, reply)) return reply;
    authorize(deps, request, reply);
    return undefined;
  });
  app.addHook('preHandler', async (request, reply) => {
    return (await deps.faults.received(request, reply)) ? reply : undefined;
  });
  app.addHook('onSend', (request, reply, payload) =>
    deps.faults.answering(request, reply, payload),
  );
  app.setErrorHandler((error, request, reply) => refuse(deps, error, request, reply));
  app.setNotFoundHandler((request) => {
    const path = pathOf(request).slice(0, LONGEST_PATH);
    throw notFound(`endpoint not found: the practice broker has no ${request.method} ${path}`);
  });
  return app;
}

function authorize(deps: Deps, request: FastifyRequest, reply: FastifyReply): void {
  const path = pathOf(request);
  const caller = deps.authenticator.authenticateHeaders(request.headers, path.startsWith('/v1/'));
  const allowance = deps.rateLimit.count(caller?.accountId ?? ANONYMOUS);
  reply.headers({
    'x-ratelimit-limit': allowance.limit,
    'x-ratelimit-remaining': allowance.remaining,
    'x-ratelimit-reset': allowance.resetSec,
  });
  if (!allowance.allowed) throw tooMany();
  if (request.is404 || OPEN_PATHS.has(path)) return;
  if (!caller) {
    const isWrong = credentialsOf(request.headers, false) !== undefined;
    throw isWrong && isDataPath(path) ? wrongDataKey() : unauthorized();
  }
  if (caller.via === 'token') {
    const scope = requiredScope(request.method, path);
    if (path.startsWith('/v1/')) throw unauthorized();
    if (scope && !caller.scopes.has(scope)) throw forbidden(`the token lacks the scope ${scope}`);
  }
  request.caller = caller;
  // Only an answer that has begun is cut off: one that comes at once was asked for while the token was good.
  const forget = deps.holdOpen(caller, () => {
    if (reply.raw.headersSent) reply.raw.destroy();
    return reply.raw.headersSent;
  });
  reply.raw.once('close', forget);
}

function authorizeControl(deps: Deps, request: FastifyRequest): void {
  const caller = deps.authenticator.authenticateHeaders(request.headers, true);
  if (!caller) throw unauthorized();
  if (!deps.isOperator(caller))
    throw forbidden('the control interface needs the first account’s key');
  request.caller = caller;
}

async function refuse(
  deps: Deps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const answer = answerTo(error, pathOf(request));
  if (!answer && !isHangUp(error)) {
    deps.log(
      `${request.method} ${pathOf(request)}: ${error instanceof Error ? error.stack : String(error)}`,
    );
  }
  const { status, body } = answer ?? {
    status: 500,
    body: { code: 50010000, message: 'internal error' },
  };
  await reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** The caller went away in the middle of its body: nobody is left to answer, and nothing is wrong here. */
const isHangUp = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET');

/** As on the real service, the body is JSON whatever its Content-Type says. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(String(text)));
    } catch {
      done(undecodable());
    }
  });
}

const isControl = (request: FastifyRequest) => request.url.startsWith('/_paper/');
const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';
