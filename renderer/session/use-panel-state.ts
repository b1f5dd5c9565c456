import { describeFailure } from '#contract/failure.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { useSession } from '#renderer/session/session.ts';
import type { TableState } from '#renderer/ui/table/DataTable.tsx';

/** Whether a feed has told its state, is still awaited, or cannot be heard. */
export function usePanelState(feed: string): TableState {
  const { feeds } = useSession();
  const isHeard = useSlice(feeds.heard, feed);
  const failure = useSlice(feeds.failures, 'bridge');
  if (isHeard) return { kind: 'ready' };
  return failure ? { kind: 'failed', text: describeFailure(failure) } : { kind: 'loading' };
}
