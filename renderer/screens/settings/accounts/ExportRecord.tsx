import { useState } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import { describeFailure } from '#contract/failure.ts';
import { saveFile } from '#renderer/core/bridge/save-file.ts';
import { useSession } from '#renderer/session/session.ts';

/** What the journal knows, kept as a file before it goes. */
export function ExportRecord({ profile }: { profile: AccountProfile }) {
  const { bridge } = useSession();
  const { accountId, label } = profile;
  const [told, setTold] = useState('');

  async function save(): Promise<void> {
    const record = await bridge.call('accounts.record', { accountId });
    if (!record.ok) return setTold(describeFailure(record.failure));
    const day = new Date().toISOString().slice(0, 10);
    const name = label.replace(/[^\w-]+/g, '-').slice(0, 40);
    const saved = await saveFile(bridge, `ballast-${name}-${day}.json`, record.value.text);
    setTold(saved.ok ? saved.value : describeFailure(saved.failure));
  }

  return (
    <div className="note note-split">
      <p role="status">
        {told === '' ? 'You can save its orders and their evidence to a file first.' : told}
      </p>
      <button type="button" onClick={() => void save()}>
        Export record…
      </button>
    </div>
  );
}
