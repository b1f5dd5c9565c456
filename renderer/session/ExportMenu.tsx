import { useState } from 'react';
import { describeFailure } from '#contract/failure.ts';
import { saveFile } from '#renderer/core/bridge/save-file.ts';
import { useSession } from '#renderer/session/session.ts';
import { Menu } from '#renderer/ui/Menu.tsx';
import { toCsv, toJson, type ExportColumn } from '#renderer/ui/table/export-text.ts';
import type { RowsView } from '#renderer/ui/table/sorted-rows.ts';

type Props<T> = { what: string; view: RowsView<T>; columns: readonly ExportColumn<T>[] };

/** Exports what is shown: the rows that pass the filter, in their order. */
export function ExportMenu<T>({ what, view, columns }: Props<T>) {
  const { bridge, toast } = useSession();
  const [told, setTold] = useState('');

  async function save(kind: 'csv' | 'json'): Promise<void> {
    const text = kind === 'csv' ? toCsv(view.rows, columns) : toJson(view.rows, columns);
    const day = new Date().toISOString().slice(0, 10);
    const saved = await saveFile(
      bridge,
      `ballast-${what.replaceAll(' ', '-')}-${day}.${kind}`,
      text,
    );
    const words = saved.ok ? saved.value : describeFailure(saved.failure);
    setTold(words);
    if (words !== '') toast({ kind: saved.ok ? 'good' : 'bad', text: words });
  }

  return (
    <>
      <Menu
        label={`Export ${what}`}
        className="small"
        align="end"
        isDisabled={view.rows.length === 0 || view.isPartial === true}
        items={[
          { text: 'CSV', name: `Export ${what} as CSV`, run: () => void save('csv') },
          { text: 'JSON', name: `Export ${what} as JSON`, run: () => void save('json') },
        ]}
      >
        Export<span className="visually-hidden"> {what}</span>
      </Menu>
      <span className="visually-hidden" role="status">
        {told}
      </span>
    </>
  );
}
