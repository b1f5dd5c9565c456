// What a scope would let an application do, in plain words and with this account's own figures. Whatever the broker lets a
// token do is said, also what nobody expects of a word like `trading`.
import type { Authorization } from '#contract/oauth.ts';
import { scopesOf } from '#main/domain/applications/authorization-link.ts';
import { sign, type Decimal } from '#main/domain/decimal.ts';
import { moneyText } from '#main/domain/words.ts';

type Meaning = Authorization['scopes'][number];

/** What an application could reach, with what the page does not draw beside it. */
export type Reach = Authorization['reach'] & {
  /** What could leave as tokens. */
  longValue?: Decimal | undefined;
  hasLong: boolean;
  canShort: boolean;
  mayMint: 'yes' | 'no' | 'unknown';
  /** This broker is known to let `trading` mint. */
  isMintCovered: boolean;
};

const READING =
  'See this account: its balance, positions, orders, history and the wallets that shares were sent to. Its requests count toward the same limit as yours.';
const DATA =
  'Read market data in your name and with your plan. An account has one price stream: while the application uses it, the broker may refuse Ballast’s own.';
const UNKNOWN =
  'Ballast does not know this permission. Assume that it allows everything, including trading and sending shares out, and ask the broker before you allow it.';

/** Reading comes first: every application that is let in can do it. */
export const scopeMeanings = (scope: string, reach: Reach): Meaning[] => [
  { scope: '', isKnown: true, text: READING },
  ...scopesOf(scope).flatMap((name) => meaningsOf(name, reach)),
];

/** Those that Ballast cannot explain. */
export const unknownScopes = (scope: string): string[] =>
  scopesOf(scope).filter((name) => !KNOWN.has(name));

const KNOWN = new Set(['trading', 'account:write', 'data', 'general']);

function meaningsOf(scope: string, reach: Reach): Meaning[] {
  const known = (text: string): Meaning => ({ scope, isKnown: true, text });
  switch (scope) {
    case 'trading':
      return [known(tradingText(reach)), { ...known(mintText(reach)), ...graveIf(reach) }];
    case 'account:write':
      return [
        known(
          'Change this account’s settings, such as margin, short selling and suspended trading, and its watchlists.',
        ),
      ];
    case 'data':
      return [known(DATA)];
    case 'general':
      return [known('A general permission; it adds nothing by itself.')];
    default:
      return [{ scope, isKnown: false, text: UNKNOWN }];
  }
}

function tradingText(reach: Reach): string {
  const { positions, value, unpriced, buyingPower, readAt, canShort } = reach;
  const place = 'Place, change and cancel orders without asking you';
  if (readAt === undefined)
    return `${place}, with everything in this account. The account has not been read yet, so the amount is not known.`;
  const without = unpriced === 0 ? '' : `, not counting ${unpriced} without a price`;
  const worth = value === undefined ? '' : ` ($${moneyText(value)}${without})`;
  const sell =
    positions === 0 ? 'it has no position to sell' : `it could sell ${allOf(positions)}${worth}`;
  const buying = canShort ? 'buy or sell short' : 'buy';
  const buy =
    buyingPower === undefined
      ? `${buying} with all of your buying power`
      : `${buying} for up to $${moneyText(buyingPower)}`;
  const join = positions === 0 ? ', and it could ' : ' and ';
  const when = isOld(reach) ? 'When this account was last read,' : 'Right now';
  return `${place}. ${when} ${sell}${join}${buy}.`;
}

const allOf = (positions: number): string =>
  positions === 1
    ? 'your one position'
    : `${positions === 2 ? 'both' : `all ${positions}`} of your positions`;

/** What could not be read when the question was opened is not true of now. */
const isOld = ({ whyOld }: Reach): boolean => whyOld !== undefined;

const graveIf = ({ mayMint }: Reach): Pick<Meaning, 'isGrave'> =>
  mayMint === 'no' ? {} : { isGrave: true };

function mintText(reach: Reach): string {
  const { mayMint, isMintCovered, readAt, hasLong, longValue, buyingPower } = reach;
  if (mayMint === 'no')
    return 'This account is not allowed to mint, so no shares can leave it as tokens. If it is allowed to later, this application can mint too.';
  const act = 'Send shares out of this account as tokens, to any wallet, without asking you';
  const worth =
    longValue === undefined || sign(longValue) === 0 ? '' : `, worth $${moneyText(longValue)}`;
  // Who may buy and mint sends out more than is held, on credit as well.
  const limit =
    buyingPower === undefined || sign(buyingPower) <= 0
      ? ''
      : `, for up to $${moneyText(buyingPower)}`;
  const held = isOld(reach)
    ? 'everything you held when this account was last read'
    : 'right now everything you hold';
  const now =
    readAt === undefined
      ? ': everything this account holds, and anything it buys first.'
      : hasLong
        ? `: ${held}${worth}, and anything it buys first${limit}.`
        : `. You hold nothing ${isOld(reach) ? 'as far as is known' : 'right now'}; anything it buys${limit === '' ? '' : `${limit},`} could be sent out.`;
  const doubts = [
    mayMint === 'unknown' && 'The broker has not said whether this account is allowed to mint.',
    !isMintCovered &&
      'The broker does not document whether this permission covers mints: assume that it does.',
  ].filter((doubt) => doubt !== false);
  return [`${act}${now} They do not come back on their own.`, ...doubts].join(' ');
}
