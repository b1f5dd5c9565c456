import { useState } from 'react';
import { useSlice } from '#renderer/session/use-slice.ts';
import { useSession } from '#renderer/session/session.ts';
import { useUiDocument, useUiDocuments } from '#renderer/session/use-ui-documents.ts';
import { Check } from '#renderer/ui/Check.tsx';

/** How orders leave the desk; what may leave it is the guards' to say. */
export function OrdersSection() {
  const { profile, feeds } = useSession();
  const documents = useUiDocuments();
  const [appearance] = useUiDocument('appearance');
  const trading = useSlice(feeds.trading, 'trading');
  const [problem, setProblem] = useState<{ text: string; wanted: boolean }>();
  const isLive = profile.environment === 'live';
  // As main has it: the switch moves when the choice is in force. Without an open account nothing tells of it.
  const isSkipped = trading ? trading.isReviewSkipped === true : appearance.isReviewSkipped;

  async function choose(isReviewSkipped: boolean): Promise<void> {
    setProblem(undefined);
    const text = await documents.commit({ isReviewSkipped });
    if (text !== undefined) setProblem({ text, wanted: isReviewSkipped });
  }

  return (
    <>
      <Check isOn={isSkipped} onChange={(isOn) => void choose(isOn)}>
        Place orders without review on practice and paper accounts
      </Check>
      {/* A lost answer proves nothing: what main has says whether it was switched. */}
      {problem !== undefined && problem.wanted !== isSkipped && (
        <p className="note note-bad" role="alert">
          Not changed. {problem.text}
        </p>
      )}
      <p className={isSkipped ? 'note note-warn' : 'quiet-text'}>
        The order then goes out on the first press of the button, exactly as the ticket shows it.
        Guards still check it.{' '}
        {isLive
          ? 'This account is live: orders are always reviewed first.'
          : 'On a live account, orders are always reviewed first.'}
      </p>
    </>
  );
}
