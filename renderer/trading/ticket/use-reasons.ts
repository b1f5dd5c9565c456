// What blocks an order stands below the fields, which may be more than the panel has room for: it is brought into sight,
// and where it is not, the foot says that it is there.
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';

type Reasons = {
  body: RefObject<HTMLFieldSetElement | null>;
  reasons: RefObject<HTMLDivElement | null>;
  /** Some of what blocks is out of sight. */
  isCut: boolean;
  show(): void;
};

/** `about`: which reasons there are, the same as long as only their figures change. Empty while nothing blocks. */
export function useReasons(about: string): Reasons {
  const body = useRef<HTMLFieldSetElement>(null);
  const reasons = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);

  function show(): void {
    const by = outOfSight();
    if (by !== 0) body.current?.scrollBy({ top: by });
  }

  /** How far it would have to be scrolled; no further than to the beginning of what is said. */
  function outOfSight(): number {
    const [all, shown] = [reasons.current, body.current].map((one) => one?.getBoundingClientRect());
    if (!all || !shown) return 0;
    const below = all.bottom + EDGE_PX - shown.bottom;
    const above = all.top - EDGE_PX - shown.top;
    return below > 0 ? Math.min(below, above) : Math.min(0, above);
  }

  const bring = useEffectEvent(() => {
    const shown = body.current;
    // Nothing moves away under the pointer, nor a field in which somebody types.
    if (!shown || shown.matches(':hover')) return;
    const field = shown.contains(document.activeElement) ? document.activeElement : undefined;
    const top = field?.getBoundingClientRect().top ?? Infinity;
    if (top - outOfSight() >= shown.getBoundingClientRect().top) show();
  });

  useEffect(() => {
    if (about === '' || !reasons.current) return undefined;
    bring();
    const observer = new IntersectionObserver(
      ([entry]) => setCut(entry !== undefined && entry.intersectionRatio < WHOLE),
      { root: body.current, threshold: [0, 0.5, 0.9, WHOLE, 1] },
    );
    observer.observe(reasons.current);
    return () => observer.disconnect();
  }, [about]);

  return { body, reasons, isCut: isCut && about !== '', show };
}

const EDGE_PX = 6;
/** Fractions of a pixel are no line of text. */
const WHOLE = 0.98;
