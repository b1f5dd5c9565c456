// A place in the frame's second row that the screen in front may fill.
import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

export const FrameSlotContext = createContext<HTMLElement | null>(null);

export function FrameSlot({ children }: { children: ReactNode }) {
  const place = useContext(FrameSlotContext);
  return place && createPortal(children, place);
}
