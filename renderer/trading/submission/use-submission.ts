import { useEffect, useRef, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, type Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import { useSession } from '#renderer/session/session.ts';
import {
  submitOnce,
  type Submittable,
  type Submitted,
} from '#renderer/trading/submission/submission.ts';

export type Submitting = {
  isSending: boolean;
  /** Set while it is not known what became of it: in a sentence. */
  doubt: string | undefined;
  /** Answers when it is known; nothing else may be sent from here until then. */
  submit(intentId: string, send: () => Promise<Result<Intent>>): Promise<Submitted>;
};

export function useSubmission(bridge: Bridge, accountId: string, what: Submittable): Submitting {
  const { toast } = useSession();
  const [isSending, setSending] = useState(false);
  const [doubt, setDoubt] = useState<string>();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return {
    isSending,
    doubt,
    async submit(intentId, send) {
      setSending(true);
      const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
      const submitted = await submitOnce({
        bridge,
        accountId,
        intentId,
        what,
        send,
        onDoubt: setDoubt,
        wait,
      });
      setSending(false);
      setDoubt(undefined);
      // Who has gone elsewhere meanwhile is told there: what was recorded is among the orders, this is nowhere else.
      if (isGone.current && submitted.wasInDoubt && submitted.kind === 'unrecorded')
        toast({ kind: 'bad', text: describeFailure(submitted.failure) });
      return submitted;
    },
  };
}
