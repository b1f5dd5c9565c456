import '#renderer/screens/desk/tour/tour.css';

type Props = { onTake: () => void; onDecline: () => void };

/** In the frame's own row, so that it covers and moves nothing. */
export const TourOffer = ({ onTake, onDecline }: Props) => (
  <div className="tour-offer" role="group" aria-label="New here?">
    <button type="button" className="small" onClick={onTake}>
      Take the 60-second tour
    </button>
    <button type="button" className="quiet" onClick={onDecline}>
      Not now
    </button>
  </div>
);
