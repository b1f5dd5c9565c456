// Who is asking, as the server's door has found out before any route runs.
import type { Caller } from '#main/paper/parts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

export type { Caller };
