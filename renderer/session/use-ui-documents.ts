import { useCallback, useSyncExternalStore } from 'react';
import type { UiArea, UiDocument } from '#contract/ui.ts';
import type { UiDocuments } from '#renderer/core/documents/ui-documents.ts';
import { neededContext } from '#renderer/session/needed-context.ts';

export const [UiDocumentsContext, useUiDocuments] = neededContext<UiDocuments>(
  'what the screens remember',
);

/** One area and the way to change it. */
export function useUiDocument<A extends UiArea>(
  area: A,
): [UiDocument<A>, (value: UiDocument<A>) => void] {
  const documents = useUiDocuments();
  const value = useSyncExternalStore(documents.on, () => documents.get(area));
  const set = useCallback((next: UiDocument<A>) => documents.set(area, next), [documents, area]);
  return [value, set];
}
