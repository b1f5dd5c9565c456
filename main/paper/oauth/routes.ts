// The three OAuth operations of broker partners, and the form-encoded token endpoint of the web flow.
import { createHash } from 'node:crypto';
import { isRecord } from '#main/tools/json.ts';
import { Refusal } from '#main/paper/refusal.ts';
import type { FastifyInstance } from 'fastify';
import type { OAuthClient, OAuthClients } from '#main/paper/oauth/clients.ts';
import type { Exchanges, ExchangeOutcome } from '#main/paper/oauth/exchanges.ts';
import { NOT_ITS_OWN, readFields, refuseForm, registerForm } from '#main/paper/oauth/forms.ts';
import { parseScope, type Grant, type Grants } from '#main/paper/oauth/grants.ts';
import type { TokenConnections } from '#main/paper/server/token-connections.ts';
import { type Caller } from '#main/paper/types.ts';
import { grantIdOf } from '#main/wire/grant-id.ts';

type Deps = {
  clients: OAuthClients;
  grants: Grants;
  exchanges: Exchanges;
  connections: Pick<TokenConnections, 'endRevoked'>;
  accountExists(accountId: string): boolean;
  /** The first account's key stands for the broker partner and may act for every account. */
  isOperator(caller: Caller): boolean;
};

const NO_CLIENT =
  'client does not exist, you do not have access to the client, or "client_secret" is incorrect';
const NO_REDIRECT = 'redirect URI is invalid';
const NO_SCOPE = 'scope is invalid';
const NO_CHALLENGE = 'code_challenge is invalid: only S256 is accepted';

export function registerOAuthRoutes(app: FastifyInstance, deps: Deps): void {
  const { clients, grants } = deps;

  app.get<{ Params: { client_id: string } }>('/v1/oauth/clients/:client_id', (request) => {
    const client = clients.find(request.params.client_id);
    if (!client || !hasAccess(deps, request.caller, client)) throw noClient();
    const { owner_account_id: _owner, scopes: _scopes, ...shown } = client;
    return shown;
  });

  app.post('/v1/oauth/authorize', (request) => {
    const grant = checkGrant(deps, request.caller, request.body);
    const code = grants.issueCode({ ...grant, ...challengeIn(request.body) });
    deps.exchanges.codeIssued(code, grant);
    return {
      code,
      client_id: grant.clientId,
      redirect_uri: grant.redirectUri,
      scope: grant.scope,
    };
  });

  app.post('/v1/oauth/token', (request) => {
    const grant = checkGrant(deps, request.caller, request.body);
    return { access_token: grants.issueToken(grant), token_type: 'Bearer', scope: grant.scope };
  });

  app.get('/oauth/demo', (request, reply) =>
    reply
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(demoWords(request.query)),
  );

  registerForm(app, '/oauth/token', (field) => exchangeCode(deps, field));
}

/** What an application sees when the person comes back. Plain text: nothing in it is ever markup. */
function demoWords(query: unknown): string {
  const field = readFields(query);
  const answer = field('code')
    ? 'The demo application received a code. A real one would now exchange it for a token.'
    : field('error')
      ? `The demo application received the answer: ${field('error')}. It has no access.`
      : 'This is where the demo application waits for an answer. This address did not include one.';
  const state = field('state');
  return `${answer}\n${state ? `The state came back: ${state}` : 'No state came back.'}\nYou can close this page.\n`;
}

function checkGrant(deps: Deps, caller: Caller, body: unknown): Grant {
  const field = readFields(body);
  const client = deps.clients.verify(field('client_id'), field('client_secret'));
  if (!client || client.status !== 'ACTIVE' || !hasAccess(deps, caller, client)) throw noClient();
  const accountId = field('account_id');
  if (!deps.accountExists(accountId)) throw noClient();
  if (accountId !== caller.accountId && !deps.isOperator(caller)) throw noClient();
  const redirectUri = field('redirect_uri');
  if (!client.redirect_uri.includes(redirectUri)) throw new Refusal(422, 42210000, NO_REDIRECT);
  const asked = isRecord(body) ? body['scope'] : undefined;
  const scope = typeof asked === 'string' ? parseScope(asked) : undefined;
  if (scope === undefined || !isRegisteredFor(client, scope))
    throw new Refusal(422, 42210000, NO_SCOPE);
  return { clientId: client.client_id, accountId, redirectUri, scope };
}

/** Not of the wire that is spoken here: an authorization page of this broker may bind its codes (RFC 7636). */
function challengeIn(body: unknown): Pick<Grant, 'codeChallenge'> {
  const field = readFields(body);
  const codeChallenge = field('code_challenge');
  const method = field('code_challenge_method');
  if (codeChallenge === '' && method === '') return {};
  if (method !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge))
    throw new Refusal(422, 42210000, NO_CHALLENGE);
  return { codeChallenge };
}

/** A verifier for a code without a challenge is refused too: somebody took the challenge out on the way. */
function isBoundTo({ codeChallenge }: Grant, verifier: string): boolean {
  if (codeChallenge === undefined) return verifier === '';
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return createHash('sha256').update(verifier).digest('base64url') === codeChallenge;
}

/** Each kind of refusal by its standard name (RFC 6749, 5.2), with a sentence for who wrote the application. */
const REFUSALS = {
  wrong_secret: [401, 'invalid_client', NOT_ITS_OWN],
  disabled: [401, 'invalid_client', 'the application is disabled'],
  unknown_code: [400, 'invalid_grant', 'the code is not one of this broker'],
  expired_code: [400, 'invalid_grant', 'the code expired: it is good for ten minutes'],
  used_code: [400, 'invalid_grant', 'the code was used before: it is good once'],
  replayed_code: [
    400,
    'invalid_grant',
    'the code was used before: it is good once, and the token that it gave has ended',
  ],
  revoked_code: [400, 'invalid_grant', 'the code was revoked before it was used'],
  other_client: [400, 'invalid_grant', 'the code was issued to another client_id'],
  other_redirect: [400, 'invalid_grant', 'redirect_uri is not the one the code was issued for'],
  other_verifier: [400, 'invalid_grant', 'code_verifier does not fit the code_challenge'],
} as const satisfies Record<
  Exclude<ExchangeOutcome, 'exchanged'>,
  readonly [number, string, string]
>;

function exchangeCode(deps: Deps, field: (name: string) => string) {
  const { clients, grants, exchanges } = deps;
  const needed = ['grant_type', 'client_id', 'code', 'redirect_uri'];
  const missing = needed.filter((name) => field(name) === '');
  const grantType = field('grant_type');
  if (grantType !== '' && grantType !== 'authorization_code')
    throw refuseForm(400, 'unsupported_grant_type', 'grant_type must be authorization_code');
  if (missing.length > 0)
    throw refuseForm(400, 'invalid_request', `missing: ${missing.join(', ')}`);
  const known = clients.find(field('client_id'));
  if (!known) throw refusalOf('wrong_secret');
  const grant = grantFor(deps, known, field);
  const outcome = typeof grant === 'string' ? grant : 'exchanged';
  exchanges.record(known.client_id, field('code'), outcome);
  if (typeof grant === 'string') throw refusalOf(grant);
  return { access_token: grants.issueToken(grant), token_type: 'bearer', scope: grant.scope };
}

function refusalOf(outcome: keyof typeof REFUSALS): Refusal {
  const [status, error, message] = REFUSALS[outcome];
  return refuseForm(status, error, message);
}

/** What the code stands for, or why it stands for nothing. A client that proved itself uses its code up either way. */
function grantFor(
  { clients, grants, exchanges, connections }: Deps,
  client: OAuthClient,
  field: (name: string) => string,
): Grant | keyof typeof REFUSALS {
  if (!clients.verify(client.client_id, field('client_secret'))) return 'wrong_secret';
  if (client.status !== 'ACTIVE') return 'disabled';
  const grant = grants.redeemCode(field('code'));
  const fate = exchanges.useCode(field('code'));
  if (!grant) {
    // RFC 6749, 4.1.2: who sent it first may not be the one that it was for.
    const ended = grants.revokeGrant(client.client_id, grantIdOf(field('code')));
    if (ended === 0) return fate;
    connections.endRevoked();
    return 'replayed_code';
  }
  if (grant.clientId !== client.client_id) return 'other_client';
  if (grant.redirectUri !== field('redirect_uri')) return 'other_redirect';
  return isBoundTo(grant, field('code_verifier')) ? grant : 'other_verifier';
}

function isRegisteredFor({ scopes }: OAuthClient, scope: string): boolean {
  const allowed: readonly string[] | undefined = scopes;
  return (
    allowed === undefined || scope.split(' ').every((name) => name === '' || allowed.includes(name))
  );
}

function hasAccess(deps: Deps, caller: Caller, client: OAuthClient): boolean {
  const owner = client.owner_account_id;
  return owner === undefined || owner === caller.accountId || deps.isOperator(caller);
}

const noClient = () => new Refusal(401, 40110000, NO_CLIENT);
