import { useUiDocument } from '#renderer/session/use-ui-documents.ts';
import { Check } from '#renderer/ui/Check.tsx';

/** Takes effect with each choice. */
export function WindowSection() {
  const [system, setSystem] = useUiDocument('system');
  return (
    <div className="settings-block">
      <Check
        isOn={system.closesToTray}
        onChange={(closesToTray) => setSystem({ ...system, closesToTray })}
      >
        Closing the window leaves Ballast running in the tray, so that alerts continue
      </Check>
      <Check
        isOn={system.startsAtLogin}
        onChange={(startsAtLogin) => setSystem({ ...system, startsAtLogin })}
      >
        Start Ballast in the tray when you log in
      </Check>
    </div>
  );
}
