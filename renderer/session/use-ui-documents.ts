import { createContext, useContext, useSyncExternalStore } from 'react';
import type { UiArea, UiDocument } from '#contract/ui.ts';
import type { UiDocuments } from '#renderer/core/documents/ui-documents.ts';

export const UiDocumentsContext = createContext<UiDocuments | undefined>(undefined);

export function useUiDocuments(): UiDocuments {
  const documents = useContext(UiDocumentsContext);
  if (!documents) throw new Error('this part of the screen needs what the screens remember');
  return documents;
}

/** One area and the way to change it. */
export function useUiDocument<A extends UiArea>(
  area: A,
): [UiDocument<A>, (value: UiDocument<A>) => void] {
  const documents = useUiDocuments();
  const value = useSyncExternalStore(documents.on, () => documents.get(area));
  return [value, (next) => documents.set(area, next)];
}
