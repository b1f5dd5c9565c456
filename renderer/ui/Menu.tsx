import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

export type MenuItem = {
  key: string;
  text: string;
  detail?: string;
  /** A second line. */
  note?: string;
  /** One of several of which one holds. */
  isChosen?: boolean;
  isDisabled?: boolean;
  /** A line above it parts it from those before. */
  isApart?: boolean;
  run: () => void;
};

type Props = {
  /** The list's name, and the button's words where nothing else is drawn in it. */
  label: string;
  items: readonly MenuItem[];
  children?: ReactNode;
  className?: string;
  /** At which edge of the button the list begins. */
  align?: 'start' | 'end';
  onOpen?: () => void;
};

/** A button with a list of things to do. Arrows move, Escape gives the focus back to the button. */
export function Menu(props: Props) {
  const { label, items, children, className = '', align = 'start', onOpen } = props;
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();

  useEffect(() => {
    if (!isOpen) return undefined;
    entries(root.current)[0]?.focus();
    const onOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onOutside);
    return () => document.removeEventListener('pointerdown', onOutside);
  }, [isOpen]);

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isOpen) return;
    const all = entries(root.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: -1,
    }[event.key];
    if (event.key === 'Tab') return setOpen(false);
    if (to === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (to === undefined) close();
    else all.at(to % all.length)?.focus();
  }

  return (
    <div ref={root} className={`menu ${className}`} onKeyDown={onKeyDown} role="presentation">
      <button
        ref={button}
        type="button"
        className="menu-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => {
          if (!isOpen) onOpen?.();
          setOpen(!isOpen);
        }}
      >
        {children ?? label}
        <svg className="chevron" viewBox="0 0 8 8" aria-hidden="true">
          <path d="M1 2.5 4 5.5 7 2.5" />
        </svg>
      </button>
      {isOpen && (
        <div id={listId} role="menu" aria-label={label} className={`menu-list menu-${align}`}>
          {items.map((item) => (
            <button
              key={item.key}
              type="button"
              role={item.isChosen === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={item.isChosen}
              aria-disabled={item.isDisabled}
              tabIndex={-1}
              className={item.isApart ? 'menu-item apart' : 'menu-item'}
              onClick={() => {
                if (item.isDisabled) return;
                close();
                item.run();
              }}
            >
              <span>{item.text}</span>
              {item.detail !== undefined && <span className="menu-detail">{item.detail}</span>}
              {item.note !== undefined && <span className="menu-note">{item.note}</span>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

const entries = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('.menu-item') ?? []),
];
