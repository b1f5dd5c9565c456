// What a scope would let an application do, in plain words and with this account's own figures.
import type { Authorization } from '#contract/oauth.ts';
import { scopesOf } from '#main/domain/applications/authorization-link.ts';
import { moneyText } from '#main/domain/words.ts';

type Meaning = Authorization['scopes'][number];
type Reach = Pick<Authorization['reach'], 'positions' | 'buyingPower' | 'readAt'>;

/** Reading comes first: every application that is let in can do it. */
export function scopeMeanings(scope: string, reach: Reach): Meaning[] {
  const always: Meaning = {
    scope: '',
    isKnown: true,
    text: 'See this account: its balance, its positions, its orders and its history.',
  };
  return [always, ...scopesOf(scope).map((name) => meaningOf(name, reach))];
}

function meaningOf(scope: string, reach: Reach): Meaning {
  switch (scope) {
    case 'trading':
      return { scope, isKnown: true, text: tradingText(reach) };
    case 'account:write':
      return { scope, isKnown: true, text: 'Change this account’s settings and watchlists.' };
    case 'data':
      return { scope, isKnown: true, text: 'Read market data in your name and with your plan.' };
    case 'general':
      return { scope, isKnown: true, text: 'A general permission; it adds nothing of its own.' };
    default:
      return {
        scope,
        isKnown: false,
        text: 'Ballast does not know this permission and cannot say what it allows. Ask the broker before you allow it.',
      };
  }
}

function tradingText({ positions, buyingPower, readAt }: Reach): string {
  if (readAt === undefined)
    return 'Place, change and cancel orders without asking you, with all that this account holds. It was not read yet, so how much that is cannot be said.';
  const sell =
    positions === 0
      ? 'there is no position it could sell'
      : `it could sell ${positions === 1 ? 'your one position' : `all ${positions} of your positions`}`;
  const buy =
    buyingPower === undefined
      ? 'use all of your buying power'
      : `buy for up to ${moneyText(buyingPower)}`;
  const join = positions === 0 ? ', and it could ' : ' and ';
  return `Place, change and cancel orders without asking you. Right now ${sell}${join}${buy}.`;
}
