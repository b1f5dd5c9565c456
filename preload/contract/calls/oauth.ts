import { z } from 'zod';
import { AccountLabel, AccountProfile, HostSet } from '#contract/accounts.ts';
import { OfAccount } from '#contract/calls/shared.ts';
import {
  AccessList,
  Authorization,
  AuthorizationAnswer,
  AuthorizationAsk,
  Grant,
  OAuthReadiness,
} from '#contract/oauth.ts';

const Secret = z.string().trim().min(1, 'is missing').max(512);
const ClientId = AuthorizationAsk.shape.clientId;
const OfAsk = OfAccount.extend({ askId: z.uuid() });

export const oauthCalls = {
  /** Reads a ballast://oauth/authorize link. Calm about anything that is not one. */
  'oauth.readLink': {
    input: z.strictObject({
      link: z.string().max(10_000, 'The link is too long'),
    }),
    output: AuthorizationAsk,
  },
  'oauth.prepare': { input: OfAccount.extend({ ask: AuthorizationAsk }), output: Authorization },
  'oauth.allow': { input: OfAsk, output: AuthorizationAnswer },
  'oauth.deny': { input: OfAsk, output: AuthorizationAnswer },
  /** Opens the address of an answer in the browser: the person's click. */
  'oauth.openAnswer': { input: OfAsk, output: z.null() },
  /** Notes that the address of an answer is taken to a browser by hand, and answers it. */
  'oauth.copyAnswer': { input: OfAsk, output: z.string() },
  'oauth.readiness': { input: OfAccount, output: OAuthReadiness },
  'oauth.configure': {
    input: OfAccount.extend({
      brokerHost: HostSet.shape.broker,
      brokerPair: z.strictObject({ keyId: Secret, secretKey: Secret }).optional(),
      brokerAccountId: z.string().trim().max(64).optional(),
    }),
    output: OAuthReadiness,
  },
  'oauth.saveClientSecret': {
    input: OfAccount.extend({ clientId: ClientId, clientSecret: Secret }),
    output: OAuthReadiness,
  },
  'oauth.removeClientSecret': {
    input: OfAccount.extend({ clientId: ClientId }),
    output: OAuthReadiness,
  },
  /** Issues a token to an app of one's own; it connects an account, or main shows it once, past the page. */
  'oauth.issueToken': {
    input: OfAccount.extend({
      clientId: ClientId,
      redirectUri: AuthorizationAsk.shape.redirectUri,
      scope: AuthorizationAsk.shape.scope,
      connectAs: AccountLabel.optional(),
      isShown: z.boolean(),
    }),
    output: z.strictObject({
      scope: z.string(),
      connected: AccountProfile.optional(),
      /** Main showed it to the person, where no page can read. */
      wasShown: z.literal(true).optional(),
      /** What did not work after the token was issued. */
      note: z.string().optional(),
    }),
  },
  'oauth.grants': { input: OfAccount, output: z.array(Grant) },
  'oauth.access': { input: OfAccount, output: AccessList },
  /** Takes back everything that an application has of an account. */
  /** All that an application has, or one of its accesses. */
  'oauth.revoke': {
    input: OfAccount.extend({ clientId: ClientId, grantId: z.string().min(1).max(64).optional() }),
    output: AccessList,
  },
} as const;
