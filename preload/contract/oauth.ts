// Third-party applications that ask for access to an account.
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';

/** What a link or a form asks for, as it was given. */
export const AuthorizationAsk = z.strictObject({
  clientId: z.string().trim().min(1, 'is missing').max(64),
  responseType: z.string().trim().max(20),
  redirectUri: z.string().trim().max(2_000),
  scope: z.string().trim().max(500),
  state: z.string().max(2_000).optional(),
  /** Which kind of account it is for, live or paper; absent when it leaves that open. */
  env: z.string().max(20).optional(),
  /** PKCE, S256: only who knows what it was made of can use the code. */
  codeChallenge: z.string().max(128).optional(),
});
export type AuthorizationAsk = z.infer<typeof AuthorizationAsk>;

/** What the app could do with this account right now, one sentence a scope. */
const ScopeMeaning = z.strictObject({
  scope: z.string(),
  isKnown: z.boolean(),
  text: z.string(),
  /** What does not come back when it is misused. */
  isGrave: z.literal(true).optional(),
});

/** Everything the authorization page shows. */
export const Authorization = z.strictObject({
  /** Under which Allow and Deny are answered; made by main and good once. */
  askId: z.uuid(),
  ask: AuthorizationAsk,
  app: z.strictObject({
    name: z.string(),
    description: z.string().optional(),
    url: z.string().optional(),
    termsOfUse: z.string().optional(),
    privacyPolicy: z.string().optional(),
    status: z.string().optional(),
    liveTradingApproved: z.boolean().optional(),
  }),
  /** The broker was asked about it. Without the broker's key pair only the link itself is known. */
  isLookedUp: z.boolean(),
  scopes: z.array(ScopeMeaning),
  reach: z.strictObject({
    positions: z.number().int(),
    buyingPower: Decimal.optional(),
    /** What all positions are worth, and how many of them have no price. */
    value: Decimal.optional(),
    unpriced: z.number().int(),
    /** What is held, the largest first; `positions` counts all of them. */
    holdings: z.array(
      z.strictObject({ symbol: z.string(), qty: Decimal, marketValue: Decimal.optional() }),
    ),
    /** When the account was last read, epoch ms; absent when it was not yet. */
    readAt: z.number().optional(),
    /** Why it could not be read when the question was opened. */
    whyOld: z.string().optional(),
  }),
  /** How long access lasts, and how it is taken back. */
  lasts: z.string(),
  /** The broker's own page for the same question, where it has one and Ballast cannot answer. */
  brokerPage: z.string().optional(),
  /** Where the code would go, in full. */
  destination: z.string(),
  /** The app's own list has exactly this address, and it is one that may be opened. */
  isDestinationListed: z.boolean(),
  /** Why Allow is off; absent when it is on. */
  whyNot: z.string().optional(),
  /** What to look at before allowing: a missing state, an unknown scope, a disabled app. */
  warnings: z.array(z.string()),
});
export type Authorization = z.infer<typeof Authorization>;

/** Where to go with the answer; nothing is opened until the person says so. */
export const AuthorizationAnswer = z.strictObject({
  isAllowed: z.boolean(),
  /** The person allowed it, and the broker did not. */
  isRefused: z.literal(true).optional(),
  /** The whole address with code or error and state; absent when nothing may be opened. */
  address: z.string().optional(),
  note: z.string().optional(),
});
export type AuthorizationAnswer = z.infer<typeof AuthorizationAnswer>;

const Entry = z.strictObject({
  at: z.number(),
  accountId: z.uuid(),
  clientId: z.string(),
  appName: z.string(),
  scope: z.string(),
  /** By which the broker and this desk mean the same grant; entries of earlier editions have none. */
  grantId: z.string().optional(),
});

/** One line of the journal: a decision, or what became of one. */
export const GrantEntry = Entry.extend({
  kind: z.enum(['code', 'token', 'denied', 'opened', 'copied', 'used', 'revoked']),
});
export type GrantEntry = z.infer<typeof GrantEntry>;

/** One decision that was made here, with what became of it. */
export const Grant = Entry.extend({
  kind: z.enum(['code', 'token', 'denied']),
  /** What became of the answer with the code; absent where that was not written down. */
  handedOver: z.enum(['no', 'opened', 'copied', 'used']).optional(),
  revokedAt: z.number().optional(),
});
export type Grant = z.infer<typeof Grant>;

/** One of the accesses of an application: a token, as the broker tells of it. */
const OneAccess = z.strictObject({
  /** By which it is taken back alone; absent where the broker does not name it. */
  grantId: z.string().optional(),
  scope: z.string(),
  since: z.number(),
  lastUsedAt: z.number().optional(),
  openConnections: z.number().int(),
  /** It comes from a decision on this machine. */
  isFromHere: z.boolean(),
});
export type OneAccess = z.infer<typeof OneAccess>;

/** An application that has access, or may have. */
const AppAccess = z.strictObject({
  clientId: z.string(),
  appName: z.string(),
  scope: z.string(),
  since: z.number(),
  /** What the broker tells; absent where it tells nothing. */
  told: z
    .strictObject({
      /** The oldest first. */
      tokens: z.array(OneAccess),
      lastUsedAt: z.number().optional(),
      openConnections: z.number().int(),
      isDisabled: z.boolean(),
      /** How many of the tokens come from no decision on this machine. */
      fromElsewhere: z.number().int(),
    })
    .optional(),
  /** The decisions on this machine that it comes from, newest first. */
  decisions: z.array(z.strictObject({ at: z.number(), kind: z.enum(['code', 'token']) })),
  /** To be sent to the broker where Ballast cannot take it back. */
  letter: z.string().optional(),
});
export type AppAccess = z.infer<typeof AppAccess>;

/** Who has access to an account. */
export const AccessList = z.strictObject({
  /** When the broker told it, epoch ms; absent where it does not tell, and this is what was decided here. */
  readAt: z.number().optional(),
  canRevoke: z.boolean(),
  applications: z.array(AppAccess),
  /** Why the broker tells nothing. */
  note: z.string().optional(),
  /** How access is taken back where Ballast cannot, step by step. */
  byHand: z.array(z.string()),
});
export type AccessList = z.infer<typeof AccessList>;

/** What the operations of OAuth apps need, and what of it is there. */
export const OAuthReadiness = z.strictObject({
  hasBrokerHost: z.boolean(),
  hasBrokerPair: z.boolean(),
  /** The id under which the broker knows this account. */
  brokerAccountId: z.string().optional(),
  /** The client ids whose secret is stored. */
  clientIds: z.array(z.string()),
  /** What is missing, a sentence each. */
  missing: z.array(z.string()),
  /** The broker is inside Ballast: nothing is to be entered. */
  isEmbedded: z.boolean(),
  /** A link to try the page with, where the broker has an app for that. */
  demoLink: z.string().optional(),
});
export type OAuthReadiness = z.infer<typeof OAuthReadiness>;

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** An answer goes to an https address, or to a program on this computer; no user, password or fragment in it. */
export function isReturnAddress(text: string): boolean {
  const url = /^https?:\/\/[^/\\]/i.test(text) ? URL.parse(text) : null;
  if (!url || url.username !== '' || url.password !== '' || /[#\\]/.test(text)) return false;
  return url.protocol === 'https:' || LOOPBACK.has(url.hostname);
}
