import '#renderer/session/key-sheet.css';
import { GROUP_ORDER, type Command } from '#renderer/core/commands/commands.ts';
import { chordCaps, isMac, type Chord } from '#renderer/core/commands/keys.ts';
import { useCommandRegistry } from '#renderer/session/use-commands.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';

type Props = { onClose: () => void };

export function KeySheet({ onClose }: Props) {
  return (
    <Dialog title="Keys" className="key-sheet" onClose={onClose}>
      <KeyGroups />
      <p className="quiet-text">
        Everything else is in the command palette. In a field, plain keys are text.
      </p>
      <DialogActions back="Close" onBack={onClose} />
    </Dialog>
  );
}

/** Every key that does something now, from the same registry that acts on them. */
export function KeyGroups() {
  const withKeys = useCommandRegistry()
    .all()
    .filter(({ keys }) => keys !== undefined);
  const groups = GROUP_ORDER.map((group) => ({
    group,
    commands: withKeys.filter((command) => command.group === group),
  })).filter(({ commands }) => commands.length > 0);
  return (
    <div className="key-groups">
      {groups.map(({ group, commands }) => (
        <section key={group}>
          <h3>{group}</h3>
          <dl>
            {commands.map((command) => (
              <Line key={command.id} command={command} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function Line({ command }: { command: Command }) {
  return (
    <div className="key-line">
      <dt>{command.title}</dt>
      <dd>
        {command.keys?.map((chord, index) => (
          <span key={chord}>
            {index > 0 && <span className="quiet-text"> or </span>}
            <Caps chord={chord} />
          </span>
        ))}
      </dd>
    </div>
  );
}

const Caps = ({ chord }: { chord: Chord }) =>
  chordCaps(chord, isMac()).map((cap) => <kbd key={cap}>{cap}</kbd>);
