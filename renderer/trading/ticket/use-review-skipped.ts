import { useSyncExternalStore } from 'react';
import { useSlice } from '#renderer/session/use-slice.ts';
import { mayPlaceAtOnce } from '#renderer/trading/ticket/ticket.ts';
import { useSession } from '#renderer/session/session.ts';
import { useUiDocuments } from '#renderer/session/use-ui-documents.ts';

/** Whether main says that the person does without the review, where that may be chosen. Not while it is being changed. */
export function useReviewSkipped(): boolean {
  const { profile, feeds } = useSession();
  const documents = useUiDocuments();
  const trading = useSlice(feeds.trading, 'trading');
  const isChanging = useSyncExternalStore(documents.on, documents.isCommitting);
  return !isChanging && mayPlaceAtOnce(profile.environment, trading?.isReviewSkipped === true);
}
