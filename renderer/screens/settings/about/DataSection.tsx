import { useState } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import { describeFailure } from '#contract/failure.ts';
import { useAccounts } from '#renderer/session/accounts.ts';
import { useKeyStatus } from '#renderer/session/keys/use-key-status.ts';
import { Problem } from '#renderer/ui/Problem.tsx';
import { EnterKeyDialog } from '#renderer/screens/settings/accounts/EnterKeyDialog.tsx';
import { isKeyGone } from '#renderer/screens/settings/accounts/words.ts';
import { ArchiveFacts } from '#renderer/screens/settings/about/ArchiveFacts.tsx';
import { BackupFacts } from '#renderer/screens/settings/about/BackupFacts.tsx';
import { LoadingNote } from '#renderer/screens/settings/Notes.tsx';
import { useCall } from '#renderer/session/use-call.ts';
import { useSession } from '#renderer/session/session.ts';
import { Fact } from '#renderer/ui/Fact.tsx';

const PLACES = {
  keychain: 'in this computer’s keychain',
  'sealed-file': 'in the sealed file',
  'this-run': 'in memory, for this run only',
} as const;

export function DataSection() {
  const { bridge, toast } = useSession();
  const info = useCall(bridge, 'desk.info', {}).value;
  const { accounts } = useAccounts();
  const { status } = useKeyStatus(bridge);
  const [problem, setProblem] = useState<string>();
  const [entering, setEntering] = useState<AccountProfile>();
  if (!info) return <LoadingNote what="Loading the data locations" />;
  const { dataFolder } = info;
  const separator = dataFolder.includes('\\') ? '\\' : '/';
  const inside = (...names: string[]): string => [dataFolder, ...names].join(separator);
  const outside = accounts.filter(({ environment }) => environment !== 'embedded');
  const isSealed = status !== undefined && status.sealedFile !== 'none';
  const missing = outside.filter(isKeyGone);
  const lacking = outside.filter((one) => one.keyHome !== 'sealed-file' && !missing.includes(one));

  async function open(): Promise<void> {
    const opened = await bridge.call('desk.openFolder', {});
    setProblem(opened.ok ? undefined : describeFailure(opened.failure));
  }

  return (
    <dl className="facts">
      <Fact name="Folder">
        <code>{dataFolder}</code>
        <p>
          <button type="button" className="small" onClick={() => void open()}>
            Open the folder
          </button>
        </p>
        <Problem text={problem} />
      </Fact>
      <Fact name="Logs">
        <code>{inside('logs', 'ballast.log')}</code>
        <p className="quiet-text">
          One JSON line per event, up to 5 MB plus the previous file. Keys and secrets are left out.
        </p>
      </Fact>
      <Fact name="Practice broker">
        <code>{inside('embedded')}</code>
      </Fact>
      <Fact name="Moving to another computer">
        <p>
          The folder holds settings, journals, watchlists and layouts
          {isSealed && (
            <>
              , and <code>keys.sealed</code>, the keys in the sealed file, which its passphrase
              opens on any computer
            </>
          )}
          . Quit Ballast before you copy it.
        </p>
        {lacking.length > 0 && (
          <>
            <p>A copy does not include these keys. Enter them again there:</p>
            <ul className="lines" aria-label="Keys that are not in the folder">
              {lacking.map(({ accountId, label, keyHome }) => (
                <li key={accountId}>
                  {label}: {keyHome === 'none' ? 'not on this computer' : PLACES[keyHome]}
                </li>
              ))}
            </ul>
          </>
        )}
      </Fact>
      <ArchiveFacts />
      <BackupFacts />
      {missing.length > 0 && (
        <Fact name="Missing keys">
          <p>
            {missing.length === 1 ? 'The key of this account is' : 'The keys of these accounts are'}{' '}
            not on this computer. If the folder was copied or restored from another computer, they
            stayed there.
          </p>
          <ul className="lines" aria-label="Accounts without a key">
            {missing.map((one) => (
              <li key={one.accountId}>
                {one.label}{' '}
                <button type="button" className="small" onClick={() => setEntering(one)}>
                  Enter key…<span className="visually-hidden"> for {one.label}</span>
                </button>
              </li>
            ))}
          </ul>
          {entering && (
            <EnterKeyDialog
              bridge={bridge}
              profile={entering}
              toast={toast}
              onClose={() => setEntering(undefined)}
            />
          )}
        </Fact>
      )}
    </dl>
  );
}
