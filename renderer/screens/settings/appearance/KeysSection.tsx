import '#renderer/screens/settings/appearance/keys.css';
import { useState } from 'react';
import { GROUP_ORDER, type Command } from '#renderer/core/commands/commands.ts';
import { fuzzyMatch } from '#renderer/core/commands/fuzzy.ts';
import { isFixed, reset, without, withKeys } from '#renderer/core/commands/key-choices.ts';
import { chordText, isMac, type Chord } from '#renderer/core/commands/keys.ts';
import { nameOf, RecordKeys } from '#renderer/screens/settings/appearance/RecordKeys.tsx';
import { Caps } from '#renderer/session/KeySheet.tsx';
import { useCommandRegistry } from '#renderer/session/use-commands.ts';
import { useUiDocument } from '#renderer/session/use-ui-documents.ts';
import { Field } from '#renderer/ui/Field.tsx';

/** Symbols and orders come and go: no key is theirs. */
const GROUPS = GROUP_ORDER.filter((group) => group !== 'Symbols' && group !== 'Orders');

/** Every command with its keys, which can be changed. */
export function KeysSection() {
  const commands = useCommandRegistry().all();
  const [{ changed }, set] = useUiDocument('keys');
  const [wanted, setWanted] = useState('');
  const [said, setSaid] = useState('');
  const rows = GROUPS.flatMap((group) => commands.filter((command) => command.group === group))
    .filter(({ title }) => wanted.trim() === '' || fuzzyMatch(wanted, title))
    // Those that have keys, or had, come first.
    .toSorted((a, b) => Number(isKeyed(b)) - Number(isKeyed(a)));

  const mac = isMac();

  function change(next: typeof changed, words: string): void {
    set({ changed: next });
    setSaid(words);
  }

  function add(command: Command, chord: Chord, other: Command | undefined): void {
    const from = other ? `, and no longer belongs to ${other.title}` : '';
    const words = `${chordText(chord, mac)} now belongs to ${command.title}${from}.`;
    change(withKeys(changed, command, chord, other), words);
  }

  return (
    <>
      <p className="quiet-text">
        Press “Add”, then the keys. Single keys are off while you type in a field, and none can send
        or cancel anything. The keys that stop all trading can be added to, never removed.
      </p>
      <div className="keys-head">
        <div className="keys-find">
          <Field label="Find a command" value={wanted} onChange={setWanted} />
        </div>
        <button
          type="button"
          className="level"
          disabled={Object.keys(changed).length === 0}
          onClick={() => change({}, 'All keys are as they were at first.')}
        >
          Reset all keys
        </button>
      </div>
      <p className="quiet-text" role="status" aria-label="Keys">
        {said}
      </p>
      <table className="settings-table keys-table" aria-label="Keys">
        <thead>
          <tr>
            <th scope="col">Command</th>
            <th scope="col">Keys</th>
            <th scope="col">
              <span className="visually-hidden">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((command) => (
            <tr key={command.id}>
              <th scope="row">{command.title}</th>
              <td>
                <div className="keys-list">
                  {command.keys?.map((chord) => (
                    <span key={chord} className="keys-one">
                      <Caps chord={chord} />
                      {!isFixed(command.id, chord) && (
                        <button
                          type="button"
                          className="icon-button"
                          aria-label={`Remove ${chordText(chord, mac)} from ${nameOf(command)}`}
                          onClick={() =>
                            change(
                              without(changed, command, chord),
                              `${chordText(chord, mac)} was removed from ${command.title}.`,
                            )
                          }
                        >
                          ×
                        </button>
                      )}
                    </span>
                  ))}
                </div>
              </td>
              <td className="right">
                <RecordKeys
                  command={command}
                  commands={commands}
                  onKeys={(chord, other) => add(command, chord, other)}
                />
                {changed[command.id] !== undefined && (
                  <button
                    type="button"
                    className="small"
                    aria-label={`Reset the keys of ${nameOf(command)}`}
                    onClick={() =>
                      change(
                        reset(changed, command.id),
                        `The keys of ${command.title} are as they were at first.`,
                      )
                    }
                  >
                    Reset
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="quiet-text">No command is called that.</p>}
    </>
  );
}

const isKeyed = ({ keys }: Command): boolean => keys !== undefined;
