// /v2/account and its configurations.
import type { FastifyInstance } from 'fastify';
import type { Engine } from '#main/paper/engine/create-engine.ts';
import '#main/paper/routes/caller.ts';

export function registerAccountRoutes(app: FastifyInstance, { engine }: { engine: Engine }): void {
  app.get('/v2/account', (request) => engine.account(request.caller.accountId));
  app.get('/v2/account/configurations', (request) =>
    engine.configurations(request.caller.accountId),
  );
  app.patch('/v2/account/configurations', (request) =>
    engine.configure(request.caller.accountId, request.body),
  );
}
