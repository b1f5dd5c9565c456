import '#renderer/ui/explain.css';
import { Popover } from '@base-ui/react/popover';
import { usePopupHome } from '#renderer/ui/popup-home.ts';

/** Words that a newcomer meets here first, each in a sentence or two. */
const MEANINGS = {
  Unconfirmed:
    'The broker’s answer did not arrive, so the order may or may not be there. Ballast keeps looking it up and counts it as placed until it knows. Do not place it again.',
  Evidence:
    'Everything Ballast did with this order and everything it heard about it, with the time of each. It is read from the journal, which is written before anything is sent.',
  Guards:
    'Checks on every order before it is sent, such as size, price and repetition. A guard warns or blocks; orders that reduce a position are never blocked. Set them in Settings.',
  Arming:
    'A live account takes no orders until you type its account number. That lasts until you lock or quit Ballast, so an order with real money is never an accident.',
} as const;

type Props = { term: keyof typeof MEANINGS };

/** What a word means, beside it. */
export function Explain({ term }: Props) {
  const home = usePopupHome();
  return (
    <Popover.Root>
      <Popover.Trigger type="button" className="explain" aria-label={`What is this? ${term}`}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="6" />
          <path d="M8 7.25v4M8 4.75v.5" />
        </svg>
      </Popover.Trigger>
      <Popover.Portal container={home}>
        <Popover.Positioner className="popup-place" sideOffset={4} collisionPadding={8}>
          <Popover.Popup className="popup explained" aria-label={term}>
            <Popover.Description>{MEANINGS[term]}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
