// What main says itself of an application is of the moment in which it asks: a page may have kept its question open.
import type { OAuthAccount } from '#main/desk/applications/describe-app.ts';
import type { OAuthCredentials } from '#main/desk/applications/oauth-credentials.ts';
import { readReach, unreadReach } from '#main/desk/applications/reach.ts';
import { otherIdOf } from '#main/desk/applications/readiness.ts';
import { scopeMeanings, type Reach } from '#main/domain/applications/oauth-scopes.ts';
import type { Delay } from '#main/ports.ts';

type Deps = { credentials: Pick<OAuthCredentials, 'readiness'>; delay: Delay };

export function createReachNow({ credentials, delay }: Deps) {
  /** The account at the broker that an application is let in to, where that is not known to be this one. */
  function otherId(account: OAuthAccount): string | undefined {
    const { brokerAccountId } = credentials.readiness(account);
    return brokerAccountId === undefined ? undefined : otherIdOf(account, brokerAccountId);
  }

  /** Read anew. Of another account than this one the desk reads nothing, and this one's figures are not true of it. */
  async function reach(account: OAuthAccount): Promise<Reach> {
    const { isEmbedded } = credentials.readiness(account);
    const read = await readReach(account.unit, isEmbedded, delay);
    return otherId(account) === undefined ? read : unreadReach(isEmbedded);
  }

  /** A sentence for each thing that it could do. */
  async function can(account: OAuthAccount, scope: string): Promise<string[]> {
    const { isEmbedded } = credentials.readiness(account);
    const meanings = scopeMeanings(scope, await reach(account));
    return [...meanings.map(({ text }) => text), lastsText(isEmbedded)];
  }

  return { otherId, reach, can };
}

export const lastsText = (isEmbedded: boolean): string =>
  isEmbedded
    ? 'Access does not expire: it lasts until you revoke it under “Who has access” on the Apps page.'
    : 'Access does not expire: it lasts until it is revoked. “Who has access” on the Apps page revokes it if the broker lets Ballast do that, and explains how if not.';
