import '#renderer/screens/desk/tour/tour.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { every, onNextFrame } from '#renderer/core/delay.ts';
import { placeCard, type Box } from '#renderer/screens/desk/tour/place-card.ts';
import { TOUR_LENGTH, type TourStep } from '#renderer/screens/desk/tour/tour-steps.ts';

type Props = {
  step: TourStep;
  /** What the step points at, as far as it is on the page. */
  find: () => Element | undefined;
  isBreaking: boolean;
  problem: string | undefined;
  onBreak: () => void;
  onLeave: () => void;
};

type Place = { left: number; top: number; target: Box | undefined };

/** Panels are moved and rows come and go; nobody tells of all of that. */
const LOOK_EVERY_MS = 200;

export function TourCard({ step, find, isBreaking, problem, onBreak, onLeave }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const place = usePlace(element, find);
  return (
    <>
      {place?.target && (
        <svg className="tour-mark" aria-hidden="true">
          <rect
            x={place.target.left}
            y={place.target.top}
            width={place.target.width}
            height={place.target.height}
            rx="6"
          />
        </svg>
      )}
      <div
        ref={element}
        className="tour-card"
        role="group"
        aria-label="Tour"
        style={place && { left: place.left, top: place.top }}
      >
        <p className="quiet-text">
          {step.isEnd ? 'Tour finished' : `Tour, step ${step.nth} of ${TOUR_LENGTH}`}
        </p>
        <Heard text={problem ?? step.text} />
        <div className="button-row">
          {step.isBreak && (
            <button type="button" className="primary" disabled={isBreaking} onClick={onBreak}>
              Break the broker
            </button>
          )}
          <button type="button" onClick={onLeave}>
            {step.isEnd ? 'Done' : 'Leave the tour'}
          </button>
        </div>
      </div>
    </>
  );
}

/** Written a frame after it is drawn: a screen reader says what changes, not what was there from the start. */
function Heard({ text }: { text: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => onNextFrame(() => setSaid(text)), [text]);
  return (
    <p className="tour-text" role="status">
      {said}
    </p>
  );
}

function usePlace(
  element: React.RefObject<HTMLDivElement | null>,
  find: () => Element | undefined,
): Place | undefined {
  const [place, setPlace] = useState<Place>();
  const look = useEffectEvent(() => {
    const card = element.current?.getBoundingClientRect();
    if (!card) return;
    const next = measure(find(), card);
    setPlace((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  });
  // After every drawing, as another step has another target and another size.
  useEffect(() => onNextFrame(() => look()));
  useEffect(() => {
    const stop = every(LOOK_EVERY_MS, () => look());
    const onResize = () => look();
    addEventListener('resize', onResize);
    return () => {
      stop();
      removeEventListener('resize', onResize);
    };
  }, []);
  return place;
}

/** Outside of the ring of the focus, which may be there too. */
const RING_PX = 6;

function measure(found: Element | undefined, { width, height }: DOMRect): Place {
  const window = { width: innerWidth, height: innerHeight };
  const target = found && ringOf(found.getBoundingClientRect());
  const isSeen =
    target && target.width > 2 * RING_PX && target.top + target.height <= innerHeight + RING_PX;
  // With nothing to point at it waits in the corner where nothing is decided.
  const nothing = { left: 0, top: innerHeight, width: 0, height: 0 };
  const around = found?.closest('dialog, .workspace-panel')?.getBoundingClientRect();
  const at = placeCard(
    isSeen ? target : nothing,
    isSeen ? (around ?? target) : nothing,
    { width, height },
    window,
  );
  return { ...at, target: isSeen ? target : undefined };
}

const ringOf = ({ left, top, width, height }: DOMRect): Box => ({
  left: left - RING_PX,
  top: top - RING_PX,
  width: width + 2 * RING_PX,
  height: height + 2 * RING_PX,
});
