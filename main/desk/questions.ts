// What main asks before walls come down and before something leaves a live account, in words. A page has no say in any of
// it: it can name an account as it likes, so that the question names its number as well.
import { notAllowed, type Failed } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import type { GuardSettings } from '#contract/trading.ts';
import { looserGuards } from '#main/domain/guards/looser.ts';
import type { Asking } from '#main/desk/asking.ts';
import type { StoredHome } from '#main/desk/keys/types.ts';

export type Named = {
  accountId: string;
  label: string;
  environment: string;
  accountNumber?: string | undefined;
};
type Application = {
  name: string;
  clientId: string;
  scope: string;
  /** The account at the broker that it is let in to, where that is not known to be this one. */
  otherAccountId?: string | undefined;
  /** What to look at first, and what it could do, in sentences of main's own. */
  warnings?: readonly string[];
  can?: readonly string[];
};
type Revoked = Pick<Application, 'name' | 'clientId' | 'otherAccountId'> & {
  one?: { scope: string; since: number } | undefined;
};

/** Each answers why it may not be; nothing after a yes. */
export type Questions = {
  exit(account: Named, what: string): Promise<Failed | undefined>;
  /** To addresses that are new, or because it repeats mints, or both. */
  mint(
    account: Named,
    addresses: readonly string[],
    repeats?: readonly string[],
  ): Promise<Failed | undefined>;
  /** Tightening is not asked about. */
  guards(before: GuardSettings, after: GuardSettings): Promise<Failed | undefined>;
  remove(account: Named, losses: readonly string[]): Promise<Failed | undefined>;
  forgetKey(account: Named): Promise<Failed | undefined>;
  /** By one that the broker could not be asked about. */
  replaceKey(account: Named): Promise<Failed | undefined>;
  moveKey(account: Named, to: StoredHome): Promise<Failed | undefined>;
  /** Of the sealed file. */
  changePassphrase(): Promise<Failed | undefined>;
  firstLock(): Promise<Failed | undefined>;
  lockOff(): Promise<Failed | undefined>;
  letIn(account: Named, app: Application, address: string): Promise<Failed | undefined>;
  /** All that it has, or one access of it. */
  revoke(account: Named, app: Revoked): Promise<Failed | undefined>;
  token(account: Named, app: Application): Promise<Failed | undefined>;
  /** Shows it where no page can read it. Why it was not seen. */
  showToken(account: Named, token: string): Promise<string | undefined>;
  registerApp(name: string, redirectUris: readonly string[]): Promise<Failed | undefined>;
  newSecret(name: string): Promise<Failed | undefined>;
  /** As a token is shown. */
  showSecret(name: string, clientId: string, secret: string): Promise<string | undefined>;
};

/** Enough for every guard. */
const MOST_NAMED = 20;

export function createQuestions(asking: Pick<Asking, 'whyNot' | 'ask'>): Questions {
  async function refusal(
    kind: keyof typeof QUESTIONS,
    text: string,
    action: string,
    otherwise: string,
    place?: string,
  ): Promise<Failed | undefined> {
    const whyNot = await asking.whyNot({ title: QUESTIONS[kind], text, action }, place);
    return whyNot === undefined ? undefined : notAllowed(`${otherwise}: ${whyNot}`);
  }

  return {
    exit: (account, what) =>
      refusal(
        'exit',
        `On ${nameOf(account)}. It only reduces the position; everything else stays stopped.\n${plain(what)}`,
        'Send',
        'All trading is stopped, and the exit was not sent',
        // One for each account, however many others wait: a way out of all of them is as many questions.
        `exit ${account.accountId}`,
      ),
    mint: (account, addresses, repeats = []) =>
      refusal(
        repeats.length > 0 ? 'mintAgain' : 'mint',
        [
          repeats.length > 0 &&
            `On ${nameOf(account)} the same was minted before and would be sent again:\n${listed(repeats)}`,
          addresses.length > 0 &&
            `Not approved for ${nameOf(account)}. Shares sent out as tokens do not come back on their own:\n${listed(addresses)}`,
        ]
          .filter((text) => text !== false)
          .join('\n'),
        'Send',
        'Nothing was minted',
      ),
    async guards(before, after) {
      const looser = looserGuards(before, after);
      if (looser.length === 0) return undefined;
      return refusal(
        'guards',
        `You have a live account. These guards would become looser for its orders and mints:\n${listed(looser)}`,
        'Loosen',
        'The guards were not changed',
      );
    },
    remove: (account, losses) =>
      refusal(
        'remove',
        `${nameOf(account)}. ${losses.join(' ')}`,
        'Remove',
        'The account was not removed',
      ),
    forgetKey: (account) =>
      refusal(
        'forgetKey',
        `${nameOf(account)} cannot trade or close positions until its key is entered again.`,
        'Forget',
        'The key was not removed',
      ),
    replaceKey: (account) =>
      refusal(
        'forgetKey',
        `${nameOf(account)} gets a new key that could not be checked. If it is the wrong one, you cannot trade or close positions until the right one is entered.`,
        'Replace',
        'The key was not replaced',
      ),
    moveKey: (account, to) =>
      refusal(
        'moveKey',
        `The key of ${nameOf(account)} will be ${MOVED[to]}`,
        'Move',
        'The key was not moved',
      ),
    changePassphrase: () =>
      refusal(
        'changePassphrase',
        'You have a live account. After the next start, the keys in the file can be used only with the new passphrase, and it cannot be recovered.',
        'Change',
        'The passphrase was not changed',
      ),
    firstLock: () =>
      refusal(
        'firstLock',
        'A passphrase was entered in the window. A locked desk can be opened only with it, and it cannot be recovered.',
        'Set',
        'No passphrase was set',
      ),
    lockOff: () =>
      refusal(
        'lockOff',
        'After this, the desk can no longer be locked.',
        'Remove',
        'The lock was not changed',
      ),
    letIn: (account, app, address) =>
      refusal(
        'letIn',
        `${appOf(app)}, on ${nameOf(account)}${otherOf(app)}. The answer goes to ${plain(address)}.${canOf(app)}`,
        'Allow',
        'Nothing was allowed',
      ),
    revoke: (account, app) =>
      refusal(
        'revoke',
        `${endingOf(app.one, `${quoted(app.name)} (${plain(app.clientId)}) has to ${nameOf(account)}${otherOf(app)}`)} Orders it placed stay open until you cancel them.`,
        'Revoke',
        'Nothing was revoked',
      ),
    token: (account, app) =>
      refusal(
        'token',
        `A token for ${appOf(app)}, on ${nameOf(account)}${otherOf(app)}. Anyone who has it can use it without Ballast.${canOf(app)}`,
        'Issue',
        'No token was issued',
      ),
    async showToken(account, token) {
      const shown = await asking.ask({
        title: QUESTIONS.showToken,
        text: `For ${nameOf(account)}. It is shown only once, and anyone who has it can use it.`,
        label: 'Token',
        action: 'Done',
        shown: token,
      });
      return 'why' in shown ? shown.why : undefined;
    },
    registerApp: (name, redirectUris) =>
      refusal(
        'registerApp',
        `${quoted(name)}, at the practice broker. Its client secret is shown next, only once. It may receive answers at:\n${listed(redirectUris)}`,
        'Register',
        'Nothing was registered',
      ),
    newSecret: (name) =>
      refusal(
        'newSecret',
        `For ${quoted(name)}, at the practice broker. The current secret stops working immediately; the new one is shown next, only once.`,
        'Make',
        'The secret was not changed',
      ),
    async showSecret(name, clientId, secret) {
      const shown = await asking.ask({
        title: QUESTIONS.showSecret,
        text: `For ${quoted(name)}, client id ${plain(clientId)}. It is shown only once.`,
        label: 'Client secret',
        action: 'Done',
        shown: secret,
      });
      return 'why' in shown ? shown.why : undefined;
    },
  };
}

const MOVED: Record<StoredHome, string> = {
  keychain: 'in this computer’s keychain.',
  'sealed-file':
    'in the sealed file. After the next start, you need its passphrase to trade or close positions.',
  'this-run':
    'only in memory. After the next start, you cannot trade or close positions until the key is entered again.',
};

export const nameOf = ({ label, environment, accountNumber }: Named): string =>
  `${quoted(label)} (${[environment === 'embedded' ? 'practice' : environment, 'account', accountNumber].filter(Boolean).join(' ')})`;

const appOf = ({ name, clientId, scope }: Application): string =>
  `${quoted(name)} (${plain(clientId)}), permission: ${scope === '' ? 'read only' : quoted(scope)}`;

const canOf = ({ warnings = [], can = [] }: Application): string =>
  [
    warnings.length === 0 ? '' : `\nCheck this first:\n${listed(warnings)}`,
    can.length === 0 ? '' : `\nWhat it could do:\n${listed(can)}`,
  ].join('');

/** One access, or all that there is. */
const endingOf = (one: Revoked['one'], what: string): string =>
  one
    ? `One access (${plain(one.scope) || 'reading only'}, since ${new Date(one.since).toISOString()}) that ${what} ends immediately, along with its streams; its other access stays.`
    : `All access that ${what} ends immediately: its tokens, its unused codes and its streams. It can no longer watch anything for you.`;

const otherOf = ({ otherAccountId }: Pick<Application, 'otherAccountId'>): string =>
  otherAccountId === undefined
    ? ''
    : `, but for a different account at the broker, ${quoted(otherAccountId)}`;

/** Each on a line of its own, so that none pushes another out of sight. */
export function listed(all: readonly string[]): string {
  const more = all.length - MOST_NAMED;
  const named = all.slice(0, MOST_NAMED).map(plain);
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

/** Nothing inside ends the quotation: what a stranger calls something is no sentence of main's. */
export const quoted = (text: string): string => `“${plain(text.replace(QUOTES, ''))}”`;

const QUOTES = /[“”„‟«»"＂〝〞〟]/g;

/** What a stranger wrote cannot begin a line of its own or turn the reading around. */
export const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
