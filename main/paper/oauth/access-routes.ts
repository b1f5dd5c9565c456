// Who has access to an account, and taking it back: by its owner, or by an application for its own token (RFC 7009). The
// broker's own wire has neither.
import type { FastifyInstance } from 'fastify';
import { plainId, type OAuthClients } from '#main/paper/oauth/clients.ts';
import { NOT_ITS_OWN, readFields, refuseForm, registerForm } from '#main/paper/oauth/forms.ts';
import type { Grants } from '#main/paper/oauth/grants.ts';
import type { TokenConnections } from '#main/paper/server/token-connections.ts';
import { Refusal } from '#main/paper/refusal.ts';
import { isRecord } from '#main/tools/json.ts';
import type { Caller } from '#main/paper/types.ts';

type Deps = {
  clients: Pick<OAuthClients, 'verify'>;
  grants: Pick<Grants, 'accessTo' | 'revoke' | 'revokeGrant' | 'revokeToken'>;
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
    const clientId = plainId(readFields(request.body)('client_id'));
    if (clientId === '') throw new Refusal(422, 42210000, 'client_id is missing');
    const grantId = isRecord(request.body) ? request.body['grant_id'] : undefined;
    // What cannot be read must not end everything instead of one.
    if (grantId !== undefined && (typeof grantId !== 'string' || grantId === ''))
      throw new Refusal(422, 42210000, 'grant_id is invalid');
    const revoked =
      grantId === undefined
        ? grants.revoke(clientId, accountId)
        : grants.revokeGrant(clientId, grantId, accountId);
    connections.endRevoked();
    return { revoked };
  });

  registerForm(app, '/oauth/revoke', (field) => {
    // A disabled application may still give back what it has.
    const client = deps.clients.verify(field('client_id'), field('client_secret'));
    if (!client) throw refuseForm(401, 'invalid_client', NOT_ITS_OWN);
    if (field('token') === '') throw refuseForm(400, 'invalid_request', 'missing: token');
    // A token that is not known is as good as revoked, and whose it was is nobody's business.
    grants.revokeToken(client.client_id, field('token'));
    connections.endRevoked();
    // Nobody reads it (RFC 7009, 2.2), but some clients refuse an answer that is no JSON.
    return {};
  });
}

function accountIn(deps: Deps, caller: Caller, input: unknown): string {
  const accountId = readFields(input)('account_id') || caller.accountId;
  const isOpen = accountId === caller.accountId || deps.isOperator(caller);
  if (!isOpen || !deps.accountExists(accountId))
    throw new Refusal(401, 40110000, 'account does not exist, or you do not have access to it');
  return accountId;
}
