// Single mints before they are recorded: what every guard says, and whether one of them holds the mint back. Judged in the
// turn in which it is recorded, so that of two windows one comes second.
import { notAllowed, type Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import { MINT_AGAIN, type MintVerdict } from '#contract/mint-guards.ts';
import type { MintForm } from '#contract/tokenization.ts';
import type { KnownMint } from '#main/domain/mints/mint-guards.ts';
import { mintIssues } from '#main/domain/mints/mint-issues.ts';
import {
  besides,
  isBlockedRepeat,
  type Judged,
  type MintJudging,
} from '#main/account/mints/mint-judging.ts';

/** One mint that would go a second time, and what it repeats: the same key is the same repetition. */
export type Repetition = { key: string; words: string };

type IsMeant = (key: string) => boolean;

export type JudgedMints = {
  judge(intentId: string, form: MintForm): Judged;
  /** Why it may not go as things stand, apart from what is asked about elsewhere. */
  refusal(
    intentId: string,
    form: MintForm,
    isMeant: IsMeant,
    leftOut: readonly MintVerdict['guard'][],
  ): string | undefined;
  /** Where it is held back as a repetition: what it repeats. `title`: the mint in words. */
  repeats(intentId: string, form: MintForm, title: string): Repetition[];
  /** `note`: what the evidence says besides. */
  submit(
    intentId: string,
    form: MintForm,
    isMeant: IsMeant,
    note?: string,
  ): Promise<Result<Intent>>;
};

type Deps = {
  judging: MintJudging;
  /** Rows of batches that wait. */
  waiting: (form: MintForm) => KnownMint[];
  find: (intentId: string) => Intent | undefined;
  submit: (
    intentId: string,
    form: MintForm,
    options?: { note?: string | undefined },
  ) => Promise<Result<Intent>>;
};

export function createJudgedMints({ judging, waiting, find, submit }: Deps): JudgedMints {
  const judge = (intentId: string, form: MintForm): Judged =>
    judging.look().judge(form, {
      key: intentId,
      isOwn: (key) => key === intentId,
      alsoAlike: waiting(form),
    });

  return {
    judge,
    refusal(intentId, form, isMeant, leftOut) {
      if (find(intentId) || mintIssues(form).length > 0) return undefined;
      return judging.refusal(besides(judge(intentId, form), leftOut), isMeant);
    },
    repeats(intentId, form, title) {
      if (find(intentId) || mintIssues(form).length > 0) return [];
      const { verdicts, repeats } = judge(intentId, form);
      const repeated = verdicts.find(isBlockedRepeat);
      return repeated && repeats.length > 0
        ? [{ key: repeats.join(' '), words: `${title}. ${repeated.text}` }]
        : [];
    },
    submit(intentId, form, isMeant, note) {
      if (find(intentId) || mintIssues(form).length > 0) return submit(intentId, form);
      const judged = judge(intentId, form);
      const refusal = judging.refusal(judged, isMeant);
      if (refusal !== undefined) return Promise.resolve(notAllowed(refusal));
      const repeated = judged.verdicts.find(({ guard }) => guard === 'repeated');
      const notes = [
        judged.repeats.length > 0 &&
          `You typed “${MINT_AGAIN}”, because it repeats another. ${repeated?.text ?? ''}`,
        note,
      ].filter(Boolean);
      return submit(intentId, form, { note: notes.length === 0 ? undefined : notes.join(' ') });
    },
  };
}
