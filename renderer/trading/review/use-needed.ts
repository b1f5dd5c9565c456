import type { Confirmation } from '#contract/trading.ts';
import { useSession } from '#renderer/session/session.ts';
import { useSlice } from '#renderer/session/use-slice.ts';

/** What has to be confirmed now. `passesStop`: an exit of this kind may go while all is stopped. */
export function useNeeded(isExit: boolean, passesStop = true): Confirmation[] {
  const { feeds } = useSession();
  const trading = useSlice(feeds.trading, 'trading');
  const stream = useSlice(feeds.streams, 'orders');
  return neededConfirmations({
    isExit,
    isStopped: passesStop && (trading?.isStopped ?? false),
    isOrderStreamLive: stream?.phase === 'live',
  });
}

/** What the person has to confirm besides the order, as things stand. */
export function neededConfirmations(standing: {
  isExit: boolean;
  isStopped: boolean;
  isOrderStreamLive: boolean;
}): Confirmation[] {
  const { isExit, isStopped, isOrderStreamLive } = standing;
  return [
    ...(isStopped && isExit ? (['exit-while-stopped'] as const) : []),
    ...(!isOrderStreamLive && !isExit ? (['stream-down'] as const) : []),
  ];
}
