// Who has access to an account, and taking it back: by its owner, or by an application for its own token (RFC 7009). The
// broker's own wire has neither.
import type { FastifyInstance } from 'fastify';
import { isRecord } from '#main/tools/json.ts';
import { plainId, type OAuthClients } from '#main/paper/oauth/clients.ts';
import type { Grants } from '#main/paper/oauth/grants.ts';
import type { TokenConnections } from '#main/paper/server/token-connections.ts';
import { Refusal } from '#main/paper/refusal.ts';
import type { Caller } from '#main/paper/types.ts';

type Deps = {
  clients: Pick<OAuthClients, 'verify'>;
  grants: Pick<Grants, 'accessTo' | 'revoke' | 'revokeToken'>;
  connections: Pick<TokenConnections, 'count' | 'endRevoked'>;
  accountExists(accountId: string): boolean;
  isOperator(caller: Caller): boolean;
};

export function registerAccessRoutes(app: FastifyInstance, deps: Deps): void {
  const { grants, connections } = deps;

  app.get('/v1/oauth/grants', (request) =>
    grants.accessTo(accountIn(deps, request.caller, request.query)).map(({ tokenHash, wire }) => ({
      ...wire,
      open_connections: connections.count(tokenHash),
    })),
  );

  app.post('/v1/oauth/revoke', (request) => {
    const accountId = accountIn(deps, request.caller, request.body);
    const clientId = textIn(request.body, 'client_id');
    if (clientId === '') throw new Refusal(422, 42210000, 'client_id is missing');
    const revoked = grants.revoke(plainId(clientId), accountId);
    connections.endRevoked();
    return { revoked };
  });

  void app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, parsed) =>
        parsed(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    scope.post('/oauth/revoke', (request, reply) => {
      const field = (name: string) => textIn(request.body, name);
      // A disabled application may still give back what it has.
      const client = deps.clients.verify(field('client_id'), field('client_secret'));
      if (!client) throw refuseForm(401, 'invalid_client', 'unauthorized');
      if (field('token') === '') throw refuseForm(400, 'invalid_request', 'token is missing');
      // A token that is not known is as good as revoked, and whose it was is nobody's business.
      grants.revokeToken(client.client_id, field('token'));
      connections.endRevoked();
      return reply.code(200).send();
    });
    done();
  });
}

function accountIn(deps: Deps, caller: Caller, input: unknown): string {
  const accountId = textIn(input, 'account_id') || caller.accountId;
  const isOpen = accountId === caller.accountId || deps.isOperator(caller);
  if (!isOpen || !deps.accountExists(accountId))
    throw new Refusal(401, 40110000, 'account does not exist, or you do not have access to it');
  return accountId;
}

const refuseForm = (status: number, error: string, message: string) =>
  new Refusal(status, status === 401 ? 40110000 : 40010000, message, { error });

function textIn(input: unknown, name: string): string {
  const value = isRecord(input) ? input[name] : undefined;
  return typeof value === 'string' ? value : '';
}
