import { useEffect } from 'react';
import type { Toast } from '#renderer/session/session.ts';
import { useUiDocuments } from '#renderer/session/use-ui-documents.ts';
import { useUntoast } from '#renderer/app/frame/Toasts.tsx';

/** What could not be remembered is said until it is. */
export function useDocumentProblems(toast: (toast: Toast) => void): void {
  const documents = useUiDocuments();
  const untoast = useUntoast();
  useEffect(
    () =>
      documents.onRemembered((area, problem) => {
        const id = `remembered:${area}`;
        if (problem === undefined) untoast(id);
        else toast({ kind: 'bad', text: problem, id });
      }),
    [documents, toast, untoast],
  );
}
