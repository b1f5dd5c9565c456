// The three OAuth operations, at the broker's own host. A code or token that got lost is asked
// for again by the person, so these answer plain Results; they are never repeated by themselves.
import { z } from 'zod';
import type { Result } from '#contract/failure.ts';
import type { Caller } from '#main/broker/calls/caller.ts';
import { Id, Text } from '#main/broker/calls/inputs.ts';
import { changeOperation, decodeNothing, readOperation } from '#main/broker/calls/operation.ts';
import { resultOfSent } from '#main/broker/http/sent.ts';
import {
  decodeOAuthClient,
  decodeOAuthCode,
  decodeOAuthGrants,
  decodeOAuthToken,
  encodeOAuthRequest,
  type OAuthClientRecord,
  type OAuthCode,
  type OAuthGrant,
  type OAuthToken,
  type OAuthTokenRequest,
} from '#main/wire/oauth.ts';
import type { Decode } from '#main/wire/decode.ts';
import { snakeKeys } from '#main/wire/names.ts';
import type { Listed } from '#main/wire/oddities.ts';
import { pathWith } from '#main/wire/paths.ts';

const OAuthClientQuery = z.strictObject({
  clientId: Id,
  responseType: z.enum(['code', 'token']).optional(),
  redirectUri: Text.optional(),
  scope: Text.optional(),
});
type OAuthClientQuery = z.infer<typeof OAuthClientQuery>;

const TokenRequest = z.strictObject({
  clientId: Text.min(1),
  clientSecret: Text,
  redirectUri: Text,
  scope: Text,
  accountId: Text.min(1),
  codeChallenge: Text.optional(),
});

const RevokedAccess = z.strictObject({
  clientId: Text.min(1),
  accountId: Text.min(1),
  grantId: Text.min(1).optional(),
});

export type OAuthCalls = {
  /** What the authorization page shows. */
  oauthClient(query: OAuthClientQuery, signal?: AbortSignal): Promise<Result<OAuthClientRecord>>;
  authorizeOAuth(request: OAuthTokenRequest): Promise<Result<OAuthCode>>;
  issueOAuthToken(request: OAuthTokenRequest): Promise<Result<OAuthToken>>;
  /** Who has access to an account. Not every broker tells: then it is not found. */
  oauthGrants(query: { accountId: string }): Promise<Result<Listed<OAuthGrant>>>;
  /** Everything of one application, or one grant of it. Doing it twice is as good as once. */
  revokeOAuth(access: z.infer<typeof RevokedAccess>): Promise<Result<null>>;
};

export function createOAuthCalls(broker: Caller): OAuthCalls {
  function ask<T>(path: string, decode: Decode<T>) {
    const send = changeOperation(broker, {
      input: TokenRequest,
      lane: 'read',
      request: (request) => ({
        method: 'POST',
        path,
        body: encodeOAuthRequest(request),
        secret: request.clientSecret,
      }),
      decode,
    });
    return async (request: OAuthTokenRequest) => resultOfSent(await send(request));
  }
  const revoke = changeOperation(broker, {
    input: RevokedAccess,
    lane: 'read',
    request: (access) => ({
      method: 'POST',
      path: '/v1/oauth/revoke',
      body: JSON.stringify(snakeKeys(access)),
    }),
    decode: decodeNothing,
  });
  return {
    oauthClient: readOperation(broker, {
      input: OAuthClientQuery,
      lane: 'read',
      path: ({ clientId, ...query }) => pathWith(`/v1/oauth/clients/${clientId}`, query),
      decode: decodeOAuthClient,
    }),
    authorizeOAuth: ask('/v1/oauth/authorize', decodeOAuthCode),
    issueOAuthToken: ask('/v1/oauth/token', decodeOAuthToken),
    oauthGrants: readOperation(broker, {
      input: z.strictObject({ accountId: Text.min(1) }),
      lane: 'read',
      path: (query) => pathWith('/v1/oauth/grants', query),
      decode: decodeOAuthGrants,
    }),
    async revokeOAuth(access) {
      return resultOfSent(await revoke(access));
    },
  };
}
