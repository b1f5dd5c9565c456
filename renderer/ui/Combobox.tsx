import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { useArrowAhead } from '#renderer/ui/use-arrow-ahead.ts';
import { FieldNote } from '#renderer/ui/Field.tsx';
import { usePopupHome } from '#renderer/ui/popup-home.ts';

type OffersProps<T> = {
  value: string;
  onChange: (value: string) => void;
  /** What is offered for the value as it is; the first of them are shown. */
  offers: readonly T[];
  /** What the field holds once an offer is taken. */
  valueOf: (offer: T) => string;
  /** Instead of the change to its value. */
  onTake?: (offer: T) => void;
  /** Draws an offer. */
  children: (offer: T) => ReactNode;
  /** What the list is called. */
  listName: string;
  /** The list is shown before anything is typed. */
  opensOnClick?: boolean;
  input: ComponentProps<'input'>;
};

const MOST_SHOWN = 50;

/** A field that takes any text and offers some. Enter takes the marked offer and does no more than that. */
export function OfferingField<T>(props: OffersProps<T>) {
  const { value, onChange, offers, valueOf, onTake, children, opensOnClick = false } = props;
  const { listName, input } = props;
  const [isOpen, setOpen] = useState(false);
  const home = usePopupHome();
  // By their values: the marked one stays marked when the offers are made anew.
  const shown = new Map(offers.slice(0, MOST_SHOWN).map((offer) => [valueOf(offer), offer]));
  const isShown = isOpen && shown.size > 0;
  const arrow = useArrowAhead(isShown);
  return (
    <Base.Root
      items={[...shown.keys()]}
      filter={null}
      value={value}
      onValueChange={(text) => {
        arrow.forget();
        onChange(text);
      }}
      onItemHighlighted={arrow.onMarked}
      open={isShown}
      onOpenChange={setOpen}
      openOnInputClick={opensOnClick}
    >
      <Base.Input
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        {...input}
        onBlur={(event) => {
          setOpen(false);
          arrow.forget();
          input.onBlur?.(event);
        }}
        onKeyDown={(event) => {
          // Beyond closing the list, Escape is the dialog's: it does not empty the field.
          if (event.key === 'Escape' && !isShown) event.preventBaseUIHandler();
          arrow.onKeyDown(event.nativeEvent);
        }}
      />
      {/* Without a Base.Popup, which hides the rest of the page from a screen reader for as long as it is open. */}
      {isShown && (
        <Base.Portal container={home}>
          <Base.Positioner className="popup-place" align="start" sideOffset={4}>
            <Base.List className="popup popup-scroll" aria-label={listName}>
              {[...shown].map(([key, offer]) => (
                <Base.Item
                  key={key}
                  value={key}
                  className="popup-item"
                  render={(item, { highlighted }) => <div {...item} aria-selected={highlighted} />}
                  onClick={() => (onTake ? onTake(offer) : onChange(key))}
                >
                  {children(offer)}
                </Base.Item>
              ))}
            </Base.List>
          </Base.Positioner>
        </Base.Portal>
      )}
    </Base.Root>
  );
}

export type Offer = {
  value: string;
  /** In place of the value, where that is long. */
  text?: string;
  detail?: string;
};

type ComboboxProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  offers: readonly Offer[];
  issue?: string | undefined;
  /** Said below the field while nothing is wrong with it. */
  hint?: string | undefined;
  maxLength?: number;
  className?: string;
};

/** Such a field with its name above it. Typing narrows what is offered. */
export function Combobox({ label, value, onChange, offers, ...rest }: ComboboxProps) {
  const { issue, hint, className = '', ...input } = rest;
  const id = useId();
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <OfferingField
        value={value}
        onChange={onChange}
        offers={fitting(offers, value)}
        valueOf={(offer) => offer.value}
        listName="Suggestions"
        opensOnClick
        input={{
          ...input,
          id,
          'aria-invalid': issue !== undefined,
          'aria-describedby': (issue ?? hint) === undefined ? undefined : `${id}-note`,
        }}
      >
        {(offer) => (
          <>
            <span>{offer.text ?? offer.value}</span>
            {offer.detail !== undefined && <span className="popup-detail num">{offer.detail}</span>}
          </>
        )}
      </OfferingField>
      <FieldNote id={`${id}-note`} issue={issue} hint={hint} />
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
