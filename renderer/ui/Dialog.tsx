import {
  createContext,
  use,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { PopupHome, usePopupHome } from '#renderer/ui/popup-home.ts';

type Props = {
  title: string;
  /** Escape, or the browser closing it. Not asked while `isBusy`. */
  onClose: () => void;
  isBusy?: boolean;
  className?: string;
  children: ReactNode;
};

/** Drawn in every dialog too: what is outside of a modal one cannot be pressed. */
export const OverDialogs = createContext<ReactNode>(null);

/**
 * A modal dialog, open for as long as it is drawn, and in sight whatever becomes of the screen or the panel that it
 * belongs to: a page under a dialog that nobody sees would take no click. Its heading takes the focus, so that an Enter
 * that is still held down from the field before confirms nothing.
 */
export function Dialog({ title, onClose, isBusy = false, className = '', children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const home = usePopupHome();
  const over = use(OverDialogs);
  const [place] = useState(() => home?.current ?? document.body);
  const close = useEffectEvent(() => {
    if (element.current?.open) return; // shown again already
    if (isBusy) element.current?.showModal();
    else onClose();
  });

  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return undefined;
    dialog.showModal();
    heading.current?.focus();
    // The browser closes on a second Escape without asking.
    const onClosed = () => close();
    dialog.addEventListener('close', onClosed);
    return () => {
      dialog.removeEventListener('close', onClosed);
      dialog.close();
    };
  }, []);

  return createPortal(
    <dialog
      ref={element}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onClose();
      }}
    >
      <h2 ref={heading} id={titleId} className="dialog-title" tabIndex={-1}>
        {title}
      </h2>
      <PopupHome value={element}>{children}</PopupHome>
      {over}
    </dialog>,
    place,
  );
}
