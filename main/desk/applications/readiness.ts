// What is missing before an application can be let in to an account, in words.
import type { AccountProfile } from '#contract/accounts.ts';
import type { OAuthReadiness } from '#contract/oauth.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { EmbeddedOAuth } from '#main/desk/practice/demo-app.ts';
import type { OAuthSettings } from '#main/desk/settings/read-settings.ts';

/** An account, as far as its broker's address and its id there are concerned. */
export type BrokerAccount = { profile: AccountProfile; unit: { book: Pick<Book, 'account'> } };

export const NO_HOST =
  'The broker’s address is missing. Applications are registered there, for example at https://broker-api.sandbox.alpaca.markets.';
export const NO_PAIR =
  'The broker’s key pair is missing. These operations belong to the broker partner; the account’s own key does not work for them.';
export const NO_ACCOUNT_ID =
  'The broker’s id for this account is missing. It arrives when the account is first read, or you can enter it.';
const NO_SECRETS =
  'No client secret is stored. Giving an application access needs that application’s secret.';

export function readinessOf(
  account: BrokerAccount,
  settings: OAuthSettings,
  embedded: EmbeddedOAuth | undefined,
): OAuthReadiness {
  const isEmbedded = embedded !== undefined;
  const demo = embedded?.demo;
  const brokerAccountId = settings.brokerAccountId ?? ownIdOf(account);
  const hasBrokerHost = isEmbedded || settings.brokerHost !== undefined;
  const hasBrokerPair = isEmbedded || settings.hasBrokerPair;
  const clientIds = [...new Set([...(demo ? [demo.clientId] : []), ...settings.clientIds])];
  return {
    hasBrokerHost,
    hasBrokerPair,
    ...(brokerAccountId !== undefined && { brokerAccountId }),
    clientIds,
    missing: [
      ...(hasBrokerHost ? [] : [NO_HOST]),
      ...(hasBrokerPair ? [] : [NO_PAIR]),
      ...(brokerAccountId === undefined ? [NO_ACCOUNT_ID] : []),
      ...(clientIds.length > 0 ? [] : [NO_SECRETS]),
    ],
    isEmbedded,
    ...(demo && { demoLink: demo.link }),
  };
}

/** The broker's id of the account is the one that comes with its reading of the account. */
export function ownIdOf({ unit }: BrokerAccount): string | undefined {
  return unit.book.account()?.account.id || undefined;
}

/** An id that was entered and is not known to be the account's own: the broker's pair opens others as well. */
export const otherIdOf = (account: BrokerAccount, accountId: string): string | undefined =>
  accountId === ownIdOf(account) ? undefined : accountId;
