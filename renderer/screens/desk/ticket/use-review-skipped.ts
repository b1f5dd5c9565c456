import { useEffect, useState } from 'react';
import { mayPlaceAtOnce } from '#renderer/screens/desk/ticket/ticket.ts';
import { useSession } from '#renderer/session/session.ts';

/** Whether the person chose to do without the review, where that may be chosen. Not while it is not known. */
export function useReviewSkipped(): boolean {
  const { bridge, profile, screen } = useSession();
  const [isChosen, setChosen] = useState(false);
  useEffect(() => {
    // Asked again on the way back from the settings.
    if (screen !== 'desk') return undefined;
    let isOver = false;
    void bridge.call('ui.get', {}).then((told) => {
      if (!isOver) setChosen(told.ok && told.value.appearance.isReviewSkipped);
    });
    return () => {
      isOver = true;
    };
  }, [bridge, screen]);
  return mayPlaceAtOnce(profile.environment, isChosen);
}
