import '#renderer/ui/pop-menu.css';
import { useId, useRef, type ReactNode } from 'react';

type Item = { text: string; name?: string; onChoose: () => void; isDisabled?: boolean };
type Props = { label: ReactNode; name: string; items: readonly Item[]; isDisabled?: boolean };

/** A few actions behind one button. Escape and a click elsewhere close it, which the browser does by itself. */
export function PopMenu({ label, name, items, isDisabled = false }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        type="button"
        className="small"
        popoverTarget={id}
        disabled={isDisabled}
        aria-label={name}
        aria-haspopup="true"
      >
        {label}
      </button>
      <div ref={list} id={id} popover="auto" className="pop-menu" role="group" aria-label={name}>
        {items.map(({ text, name: itemName, onChoose, isDisabled: isOff = false }) => (
          <button
            key={text}
            type="button"
            aria-label={itemName}
            disabled={isOff}
            onClick={() => {
              list.current?.hidePopover();
              onChoose();
            }}
          >
            {text}
          </button>
        ))}
      </div>
    </>
  );
}
