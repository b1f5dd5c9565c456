import { Menu as Base } from '@base-ui/react/menu';
import { useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { MenuList, type MenuItem } from '#renderer/ui/Menu.tsx';

/** What can be done with a row. */
export type RowActions = { label: string; items: readonly MenuItem[] };

type Opened = RowActions & { key: string; x: number; y: number };

type Handlers = {
  onContextMenu: (event: MouseEvent) => void;
  /** Answers whether it took the key. */
  onMenuKey: (event: KeyboardEvent) => boolean;
};

/** The menu of a row: by the right button of a mouse, by the Menu key, and by Shift and F10. */
export function useRowMenu<T>(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly T[],
  keyOf: (row: T) => string,
  actionsOf: ((row: T) => RowActions) | undefined,
): Handlers & { menu: React.JSX.Element | null } {
  const [opened, setOpened] = useState<Opened>();
  const [isOpen, setOpen] = useState(false);
  const chosen = useRef<MenuItem>(undefined);

  function open(event: MouseEvent | KeyboardEvent, at?: { x: number; y: number }): boolean {
    const element = (event.target as HTMLElement).closest<HTMLElement>('tr');
    const row = rows[Number(element?.dataset['index'] ?? Number.NaN)];
    const actions = row === undefined ? undefined : actionsOf?.(row);
    if (!element || row === undefined || !actions) return false;
    event.preventDefault();
    element.focus({ preventScroll: true });
    const { left, bottom } = element.getBoundingClientRect();
    setOpened({ key: keyOf(row), ...actions, ...(at ?? { x: left + 24, y: bottom }) });
    setOpen(true);
    return true;
  }

  /** Once the list is gone: a dialog that opens now gives the focus back to the row. */
  function close(key: string): void {
    const item = chosen.current;
    chosen.current = undefined;
    scroller.current
      ?.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(key)}"]`)
      ?.focus({ preventScroll: true });
    item?.run();
  }

  return {
    onContextMenu: (event) => void open(event, { x: event.clientX, y: event.clientY }),
    onMenuKey: (event) =>
      (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) && open(event),
    menu: opened ? (
      <Base.Root
        modal={false}
        open={isOpen}
        onOpenChange={setOpen}
        onOpenChangeComplete={(is) => {
          if (!is) close(opened.key);
        }}
      >
        <MenuList
          label={opened.label}
          items={opened.items}
          anchor={{ getBoundingClientRect: () => new DOMRect(opened.x, opened.y, 0, 0) }}
          onChoose={(item) => (chosen.current = item)}
        />
      </Base.Root>
    ) : null,
  };
}
