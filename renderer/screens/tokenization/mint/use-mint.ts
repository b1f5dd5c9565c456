// The mint form at work: opens its intent, has it judged, reviews, and sends on the one path there is.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, fail, ok, type Issue, type Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
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
import { startPreviewLoop } from '#renderer/trading/submission/preview-loop.ts';
import { useSession } from '#renderer/session/session.ts';
import { isUnrecorded, useIntentId } from '#renderer/trading/submission/use-intent-id.ts';
import { useSubmission } from '#renderer/trading/submission/use-submission.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';

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
  request(): Promise<void>;
};

const FIRST_MS = 40;
const AGAIN_MS = 2_000;

export function useMint(): MintControl {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const { setLastMint, askTerms } = useMintDesk();
  const [mint, dispatch] = useMintState();
  const { intentId, fields } = mint;
  const [reviewed, setReviewed] = useState<Reviewed>();
  const { isSending, doubt, submit } = useSubmission(bridge, accountId, 'mint');
  const [problem, setProblem] = useState<string>();
  const isBusy = useRef(false);
  const judged = useJudged(bridge, accountId, intentId, fields);

  useIntentId({
    bridge,
    accountId,
    isNeeded: intentId === undefined,
    onOpened: (opened) => dispatch({ kind: 'opened', intentId: opened }),
  });

  function edit(change: Partial<MintFields>): void {
    if (isBusy.current) return;
    setProblem(undefined);
    setLastMint(undefined);
    dispatch({ kind: 'edit', change });
  }

  async function review(): Promise<boolean> {
    dispatch({ kind: 'tried' });
    if (intentId === undefined || isBusy.current) return false;
    isBusy.current = true;
    const form = formOf(fields);
    const answer = await judge(bridge, accountId, intentId, form);
    isBusy.current = false;
    setProblem(answer.ok ? undefined : describeFailure(answer.failure));
    if (!answer.ok || answer.value.issues.length > 0 || !answer.value.preview) return false;
    setReviewed({ form, preview: answer.value.preview });
    return true;
  }

  async function request(): Promise<void> {
    // State comes a frame late; two clicks do not.
    if (isBusy.current || !reviewed || intentId === undefined) return;
    dispatch({ kind: 'submitted' });
    const { form } = reviewed;
    await handOver(intentId, () => bridge.call('mints.submit', { accountId, intentId, form }));
  }

  async function handOver(id: string, send: () => Promise<Result<Intent>>): Promise<void> {
    isBusy.current = true;
    setProblem(undefined);
    const submitted = await submit(id, send);
    isBusy.current = false;
    if (submitted.kind === 'recorded') {
      setLastMint(id);
      setReviewed(undefined);
      dispatch({ kind: 'recorded', state: submitted.intent.state });
      // A refusal may have said that this account may not mint.
      if (submitted.intent.state === 'refused') void askTerms();
      return;
    }
    setProblem(describeFailure(submitted.failure));
    if (submitted.isIdSpent) dispatch({ kind: 'id-spent' });
    else if (submitted.failure.kind !== 'invalid' || isUnrecorded(submitted.failure))
      dispatch({ kind: 'unrecorded' });
  }

  /** The screen was left before it was known what became of the form: main is asked by its id. */
  const resume = useEffectEvent(() => {
    if (mint.isSubmitted && intentId !== undefined && !isBusy.current)
      void handOver(intentId, async () => fail({ kind: 'offline', message: '' }));
  });
  useEffect(() => resume(), []);

  return {
    fields,
    preview: judged?.preview,
    issues: placeMintIssues(judged?.issues ?? [], mint),
    problem: doubt ?? problem,
    reviewed,
    isSending,
    isHeld: doubt !== undefined,
    edit,
    review,
    leaveReview: () => setReviewed(undefined),
    request,
  };
}

/** Kept when the screen is left: a half-filled form, and the id that it may have been sent under. */
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

/** What main says of the form, asked at each change and again while it stands: positions move. */
function useJudged(
  bridge: Bridge,
  accountId: string,
  intentId: string | undefined,
  fields: MintFields,
): Judged | undefined {
  const wanted = JSON.stringify(formOf(fields));
  const [answer, setAnswer] = useState<{ of: string; judged: Judged }>();
  useEffect(() => {
    if (intentId === undefined) return undefined;
    return startPreviewLoop<Judged>({
      ask: () => judge(bridge, accountId, intentId, JSON.parse(wanted) as MintForm),
      onAnswer: (judged) => setAnswer(judged && { of: wanted, judged }),
      firstMs: FIRST_MS,
      againMs: AGAIN_MS,
      later(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    });
  }, [bridge, accountId, intentId, wanted]);
  // An answer about another form is no answer.
  return answer?.of === wanted ? answer.judged : undefined;
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
