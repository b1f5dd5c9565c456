import type { StreamState } from '#contract/records.ts';
import type { LinkState } from '#main/broker/links/link.ts';

/** A link's state as the book and the screens know it. */
export const streamState = (stream: StreamState['stream'], state: LinkState): StreamState => ({
  stream,
  phase: state.phase,
  ...(state.message !== undefined && { message: state.message }),
  since: state.since,
});
