import { chordCaps, isMac } from '#renderer/core/commands/keys.ts';
import { keysFor } from '#renderer/core/commands/key-choices.ts';
import { PALETTE } from '#renderer/app/frame/frame-commands.ts';
import { Tip } from '#renderer/ui/Tip.tsx';
import { useUiDocument } from '#renderer/session/use-ui-documents.ts';

type Props = { onPalette: () => void };

/** At the end of the header: hide amounts, and the way to everything else. */
export function FrameActions({ onPalette }: Props) {
  const [appearance, setAppearance] = useUiDocument('appearance');
  const { isPrivate } = appearance;
  const [{ changed }] = useUiDocument('keys');
  const [chord] = keysFor(PALETTE, changed) ?? [];
  return (
    <div className="frame-actions">
      <Tip text={isPrivate ? 'Amounts are hidden. Click to show them' : 'Hide amounts'}>
        <button
          type="button"
          className="icon-button"
          aria-label="Hide amounts"
          aria-pressed={isPrivate}
          onClick={() => setAppearance({ ...appearance, isPrivate: !isPrivate })}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z" />
            <circle cx="8" cy="8" r="2" />
            {isPrivate && <path d="M2.5 13.5l11-11" />}
          </svg>
        </button>
      </Tip>
      <button type="button" className="palette-button" onClick={onPalette}>
        <span className={chord === undefined ? '' : 'visually-hidden'}>Command palette </span>
        {chord !== undefined && chordCaps(chord, isMac()).map((cap) => <kbd key={cap}>{cap}</kbd>)}
      </button>
    </div>
  );
}
