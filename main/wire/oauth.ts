// The three OAuth operations of the broker's host.
import { z } from 'zod';
import { decoderOf, listDecoderOf, omit, Timestamp } from '#main/wire/decode.ts';
import { isRecord } from '#main/tools/json.ts';
import { snakeKeys } from '#main/wire/names.ts';

/** An app as the authorization page shows it. No member of it is promised (docs/wire.md, "OAuth operations"). */
export const OAuthClientRecord = z.object({
  clientId: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  url: z.string().optional(),
  termsOfUse: z.string().optional(),
  privacyPolicy: z.string().optional(),
  status: z.string().optional(),
  redirectUri: z.array(z.string()).optional(),
  liveTradingApproved: z.boolean().optional(),
});
export type OAuthClientRecord = z.infer<typeof OAuthClientRecord>;

export const OAuthCode = z.object({
  code: z.string(),
  clientId: z.string().optional(),
  redirectUri: z.string().optional(),
  scope: z.string().optional(),
});
export type OAuthCode = z.infer<typeof OAuthCode>;

export const OAuthToken = z.object({
  accessToken: z.string(),
  tokenType: z.string().optional(),
  scope: z.string().optional(),
});
export type OAuthToken = z.infer<typeof OAuthToken>;

/** One token that opens an account. Of the practice broker alone (docs/paper.md, "Where it decides for itself"). */
export const OAuthGrant = z.object({
  clientId: z.string(),
  scope: z.string(),
  grantedAt: Timestamp,
  grantId: z.string().optional(),
  name: z.string().optional(),
  status: z.string().optional(),
  lastUsedAt: Timestamp.optional(),
  openConnections: z.number().int().optional(),
});
export type OAuthGrant = z.infer<typeof OAuthGrant>;

export type OAuthTokenRequest = {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  scope: string;
  accountId: string;
  /** Of the practice broker alone: the broker's own wire has no such member (docs/wire.md, "OAuth operations"). */
  codeChallenge?: string | undefined;
};

/** The spec has a list of redirect addresses; a single one is read as a list of one. */
export const decodeOAuthClient = decoderOf('OAuth client', OAuthClientRecord, (record) =>
  isRecord(record) && typeof record['redirectUri'] === 'string'
    ? { ...record, redirectUri: [record['redirectUri']] }
    : record,
);
export const decodeOAuthCode = decoderOf('OAuth code', OAuthCode);
export const decodeOAuthGrants = listDecoderOf(
  'list of access',
  decoderOf('access', OAuthGrant, undefined, omit),
);
export const decodeOAuthToken = decoderOf('OAuth token', OAuthToken);

export const encodeOAuthRequest = (request: OAuthTokenRequest): string =>
  JSON.stringify(
    snakeKeys({
      ...request,
      ...(request.codeChallenge !== undefined && { codeChallengeMethod: 'S256' }),
    }),
  );
