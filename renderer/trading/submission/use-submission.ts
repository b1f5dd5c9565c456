import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { delay } from '#renderer/core/delay.ts';
import { useSession } from '#renderer/session/session.ts';
import { useKept } from '#renderer/session/use-remembered.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import {
  createSubmission,
  type Submission,
  type SubmissionState,
} from '#renderer/trading/submission/submission.ts';
import type { Submittable, Submitted } from '#renderer/trading/submission/submit-once.ts';

type Submitting = SubmissionState & Pick<Submission, 'edit' | 'submit'>;

/**
 * `onSettled` hears of each submission once: when it is answered, or when the order stream has said what became of it.
 * Nothing says so of a mint before its answer.
 */
export function useSubmission(
  what: Submittable,
  onSettled: (submitted: Submitted) => void,
): Submitting {
  const create = useCreate(what);
  const [submission] = useState(create);
  const submitting = useSettling(submission, onSettled);
  const { isSending, intentId = '' } = submitting;
  const { feeds } = useSession();
  const heard = useSlice(feeds.intents, isSending ? intentId : '');
  useEffect(() => {
    if (heard) submission.hear(heard);
  }, [submission, heard]);
  return submitting;
}

/** Kept when the screen is left: what was not known then is heard when the person is back. */
export function useKeptSubmission(
  what: Submittable,
  onSettled: (submitted: Submitted) => void,
): Submitting {
  const create = useCreate(what);
  return useSettling(useKept(`submission of a ${what}`, create), onSettled);
}

function useCreate(what: Submittable): () => Submission {
  const { bridge, profile, toast } = useSession();
  const { accountId } = profile;
  return () =>
    createSubmission({
      bridge,
      accountId,
      what,
      delay,
      onUnheard: (text) => toast({ kind: 'bad', text }),
    });
}

function useSettling(
  submission: Submission,
  onSettled: (submitted: Submitted) => void,
): Submitting {
  const state = useSyncExternalStore(submission.on, submission.state);
  const { settled } = state;
  const settle = useEffectEvent(onSettled);
  useEffect(() => submission.start(), [submission]);
  useEffect(() => {
    if (settled && submission.note()) settle(settled);
  }, [submission, settled]);
  return { ...state, edit: submission.edit, submit: submission.submit };
}
