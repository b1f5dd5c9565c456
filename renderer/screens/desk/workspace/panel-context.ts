// What a panel knows of its own place: which of several it is, and what is kept for it with the layout.
import { createContext, useContext } from 'react';

export type PanelPlace = {
  id: string;
  /** Kept with the layout: the symbol of a chart that is not linked, for example. */
  params: Readonly<Record<string, unknown>>;
  keep(params: Record<string, unknown>): void;
  /** The words on its tab. */
  name(title: string): void;
};

export const PanelContext = createContext<PanelPlace | undefined>(undefined);

/** Undefined outside the workspace. */
export const usePanel = (): PanelPlace | undefined => useContext(PanelContext);
