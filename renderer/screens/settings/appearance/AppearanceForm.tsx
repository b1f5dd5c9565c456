import { THEMES } from '#renderer/session/appearance.ts';
import { useUiDocument } from '#renderer/session/use-ui-documents.ts';
import { Choice } from '#renderer/ui/Field.tsx';

/** Takes effect with each choice; there is nothing to save. */
export function AppearanceForm() {
  const [appearance, setAppearance] = useUiDocument('appearance');
  return (
    <form
      className="appearance-form"
      aria-label="Appearance"
      onSubmit={(event) => event.preventDefault()}
    >
      <Choice
        label="Theme"
        value={appearance.theme}
        options={THEMES}
        onChange={(theme) => setAppearance({ ...appearance, theme })}
      />
      <Choice
        label="Rows"
        value={appearance.isCompact ? 'compact' : 'comfortable'}
        options={[
          ['compact', 'Compact'],
          ['comfortable', 'Comfortable'],
        ]}
        onChange={(rows) => setAppearance({ ...appearance, isCompact: rows === 'compact' })}
      />
      <Check
        label="Show profit and loss in blue and orange, for eyes that do not part red from green"
        isOn={appearance.isColourBlindSafe}
        onChange={(isColourBlindSafe) => setAppearance({ ...appearance, isColourBlindSafe })}
      />
      <Check
        label="Hide amounts"
        isOn={appearance.isPrivate}
        onChange={(isPrivate) => setAppearance({ ...appearance, isPrivate })}
      />
    </form>
  );
}

type CheckProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

function Check({ label, isOn, onChange }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}
