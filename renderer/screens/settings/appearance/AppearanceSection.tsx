import { useState } from 'react';
import { useSlice } from '#renderer/session/use-slice.ts';
import { AppearanceForm } from '#renderer/screens/settings/appearance/AppearanceForm.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useUiDocument, useUiDocuments } from '#renderer/session/use-ui-documents.ts';
import { Check } from '#renderer/ui/Check.tsx';

export function AppearanceSection() {
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
      <AppearanceForm />
      <div className="settings-block">
        <Check isOn={isSkipped} onChange={(isOn) => void choose(isOn)}>
          Place orders without the review, on paper and embedded accounts
        </Check>
        {/* A lost answer proves nothing: what main has says whether it was switched. */}
        {problem !== undefined && problem.wanted !== isSkipped && (
          <p className="note note-bad" role="alert">
            Not switched. {problem.text}
          </p>
        )}
        <p className={isSkipped ? 'note note-warn' : 'quiet-text'}>
          An order then goes with the first press of the button, as it stands in the ticket; the
          guards still look at it.{' '}
          {isLive
            ? 'This account is live: here the review always comes first.'
            : 'On a live account the review always comes first.'}
        </p>
      </div>
    </>
  );
}
