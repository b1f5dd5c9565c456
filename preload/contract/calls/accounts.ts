// Managing accounts. Secrets are written here and read nowhere.
import { z } from 'zod';
import {
  AccountLabel,
  AccountProfile,
  CredentialsInput,
  HostSet,
  KeyHome,
  KeyHomeStatus,
  Passphrase,
} from '#contract/accounts.ts';
import { Nothing, OfAccount } from '#contract/calls/shared.ts';
import { FeedChoice } from '#contract/market-state.ts';
import { AccountId } from '#contract/records.ts';

const KeepIn = KeyHome.exclude(['none']);

/** How a key is to be stored: where, and whether it may be stored although the broker could not be asked. */
const Keeping = {
  keepIn: KeepIn,
  isUnverifiedAllowed: z.boolean(),
};

export const accountCalls = {
  'accounts.list': { input: Nothing, output: z.array(AccountProfile) },
  /** Opens its journal and streams if they are not, waiting for its key; it stays open. */
  'accounts.open': { input: OfAccount, output: AccountProfile },
  /** Asks the broker with these keys and stores nothing. */
  'accounts.check': {
    input: z.strictObject({
      environment: z.enum(['paper', 'live']),
      hosts: HostSet.optional(),
      credentials: CredentialsInput,
    }),
    output: z.strictObject({ accountNumber: z.string(), environment: z.enum(['paper', 'live']) }),
  },
  /** The check of a key that was just typed ends now; nothing is stored. */
  'accounts.stopCheck': { input: Nothing, output: z.null() },
  /** Checks, then stores. Without hosts those of Alpaca's environment of that name are meant. */
  'accounts.connect': {
    input: z.strictObject({
      label: AccountLabel,
      environment: z.enum(['paper', 'live']),
      hosts: HostSet.optional(),
      credentials: CredentialsInput,
      ...Keeping,
    }),
    output: AccountProfile,
  },
  'accounts.rotate': {
    input: OfAccount.extend({ credentials: CredentialsInput, ...Keeping }),
    output: AccountProfile,
  },
  'accounts.rename': { input: OfAccount.extend({ label: AccountLabel }), output: AccountProfile },
  /** Where its prices come from, from now on; what was refused before is tried again. */
  'accounts.setFeed': { input: OfAccount.extend({ feed: FeedChoice }), output: AccountProfile },
  'accounts.reorder': {
    input: z.strictObject({ accountIds: z.array(AccountId).max(100) }),
    output: z.array(AccountProfile),
  },
  /** What removing it would lose, a sentence each. */
  'accounts.losses': { input: OfAccount, output: z.array(z.string()) },
  /** What its journal knows, orders with their evidence, as the text of a file. */
  'accounts.record': { input: OfAccount, output: z.strictObject({ text: z.string() }) },
  /** Removes it with its key. Refused while an order of it is unknown, unless `isLossAccepted`. */
  'accounts.remove': {
    input: OfAccount.extend({ isLossAccepted: z.boolean() }),
    output: z.array(AccountProfile),
  },
  /** Main itself asks for the account number. */
  'accounts.arm': { input: OfAccount, output: AccountProfile },
  'accounts.disarm': { input: OfAccount, output: AccountProfile },
  'keys.status': { input: Nothing, output: KeyHomeStatus },
  /** Forgets the stored key of an account; the account stays. */
  'keys.remove': { input: OfAccount, output: AccountProfile },
  /** Keeps the key elsewhere without its being typed again; to where it is: removes the copies of moves cut short. */
  'keys.move': { input: OfAccount.extend({ keepIn: KeepIn }), output: AccountProfile },
  /** Opens the sealed file, or makes it when there is none. */
  'keys.unseal': { input: z.strictObject({ passphrase: Passphrase }), output: KeyHomeStatus },
  /** Of the sealed file. */
  'keys.changePassphrase': {
    input: z.strictObject({ current: Passphrase, next: Passphrase }),
    output: KeyHomeStatus,
  },
  /** Stops waiting for the keychain's prompt. */
  'keys.stopWaiting': { input: Nothing, output: KeyHomeStatus },
} as const;
