import { describeFailure } from '#contract/failure.ts';
import type { Batch } from '#contract/tokenization.ts';
import { saveFile } from '#renderer/core/bridge/save-file.ts';
import { mendCsv, mendName, rowsToMend } from '#renderer/screens/tokenization/batch/mend-rows.ts';
import { useSession } from '#renderer/session/session.ts';
import { Menu } from '#renderer/ui/Menu.tsx';

/** What was not minted: put right here and run as a new batch, or taken out as a file with the reasons. */
export function MendRows({ batch, onMend }: { batch: Batch; onMend: () => void }) {
  const { bridge, toast } = useSession();
  const rows = rowsToMend(batch);
  if (rows.length === 0) return null;

  async function save(): Promise<void> {
    const name = `${mendName(batch.name).replaceAll(/[^\w-]+/g, '-')}.csv`;
    const saved = await saveFile(bridge, name, mendCsv(batch));
    const text = saved.ok ? saved.value : describeFailure(saved.failure);
    if (text !== '') toast({ kind: saved.ok ? 'good' : 'bad', text });
  }

  return (
    <Menu
      label={`Fix ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`}
      className="small"
      align="end"
      items={[
        { text: 'Edit and try as a new batch', run: onMend },
        { text: 'Save as CSV, with the reasons', run: () => void save() },
      ]}
    />
  );
}
