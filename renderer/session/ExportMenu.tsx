import { useEffect, useRef, useState } from 'react';
import { describeFailure } from '#contract/failure.ts';
import { saveFile } from '#renderer/core/bridge/save-file.ts';
import { delay } from '#renderer/core/delay.ts';
import { exportInSlices } from '#renderer/session/export-in-slices.ts';
import { useSession } from '#renderer/session/session.ts';
import { Menu } from '#renderer/ui/Menu.tsx';
import type { ExportColumn } from '#renderer/ui/table/export-text.ts';
import type { RowsView } from '#renderer/ui/table/sorted-rows.ts';

type Props<T> = { what: string; view: RowsView<T>; columns: readonly ExportColumn<T>[] };

const COUNT = new Intl.NumberFormat('en-US');

/** Exports what is shown: the rows that pass the filter, in their order. */
export function ExportMenu<T>({ what, view, columns }: Props<T>) {
  const { bridge, toast } = useSession();
  const [told, setTold] = useState('');
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const isWanted = useRef(false);
  useEffect(
    () => () => {
      isWanted.current = false;
    },
    [],
  );

  async function save(kind: 'csv' | 'json'): Promise<void> {
    const { rows } = view;
    const of = rows.length;
    isWanted.current = true;
    const text = await exportInSlices({
      rows,
      columns,
      kind,
      delay,
      onSlice(done) {
        if (isWanted.current) setProgress({ done, of });
        return isWanted.current;
      },
    });
    setProgress(undefined);
    if (text === undefined) return setTold('Export canceled. Nothing was saved.');
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
      {progress ? (
        <>
          <span className="num quiet-text">
            {COUNT.format(progress.done)} of {COUNT.format(progress.of)}
          </span>{' '}
          <button
            type="button"
            className="small"
            aria-label={`Cancel the export of ${what}`}
            onClick={() => (isWanted.current = false)}
          >
            Cancel
          </button>
        </>
      ) : (
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
      )}
      <span className="visually-hidden" role="status">
        {progress ? `Exporting ${what}.` : told}
      </span>
    </>
  );
}
