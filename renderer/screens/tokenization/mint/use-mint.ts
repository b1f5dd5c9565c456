// The mint form at work: has it judged, reviews, and sends on the one path there is.
import { useCallback, useRef, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, fail, ok, type Issue, type Result } from '#contract/failure.ts';
import type { MintForm, MintPreview } from '#contract/tokenization.ts';
import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';
import {
  formOf,
  NEW_MINT,
  placeMintIssues,
  reduceMint,
  type MintAction,
  type MintFields,
  type MintState,
  type PlacedIssues,
} from '#renderer/screens/tokenization/mint/mint-form.ts';
import { useSession } from '#renderer/session/session.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import type { Submitted } from '#renderer/trading/submission/submit-once.ts';
import { usePreview } from '#renderer/trading/submission/use-preview.ts';
import { useKeptSubmission } from '#renderer/trading/submission/use-submission.ts';

type Judged = { preview: MintPreview | undefined; issues: Issue[] };

export type Reviewed = { form: MintForm; preview: MintPreview };

export type MintControl = {
  fields: MintFields;
  preview: MintPreview | undefined;
  issues: PlacedIssues;
  /** What kept it from being reviewed or sent. */
  problem: string | undefined;
  reviewed: Reviewed | undefined;
  isSending: boolean;
  /** What was sent is not answered, and main is being asked: nothing can be changed until it is known. */
  isHeld: boolean;
  edit(change: Partial<MintFields>): void;
  /** Whether the review opened; if not, the fields say why. */
  review(): Promise<boolean>;
  leaveReview(): void;
  /** `meant`: what was typed because it repeats another. */
  request(meant?: string): void;
  /** To a second person, instead of sending it. */
  propose(meant?: string): void;
};

const FIRST_MS = 40;

export function useMint(): MintControl {
  const { bridge, profile, toast } = useSession();
  const { accountId } = profile;
  const { setLastMint } = useMintDesk();
  const [mint, dispatch] = useMintState();
  const { fields } = mint;
  const [reviewed, setReviewed] = useState<Reviewed>();
  const [problem, setProblem] = useState<string>();
  const [isProposing, setProposing] = useState(false);
  /** State comes a frame late; two clicks do not. */
  const isAsking = useRef(false);
  const submission = useKeptSubmission('mint', onSettled);
  const { intentId, isSending, doubt } = submission;
  const { preview: judged } = usePreview<Judged>({
    intentId,
    form: JSON.stringify(formOf(fields)),
    ask: (id, form) => judge(bridge, accountId, id, JSON.parse(form) as MintForm),
    firstMs: () => FIRST_MS,
  });

  function edit(change: Partial<MintFields>): void {
    if (!submission.edit()) return;
    setProblem(undefined);
    setLastMint(undefined);
    dispatch({ kind: 'edit', change });
  }

  async function review(): Promise<boolean> {
    dispatch({ kind: 'tried' });
    if (intentId === undefined || isSending || isAsking.current) return false;
    isAsking.current = true;
    const form = formOf(fields);
    const answer = await judge(bridge, accountId, intentId, form);
    isAsking.current = false;
    setProblem(answer.ok ? undefined : describeFailure(answer.failure));
    if (!answer.ok || answer.value.issues.length > 0 || !answer.value.preview) return false;
    setReviewed({ form, preview: answer.value.preview });
    return true;
  }

  function request(meant?: string): void {
    if (!reviewed) return;
    const { form } = reviewed;
    const isTaken = submission.submit((id) =>
      bridge.call('mints.submit', {
        accountId,
        intentId: id,
        form,
        ...(meant !== undefined && { meant }),
      }),
    );
    if (isTaken) setProblem(undefined);
  }

  async function propose(meant?: string): Promise<void> {
    if (!reviewed || isProposing) return;
    setProposing(true);
    const { form } = reviewed;
    const input = { accountId, form, ...(meant !== undefined && { meant }) };
    const proposed = await bridge.call('mints.propose', input);
    setProposing(false);
    if (!proposed.ok) {
      setProblem(describeFailure(proposed.failure));
      return judgeAgain();
    }
    setProblem(undefined);
    setReviewed(undefined);
    dispatch({ kind: 'recorded', state: 'recorded' });
    toast({ kind: 'good', text: `Proposed; nothing was sent: ${proposed.value.what}` });
  }

  function onSettled(submitted: Submitted): void {
    if (submitted.kind === 'unrecorded') {
      setProblem(describeFailure(submitted.failure));
      return void judgeAgain();
    }
    const { intentId: recorded, state } = submitted.intent;
    setLastMint(recorded);
    setReviewed(undefined);
    dispatch({ kind: 'recorded', state });
  }

  /** What holds it back may be new since the review opened. */
  async function judgeAgain(): Promise<void> {
    if (!reviewed || intentId === undefined) return;
    const answer = await judge(bridge, accountId, intentId, reviewed.form);
    const preview = answer.ok ? answer.value.preview : undefined;
    if (preview) setReviewed((now) => now && { ...now, preview });
  }

  return {
    fields,
    preview: judged?.preview,
    issues: placeMintIssues(judged?.issues ?? [], mint),
    problem: doubt ?? problem,
    reviewed,
    isSending: isSending || isProposing,
    isHeld: doubt !== undefined,
    edit,
    review,
    leaveReview: () => setReviewed(undefined),
    request,
    propose: (meant) => void propose(meant),
  };
}

/** Kept when the screen is left: a half-filled form. */
function useMintState(): [MintState, (action: MintAction) => void] {
  const [mint, setMint] = useRemembered('mint form', NEW_MINT);
  const latest = useRef(mint);
  const dispatch = useCallback(
    (action: MintAction) => {
      latest.current = reduceMint(latest.current, action);
      setMint(latest.current);
    },
    [setMint],
  );
  return [mint, dispatch];
}

/** A form that cannot even be read has issues like any other. */
async function judge(
  bridge: Bridge,
  accountId: string,
  intentId: string,
  form: MintForm,
): Promise<Result<Judged>> {
  const answer = await bridge.call('mints.preview', { accountId, intentId, form });
  if (answer.ok) return ok({ preview: answer.value, issues: answer.value.issues });
  if (answer.failure.kind !== 'invalid') return fail(answer.failure);
  return ok({ preview: undefined, issues: answer.failure.issues });
}
