import type { ReactNode } from 'react';
import type { MintVerdict } from '#contract/mint-guards.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { BADGES } from '#renderer/core/environment.ts';
import { useSession } from '#renderer/session/session.ts';
import { Facts, ReviewForm, type Fact } from '#renderer/trading/review/ReviewForm.tsx';
import { AskedNote } from '#renderer/session/AskedNote.tsx';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';

type Props = {
  title: string;
  /** What the confirming button says; it repeats what happens, and with which money. */
  action: string;
  isSending: boolean;
  /** Why it cannot go now. */
  held?: string | undefined;
  problem: string | undefined;
  verdicts?: readonly MintVerdict[];
  /** Where it repeats something: what has to be typed. */
  again?: ReactNode;
  /** It has not been typed yet. */
  isUnsaid?: boolean;
  onBack: () => void;
  onConfirm: () => void;
  children: ReactNode;
};

/** The last look before something leaves the account: one mint, or many. */
export function ReviewMintForm({ title, held, problem, again, children, ...rest }: Props) {
  const { verdicts = [], isUnsaid = false, ...form } = rest;
  const { profile } = useSession();
  return (
    <Dialog title={title} onClose={form.onBack} isBusy={form.isSending}>
      <ReviewForm
        {...form}
        verdicts={[...verdicts]}
        isReady={held === undefined && !isUnsaid && !isHeldBack(verdicts)}
        problem={
          <>
            {again}
            {held !== undefined && <p className="form-held">{held}</p>}
            <Problem text={problem} />
            <AskedNote
              question={again ? QUESTIONS.mintAgain : QUESTIONS.mint}
              isAsked={form.isSending && profile.environment === 'live' && !needsSecond(verdicts)}
              when={
                again
                  ? 'Before anything is minted a second time:'
                  : 'Before tokens go to an address for the first time:'
              }
            />
          </>
        }
      >
        {children}
      </ReviewForm>
    </Dialog>
  );
}

/** By a guard that nothing typed here lifts. */
const isHeldBack = (verdicts: readonly MintVerdict[]): boolean =>
  verdicts.some(
    ({ guard, level, canMean }) => level === 'block' && !canMean && guard !== 'second-person',
  );

/** It is proposed to somebody else instead of sent. */
export const needsSecond = (verdicts: readonly MintVerdict[]): boolean =>
  verdicts.some(({ guard, level }) => guard === 'second-person' && level === 'block');

/** The account comes first, in its color. */
export function MintFacts({ facts }: { facts: readonly Fact[] }) {
  const { profile } = useSession();
  const account = (
    <span className="review-account">
      {profile.label} <span className="badge">{BADGES[profile.environment]}</span>
    </span>
  );
  return <Facts facts={[['Account', account], ...facts]} />;
}
