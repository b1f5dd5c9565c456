import { useCallback, useMemo } from 'react';
import type { ColumnLayout } from '#contract/ui.ts';
import { useUiDocument } from '#renderer/session/use-ui-documents.ts';
import { AS_IT_IS, type KeptColumns } from '#renderer/ui/table/arranged-columns.ts';
import type { Sorting } from '#renderer/ui/table/compare.ts';

/** How a person has put the columns of the table of this name, here and in every other window. */
export function useColumnLayout(name: string): KeptColumns {
  const [kept, setKept] = useUiDocument('tables');
  return useMemo(
    () => ({
      layout: kept.tables[name] ?? AS_IT_IS,
      onChange(layout: ColumnLayout) {
        const { [name]: _, ...others } = kept.tables;
        setKept({ ...kept, tables: layout === AS_IT_IS ? others : { ...others, [name]: layout } });
      },
    }),
    [name, kept, setKept],
  );
}

/** What it is sorted by, likewise. */
export function useKeptSorting(
  name: string,
): [Sorting | undefined, (sorting: Sorting | undefined) => void] {
  const [kept, setKept] = useUiDocument('tables');
  const keep = useCallback(
    (next: Sorting | undefined) => {
      const { [name]: _, ...others } = kept.sorting;
      setKept({ ...kept, sorting: next ? { ...others, [name]: next } : others });
    },
    [name, kept, setKept],
  );
  return [kept.sorting[name], keep];
}
