import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Command } from '#renderer/core/commands/commands.ts';
import { chordOf, whoHas, whyNoKeys } from '#renderer/core/commands/key-choices.ts';
import { chordText, isMac, STOP_COMMAND, type Chord } from '#renderer/core/commands/keys.ts';

type Props = {
  command: Command;
  commands: readonly Command[];
  /** With the command that they are taken from. */
  onKeys: (chord: Chord, other: Command | undefined) => void;
};

type State =
  | { kind: 'idle' }
  | { kind: 'recording'; problem?: string }
  | { kind: 'taken'; chord: Chord; by: Command };

/** Hears one press of keys for a command. What another has is named, and moved only when the person says so. */
export function RecordKeys({ command, commands, onKeys }: Props) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const { id } = command;
  const name = nameOf(command);
  const isRecording = state.kind === 'recording';
  const stop = () => setState({ kind: 'idle' });
  const add = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLDivElement>(null);
  const { kind } = state;
  const wasAsked = useRef(false);
  // To what is asked, and back to where it was asked.
  useEffect(() => {
    if (kind === 'taken') question.current?.querySelector('button')?.focus();
    else if (wasAsked.current) add.current?.focus();
    wasAsked.current = kind === 'taken';
  }, [kind]);

  function onKeyDown(event: KeyboardEvent): void {
    if (!isRecording || event.key === 'Tab') return;
    // Whatever it does elsewhere, here it is only heard.
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (event.key === 'Escape') return stop();
    const press = event.nativeEvent;
    const mac = isMac();
    const chord = chordOf(press, mac);
    if (chord === undefined) return;
    const problem = whyNoKeys(chord, command, press, mac);
    if (problem !== undefined) return setState({ kind: 'recording', problem });
    if (command.keys?.includes(chord)) return stop();
    const by = whoHas(chord, id, commands);
    if (by) return setState({ kind: 'taken', chord, by });
    stop();
    onKeys(chord, undefined);
  }

  if (state.kind === 'taken') {
    const { chord, by } = state;
    return (
      <div ref={question} className="keys-taken" role="alert">
        <span>
          {chordText(chord, isMac())} belongs to {by.title}.
        </span>
        {canLose(by) && (
          <button
            type="button"
            className="small"
            onClick={() => {
              stop();
              onKeys(chord, by);
            }}
          >
            Move it here
          </button>
        )}
        <button type="button" className="small" onClick={stop}>
          Keep it there
        </button>
      </div>
    );
  }
  return (
    <>
      <button
        ref={add}
        type="button"
        className="small"
        aria-label={isRecording ? `Press the keys for ${name}` : `Add keys to ${name}`}
        aria-pressed={isRecording}
        onClick={() => setState(isRecording ? { kind: 'idle' } : { kind: 'recording' })}
        onKeyDown={onKeyDown}
        onBlur={() => isRecording && stop()}
      >
        {isRecording ? 'Press the keys…' : 'Add'}
      </button>
      {isRecording && (
        <p className="keys-problem" role="alert">
          {state.problem ?? 'Esc leaves it as it is.'}
        </p>
      )}
    </>
  );
}

/** One button of a window is called by what it stops: the one that stops it. */
export const nameOf = ({ id, title }: Command): string =>
  id === STOP_COMMAND ? 'the kill switch' : title;

/** What has no entry in this list has keys that are its own. */
const canLose = ({ group }: Command): boolean => group !== 'Symbols' && group !== 'Orders';
