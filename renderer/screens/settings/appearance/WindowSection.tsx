import { useUiDocument } from '#renderer/session/use-ui-documents.ts';

/** Takes effect with each choice. */
export function WindowSection() {
  const [system, setSystem] = useUiDocument('system');
  return (
    <div className="settings-block">
      <label className="check">
        <input
          type="checkbox"
          checked={system.closesToTray}
          onChange={(event) => setSystem({ ...system, closesToTray: event.target.checked })}
        />
        <span>Closing the window leaves Ballast running in the tray, so that alerts go on</span>
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={system.startsAtLogin}
          onChange={(event) => setSystem({ ...system, startsAtLogin: event.target.checked })}
        />
        <span>Start Ballast in the tray when you log in</span>
      </label>
    </div>
  );
}
