import '#renderer/ui/combobox.css';
import { useId, useState, type KeyboardEvent } from 'react';

export type Offer = {
  value: string;
  /** In place of the value, where that is long. */
  text?: string;
  detail?: string;
};

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  offers: readonly Offer[];
  issue?: string | undefined;
  /** Said below the field while nothing is wrong with it. */
  hint?: string | undefined;
  maxLength?: number;
  placeholder?: string;
  className?: string;
};

const MOST_SHOWN = 50;

/** A field with values to choose from that takes any other too. Typing narrows them; Enter takes the marked one. */
export function Combobox(props: Props) {
  const { label, value, onChange, offers, issue, hint, className } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const shown = fitting(offers, value).slice(0, MOST_SHOWN);
  const isListed = isOpen && shown.length > 0;
  const markedOffer = isListed ? shown[marked] : undefined;
  const note = issue ?? hint;

  function take(offer: Offer): void {
    onChange(offer.value);
    close();
  }

  function close(): void {
    setOpen(false);
    setMarked(-1);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (shown.length === 0) return;
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setMarked((marked === -1 && step === -1 ? 0 : marked + step + shown.length) % shown.length);
    } else if (event.key === 'Enter' && markedOffer) {
      // It chooses; it does not go on to the review.
      event.preventDefault();
      take(markedOffer);
    } else if (event.key === 'Escape' && isListed) {
      event.preventDefault();
      close();
    }
  }

  return (
    <div className={`field combobox ${className ?? ''}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        role="combobox"
        value={value}
        maxLength={props.maxLength ?? 40}
        placeholder={props.placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-expanded={isListed}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={markedOffer ? `${id}-${marked}` : undefined}
        aria-invalid={issue !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => {
          onChange(event.target.value);
          setOpen(true);
          setMarked(-1);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {isListed && (
        <div id={`${id}-list`} className="combobox-list" role="listbox" aria-label="Suggestions">
          {shown.map((offer, nth) => (
            <div
              key={offer.value}
              id={`${id}-${nth}`}
              role="option"
              tabIndex={-1}
              aria-selected={nth === marked}
              // On the way down, so that the field keeps the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                take(offer);
              }}
            >
              <span>{offer.text ?? offer.value}</span>
              {offer.detail !== undefined && (
                <span className="combobox-detail num">{offer.detail}</span>
              )}
            </div>
          ))}
        </div>
      )}
      <p
        id={`${id}-note`}
        className={issue === undefined ? 'field-hint' : 'field-issue'}
        aria-live="polite"
      >
        {note}
      </p>
    </div>
  );
}

/** All of them while the field holds nothing or one of them: whoever opens the list then looks for another. */
function fitting(offers: readonly Offer[], value: string): readonly Offer[] {
  const typed = value.trim().toLowerCase();
  if (typed === '' || offers.some((offer) => offer.value.toLowerCase() === typed)) return offers;
  return offers.filter((offer) =>
    `${offer.value} ${offer.text ?? ''}`.toLowerCase().includes(typed),
  );
}
