import '#renderer/session/key-sheet.css';
import { Fragment } from 'react';
import { FIXED_KEYS, KEY_PLACES } from '#renderer/core/commands/key-help.ts';
import { chordCaps, isMac, type Chord } from '#renderer/core/commands/keys.ts';
import { useCommandRegistry } from '#renderer/session/use-commands.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';

type Props = { onClose: () => void; onChange: () => void };

/** Every key that does something now, each in a sentence, by the place where it works. */
export function KeySheet({ onClose, onChange }: Props) {
  const commands = useCommandRegistry()
    .all()
    .filter(({ keys }) => keys !== undefined && keys.length > 0);
  return (
    <Dialog title="Keyboard shortcuts" className="key-sheet" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard too */}
      <div className="key-groups" role="region" aria-label="Keys by place" tabIndex={0}>
        {KEY_PLACES.map((place) => (
          <section key={place}>
            <h3>{place}</h3>
            <dl>
              {commands
                .filter((command) => (command.place ?? 'Anywhere') === place)
                .map(({ id, title, help, keys = [] }) => (
                  <Line key={id} title={title} help={help} keys={keys} />
                ))}
              {FIXED_KEYS[place]?.map(({ keys, help }) => (
                <Line key={help} title={help} keys={keys} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <TourAgain onClose={onClose} />
      <p className="quiet-text">
        Everything else is in the command palette, which also takes orders in words: buy 10 msft
        limit 330, close aapl, cancel all tsla. Single keys are off while you type in a field.
      </p>
      <DialogActions back="Close" onBack={onClose}>
        <button type="button" onClick={onChange}>
          Change keys in Settings
        </button>
      </DialogActions>
    </Dialog>
  );
}

/** Where there is one to take. */
function TourAgain({ onClose }: Pick<Props, 'onClose'>) {
  const tour = useCommandRegistry()
    .all()
    .find(({ id }) => id === 'tour');
  if (!tour) return null;
  return (
    <p>
      <button
        type="button"
        onClick={() => {
          onClose();
          tour.run();
        }}
      >
        Take the 60-second tour
      </button>
    </p>
  );
}

type LineProps = { title: string; help?: string | undefined; keys: readonly Chord[] };

function Line({ title, help, keys }: LineProps) {
  return (
    <div className="key-line">
      <dt>
        {title}
        {help !== undefined && <span className="key-help">{help}</span>}
      </dt>
      <dd>
        {keys.map((chord, index) => (
          <Fragment key={chord}>
            {index > 0 && <span className="quiet-text"> or </span>}
            <Caps chord={chord} />
          </Fragment>
        ))}
      </dd>
    </div>
  );
}

export const Caps = ({ chord }: { chord: Chord }) => (
  <span className="caps">
    {chordCaps(chord, isMac()).map((cap) => (
      <kbd key={cap}>{cap}</kbd>
    ))}
  </span>
);
