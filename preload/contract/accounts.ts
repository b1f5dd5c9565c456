// Accounts as a person manages them: who they are, where they live, where their keys are kept. Keys go in through the
// calls and come out through nothing.
import { z } from 'zod';
import { FeedChoice } from '#contract/market-state.ts';
import { TypedName } from '#contract/names.ts';
import { AccountId, Environment } from '#contract/records.ts';
import { TradingState } from '#contract/trading.ts';
import { Unwatched } from '#contract/unwatched.ts';

const Label = z
  .string()
  .trim()
  .min(1, 'give it a name')
  .max(60, 'must be at most 60 characters')
  .regex(/^[^\p{C}]*$/u, 'must be plain text on one line');
export const AccountLabel = TypedName(60);

const webAddress = (schemes: readonly string[], example: string) =>
  z
    .string()
    .trim()
    .max(200)
    // What is no address ends the check here: rules about hosts that come after it read them.
    .refine((text) => isAddress(text, schemes), {
      error: `must be an address such as ${example}`,
      abort: true,
    });

/** No user, password, query or fragment; the scheme is one of these. */
function isAddress(text: string, schemes: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash, hostname } = new URL(text);
  const isPlain = username === '' && password === '' && search === '' && hash === '';
  return isPlain && hostname !== '' && schemes.includes(protocol);
}

/** Where the wire of an account lives. Plain http and ws are for this computer alone; main refuses them elsewhere. */
export const HostSet = z.strictObject({
  rest: webAddress(['https:', 'http:'], 'https://paper-api.alpaca.markets'),
  data: webAddress(['https:', 'http:'], 'https://data.alpaca.markets'),
  tradeStream: webAddress(['wss:', 'ws:'], 'wss://paper-api.alpaca.markets/stream'),
  dataStream: webAddress(['wss:', 'ws:'], 'wss://stream.data.alpaca.markets/v2/iex'),
  /** Only for the operations of OAuth apps. */
  broker: webAddress(['https:', 'http:'], 'https://broker-api.sandbox.alpaca.markets').optional(),
});
export type HostSet = z.infer<typeof HostSet>;

const Secret = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `${what} is missing`)
    .max(512, `${what} is too long`)
    .regex(/^[\x21-\x7e]+$/, `${what} contains spaces or characters that a key cannot have`);

/** What an account proves itself with. Travels into main and never back. */
export const CredentialsInput = z.union([
  z.strictObject({ keyId: Secret('the key ID'), secretKey: Secret('the secret key') }),
  z.strictObject({ token: Secret('the token') }),
]);
export type CredentialsInput = z.infer<typeof CredentialsInput>;

/** Where a key is kept; 'none' when it must be typed again. */
export const KeyHome = z.enum(['keychain', 'sealed-file', 'this-run', 'none']);
export type KeyHome = z.infer<typeof KeyHome>;

export const Passphrase = z.string().min(8, 'must have at least 8 characters').max(512);

/** An account as the screens know it. Credentials are never part of it. */
export const AccountProfile = z.strictObject({
  accountId: AccountId,
  label: Label,
  environment: Environment,
  /** Absent for the practice account, whose broker moves with each start. */
  hosts: HostSet.optional(),
  proof: z.enum(['key', 'token']),
  keyHome: KeyHome,
  /** Where a copy of it may be besides: a move was cut short, or a keychain did not give it up. */
  otherCopies: z.array(KeyHome.exclude(['none'])).optional(),
  /** It was looked for where it is said to be, and is not there: on a computer that the folder was copied to. */
  isKeyMissing: z.boolean().optional(),
  /** Its last key was for one run, which is over. */
  wasForOneRun: z.boolean().optional(),
  /** The broker has accepted the stored key. */
  isVerified: z.boolean(),
  /** As the broker told it when the key was checked. */
  accountNumber: z.string().optional(),
  /** The feed of its prices, as chosen; absent for the best that the broker lets it have. */
  feed: FeedChoice.optional(),
  /** A live account takes orders only after a person armed it in this start. Others are always armed. */
  isArmed: z.boolean(),
  /** Its streams and its journal are open in this desk. */
  isOpen: z.boolean(),
  /** Why it is not usable now, in a sentence: a key that is missing, a keychain that waits, a refused key. */
  problem: z.string().optional(),
  /** Nobody watches it: why, what was last known of it, and what mends it. */
  unwatched: Unwatched.optional(),
});
export type AccountProfile = z.infer<typeof AccountProfile>;

export const KeyHomeStatus = z.strictObject({
  /** Where a key could be kept on this computer, and why not where it cannot. */
  homes: z.array(
    z.strictObject({
      home: KeyHome.exclude(['none']),
      isAvailable: z.boolean(),
      why: z.string().optional(),
    }),
  ),
  /** A sealed file opens with its passphrase, once per start. */
  sealedFile: z.enum(['none', 'locked', 'open']),
  /** The keychain shows its own prompt and waits for an answer. */
  isWaiting: z.boolean(),
  /** The account whose key that is about, by its name. */
  waitsFor: z.string().optional(),
});
export type KeyHomeStatus = z.infer<typeof KeyHomeStatus>;

/** The lock of the desk, and what a person should know before anything else. */
export const LockState = z.strictObject({
  isLocked: z.boolean(),
  /** A passphrase for the lock was set, so that it can be locked. */
  canLock: z.boolean(),
  /** Minutes without a touch after which it locks itself; 0 never. */
  lockAfterMinutes: z.number().int().min(0).max(1_440),
  /** How long no passphrase is looked at from now on, after too many wrong ones. No date, which somebody may set. */
  waitMs: z.number().optional(),
  /** Notes about the start: a damaged settings file that was set aside, a newer file that was refused. */
  notes: z.array(z.string()),
});
export type LockState = z.infer<typeof LockState>;

/** The desk as a whole, told while it is locked too: also whether all trading is stopped. */
/** A backup or a restore that reads or writes, and how far it is. */
export const DataWork = z.strictObject({
  kind: z.enum(['backup', 'restore']),
  percent: z.number().int().min(0).max(100),
  canCancel: z.boolean(),
});
export type DataWork = z.infer<typeof DataWork>;

export const DeskState = LockState.extend(
  TradingState.pick({ isStopped: true, stopNote: true }).shape,
).extend({ dataWork: DataWork.optional() });
export type DeskState = z.infer<typeof DeskState>;
