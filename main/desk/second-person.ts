// The second person: whoever knows the second passphrase. It is set and asked for in main's own window alone, so that a
// page can neither set it nor say it.
import { Passphrase } from '#contract/accounts.ts';
import { notAllowed, type Failed } from '#contract/failure.ts';
import { proposalWords, type MintProposal } from '#contract/proposals.ts';
import { QUESTIONS } from '#contract/questions.ts';
import type { GuardSettings } from '#contract/trading.ts';
import type { PendingProposal } from '#main/account/mints/proposal-contents.ts';
import { looserSecondPerson } from '#main/domain/mints/second-person.ts';
import type { Asking } from '#main/desk/asking.ts';
import { createPassphrases } from '#main/desk/passphrase.ts';
import { listed, nameOf, type Named } from '#main/desk/questions.ts';
import type { OpenedSettings } from '#main/desk/settings/settings.ts';
import type { Clock, Ports, Random } from '#main/ports.ts';

/** Each answers why it may not be; nothing after the right passphrase. */
export type SecondPerson = {
  isSet(): boolean;
  /** Sets it, or changes it after the present one. */
  set(): Promise<Failed | undefined>;
  /** `isAgain`: wallets became new since the question was answered. */
  approve(account: Named, pending: PendingProposal, isAgain?: boolean): Promise<Failed | undefined>;
  refuse(account: Named, proposal: MintProposal): Promise<Failed | undefined>;
  /** Tightening is not asked about. */
  guards(before: GuardSettings, after: GuardSettings): Promise<Failed | undefined>;
  /** What came of the passphrase, said where it was typed. */
  say(outcome: string): void;
};

type Deps = {
  asking: Pick<Asking, 'ask'>;
  settings: Pick<OpenedSettings, 'get' | 'note' | 'update'>;
  clock: Clock;
  random: Pick<Random, 'secret'>;
  say?: Ports['say'];
  /** The cost of a hash; tests make it cheap. */
  cost?: number | undefined;
};

type Kind = 'approveMint' | 'refuseMint' | 'secondPerson' | 'looserSecond';

const WRONG = 'That is not the second person’s passphrase.';
const NOT_SET = 'No passphrase is set for the second person. Set it in Settings, under Guards.';
const LABEL = 'Second person’s passphrase';

export function createSecondPerson({ asking, settings, ...deps }: Deps): SecondPerson {
  const say = (outcome: string): void => deps.say?.(listed([outcome]));
  const refuse = (why: string): Failed => {
    say(why);
    return notAllowed(why);
  };

  const kept = () => settings.get().secondPerson ?? {};
  const passphrases = createPassphrases({
    ...deps,
    get: kept,
    noteMistakes: (mistakes) =>
      settings.note((all) => {
        const { mistakes: _before, ...rest } = all.secondPerson ?? {};
        return { ...all, secondPerson: { ...rest, ...(mistakes && { mistakes }) } };
      }),
    wrong: WRONG,
  });
  const isSet = (): boolean => kept().secret !== undefined;

  const ask = (kind: Kind, text: string, action: string, label: string) =>
    asking.ask({ title: QUESTIONS[kind], text, action, label, isSecret: true });

  async function agree(
    kind: Kind,
    text: string,
    action: string,
    otherwise: string,
  ): Promise<Failed | undefined> {
    if (!isSet()) return notAllowed(`${otherwise}: ${NOT_SET}`);
    const said = await ask(kind, text, action, LABEL);
    if ('why' in said) return notAllowed(`${otherwise}: ${said.why}`);
    const right = await passphrases.verify(said.answer);
    if (right.ok) return undefined;
    const { failure } = right;
    const message = 'message' in failure ? failure.message : WRONG;
    const { count = 0 } = kept().mistakes ?? {};
    const often = message === WRONG && count > 1 ? ` ${count} wrong passphrases in a row.` : '';
    return refuse(`${otherwise}: ${message}${often}`);
  }

  return {
    isSet,
    async set() {
      const otherwise = 'The passphrase was not changed';
      const before = kept().secret;
      const refusal = before
        ? await agree('secondPerson', 'Enter the current one first.', 'Continue', otherwise)
        : undefined;
      if (refusal) return refusal;
      const first = await ask(
        'secondPerson',
        'Choose it where the person who proposes mints cannot see it: anyone who knows it can approve them. It needs at least 8 characters and cannot be recovered.',
        'Continue',
        'New passphrase',
      );
      if ('why' in first) return notAllowed(`${otherwise}: ${first.why}`);
      const fits = Passphrase.safeParse(first.answer);
      if (!fits.success) return refuse(`${otherwise}: it must have at least 8 characters.`);
      const second = await ask('secondPerson', 'Enter it again.', 'Set', 'New passphrase');
      if ('why' in second) return notAllowed(`${otherwise}: ${second.why}`);
      if (first.answer !== second.answer)
        return refuse(`${otherwise}: the two passphrases do not match.`);
      const secret = await passphrases.hash(first.answer);
      if (kept().secret?.hash !== before?.hash)
        return refuse(`${otherwise}: it was changed in the meantime.`);
      settings.update((all) => ({ ...all, secondPerson: { secret } }));
      say('The passphrase is set.');
      return undefined;
    },
    approve: (account, { proposal, amounts, warnings, newWallets, repeats }, isAgain = false) =>
      agree(
        'approveMint',
        [
          `${nameOf(account)}. It is sent immediately, and shares sent out as tokens do not come back on their own.`,
          isAgain &&
            'You are being asked again because more of its wallets are new since the last question.',
          repeats !== undefined && `It repeats a mint.\n${listed([repeats])}`,
          listed([proposalWords(proposal)]),
          listed(amounts),
          warnings.length > 0 && `Check this first:\n${listed(warnings)}`,
          proposal.note,
          newWallets.length > 0 &&
            `New, or no longer approved:\n${listed(newWallets.map(walletWords))}`,
        ]
          .filter(Boolean)
          .join('\n'),
        'Approve',
        'Nothing was approved',
      ),
    refuse: (account, proposal) =>
      agree(
        'refuseMint',
        `${nameOf(account)}. It is not sent; to send it later, propose it again.\n${listed([proposalWords(proposal), ...proposal.wallets.map(walletWords)])}`,
        'Refuse',
        'Nothing was refused',
      ),
    say,
    async guards({ mintSecond: before }, { mintSecond: after }) {
      const looser = looserSecondPerson(before, after);
      // Before there is a second person, nobody's leave is needed.
      if (looser.length === 0 || !isSet()) return undefined;
      return agree('looserSecond', listed(looser), 'Allow', 'The guards were not changed');
    },
  };
}

const walletWords = ({ walletAddress, network }: { walletAddress: string; network: string }) =>
  `to ${walletAddress} on ${network}`;
