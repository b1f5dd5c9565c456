import { createContext, use, type RefObject } from 'react';

/** Where lists and menus are drawn: in the frame's header, or in the dialog that covers it. */
export const PopupHome = createContext<RefObject<HTMLElement | null> | undefined>(undefined);

export const usePopupHome = (): RefObject<HTMLElement | null> | undefined => use(PopupHome);
