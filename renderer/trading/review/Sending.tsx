import { useState } from 'react';
import { formatAge } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';

/** Sooner than this nobody waits, and a line that comes and goes would only make the dialog jump. */
const SHOWN_AFTER_MS = 1_000;

/**
 * That something is on its way, and for how long, as long as this is drawn: whoever sees only buttons that cannot be
 * pressed takes the page for broken.
 */
export function Sending() {
  const [since] = useState(() => Date.now());
  const waited = useNow(1_000) - since;
  if (waited < SHOWN_AFTER_MS) return null;
  return (
    <p>
      Sending, not answered yet. <span className="stale">{formatAge(waited)}</span>
    </p>
  );
}
