import { Menu as Base } from '@base-ui/react/menu';
import { useRef, type ComponentProps, type ReactNode } from 'react';
import { Chevron } from '#renderer/ui/Chevron.tsx';
import { usePopupHome } from '#renderer/ui/popup-home.ts';

export type MenuItem = {
  /** Where two have the same text. */
  key?: string;
  text: string;
  /** What it is called, where the text alone does not say it. */
  name?: string;
  detail?: string;
  /** A second line. */
  note?: ReactNode;
  /** One of several of which one holds; these come first. */
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
  /** Of the button. */
  className?: string;
  /** Of the list. */
  listClassName?: string;
  isDisabled?: boolean;
  /** What is drawn in the button says by itself that more is behind it. */
  isSign?: boolean;
  /** At which edge of the button the list begins. */
  align?: 'start' | 'end';
  onOpenChange?: (isOpen: boolean) => void;
};

/** A button with a list of things to do. */
export function Menu(props: Props) {
  const { label, items, children, className = 'menu-button', listClassName = '' } = props;
  const { isDisabled = false, isSign = false, align = 'start', onOpenChange } = props;
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useRef<MenuItem>(undefined);

  /** Once the list is gone, so that a dialog that opens now gives the focus back to the button. */
  function runChosen(): void {
    const item = chosen.current;
    chosen.current = undefined;
    if (!item) return;
    button.current?.focus();
    item.run();
  }

  return (
    <Base.Root
      modal={false}
      disabled={isDisabled}
      onOpenChange={(isOpen) => onOpenChange?.(isOpen)}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) runChosen();
      }}
    >
      <Base.Trigger ref={button} className={`menu-trigger ${className}`}>
        {children ?? label}
        {!isSign && <Chevron />}
      </Base.Trigger>
      <MenuList
        label={label}
        items={items}
        className={listClassName}
        align={align}
        onChoose={(item) => (chosen.current = item)}
      />
    </Base.Root>
  );
}

type ListProps = {
  label: string;
  items: readonly MenuItem[];
  className?: string;
  align?: 'start' | 'end';
  /** Where it opens, if not at its button. */
  anchor?: ComponentProps<typeof Base.Positioner>['anchor'];
  onChoose: (item: MenuItem) => void;
};

/** The list itself, in a `Root` of the library. */
export function MenuList(props: ListProps) {
  const { label, items, className = '', align = 'start', anchor, onChoose } = props;
  const home = usePopupHome();
  const choices = items.filter(({ isChosen }) => isChosen !== undefined);
  const actions = items.filter(({ isChosen }) => isChosen === undefined);
  return (
    <Base.Portal container={home}>
      <Base.Positioner
        className="popup-place"
        align={align}
        sideOffset={4}
        collisionPadding={8}
        anchor={anchor}
      >
        <Base.Popup
          className={`popup ${choices.length > 0 ? 'popup-marks' : ''} ${className}`}
          aria-label={label}
        >
          {choices.length > 0 && (
            <Base.RadioGroup value={keyOf(choices.find(({ isChosen }) => isChosen))}>
              {choices.map((item) => (
                <Base.RadioItem
                  key={keyOf(item)}
                  value={keyOf(item)}
                  className="popup-item"
                  disabled={item.isDisabled === true}
                  closeOnClick
                  onClick={() => onChoose(item)}
                >
                  <Words item={item} />
                </Base.RadioItem>
              ))}
            </Base.RadioGroup>
          )}
          {actions.map((item) => (
            <Base.Item
              key={keyOf(item)}
              className={item.isApart ? 'popup-item apart' : 'popup-item'}
              aria-label={item.name}
              label={item.text}
              disabled={item.isDisabled === true}
              onClick={() => onChoose(item)}
            >
              <Words item={item} />
            </Base.Item>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

const keyOf = (item: MenuItem | undefined): string | undefined => item?.key ?? item?.text;

const Words = ({ item: { text, detail, note } }: { item: MenuItem }) => (
  <>
    <span>{text}</span>
    {detail !== undefined && <span className="popup-detail">{detail}</span>}
    {note !== undefined && <span className="menu-note">{note}</span>}
  </>
);
