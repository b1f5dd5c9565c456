import { THEMES } from '#renderer/session/appearance.ts';
import { useUiDocument } from '#renderer/session/use-ui-documents.ts';
import { Check } from '#renderer/ui/Check.tsx';
import { Choice } from '#renderer/ui/Select.tsx';

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
        isOn={appearance.isColourBlindSafe}
        onChange={(isColourBlindSafe) => setAppearance({ ...appearance, isColourBlindSafe })}
      >
        Color-blind palette: profit and loss in blue and orange
      </Check>
      <Check
        isOn={appearance.isPrivate}
        onChange={(isPrivate) => setAppearance({ ...appearance, isPrivate })}
      >
        Hide amounts
      </Check>
    </form>
  );
}
