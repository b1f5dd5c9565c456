import { LoadingNote } from '#renderer/screens/settings/Notes.tsx';
import { useCall } from '#renderer/session/use-call.ts';
import { useSession } from '#renderer/session/session.ts';
import { Fact } from '#renderer/ui/Fact.tsx';

export function DataSection() {
  const { bridge } = useSession();
  const info = useCall(bridge, 'desk.info', {}).value;
  if (!info) return <LoadingNote what="Asking where the data is" />;
  const { dataFolder } = info;
  const separator = dataFolder.includes('\\') ? '\\' : '/';
  const inside = (...names: string[]): string => [dataFolder, ...names].join(separator);
  return (
    <dl className="facts">
      <Fact name="Folder">
        <code>{dataFolder}</code>
      </Fact>
      <Fact name="Logs">
        <code>{inside('logs', 'ballast.log')}</code>
        <p className="quiet-text">
          One JSON line for each event, up to 5 MB and the file before it. Keys and secrets are left
          out.
        </p>
      </Fact>
      <Fact name="Embedded broker">
        <code>{inside('embedded')}</code>
      </Fact>
      <Fact name="To take with you">
        <p>
          The folder holds everything but the keys of your accounts: settings, journals, watchlists
          and layouts. End Ballast before you copy it.
        </p>
      </Fact>
    </dl>
  );
}
