import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { findCommands, type Command, type FoundCommand } from '#renderer/core/commands/commands.ts';
import { chordCaps, isMac } from '#renderer/core/commands/keys.ts';
import { useCommandRegistry } from '#renderer/session/use-commands.ts';
import { useSession } from '#renderer/session/session.ts';
import { useAssets } from '#renderer/session/use-assets.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';

type Props = { onClose: () => void };

const MOST_SHOWN = 60;
const EXAMPLES = [
  'buy 10 msft limit 330',
  'sell 5 aapl stop 180 gtc',
  'buy $500 tsla',
  'close aapl',
  'protect tsla 340 355',
  'cancel all tsla',
  'chart jpm',
  'alert aapl 195',
];

export function Palette({ onClose }: Props) {
  const registry = useCommandRegistry();
  const [query, setQuery] = useState('');
  /** What the person went to; until then the first is chosen. What comes late moves it, and not the choice. */
  const [wanted, want] = useState<string>();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // As they are when it opens: a list that moves under the finger runs the wrong thing.
  const [known] = useState(() => registry.all());
  const assets = useAssetCommands(query, known);
  const found = useMemo(
    () => [
      // What the line itself asks for is never behind what merely looks like it.
      ...registry.read(query).map((command) => ({ command, at: [] })),
      ...findCommands([...known, ...assets], query, MOST_SHOWN),
    ],
    [registry, known, assets, query],
  );
  const at = found.findIndex(({ command }) => command.id === wanted);
  const chosen = at === -1 ? Math.min(0, found.length - 1) : at;
  const choose = (index: number): void => want(found[index]?.command.id);

  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  function run(command: Command): void {
    if (command.isHeld) return;
    onClose();
    // After the dialog has given the focus back, so that a command may take it.
    requestAnimationFrame(() => command.run());
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const isOne = Math.abs(step) === 1;
      const next = chosen + step;
      choose(isOne ? (next + found.length) % Math.max(1, found.length) : clamp(next, found.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const command = found[chosen]?.command;
      if (command && !event.repeat && !event.nativeEvent.isComposing) run(command);
    }
  }

  return (
    <Dialog title="Command palette" className="palette" onClose={onClose}>
      <input
        ref={input}
        role="combobox"
        aria-label="Search symbols, orders, screens and actions"
        aria-describedby={query === '' ? `${listId}-examples` : undefined}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={chosen >= 0 ? `${listId}-${chosen}` : undefined}
        placeholder="Search, or type an order: buy 10 msft limit 330"
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          want(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      {query === '' && (
        <p id={`${listId}-examples`} className="palette-examples">
          <span>Type what you want to do: </span>
          {EXAMPLES.map((example) => (
            <span key={example}>
              <q>{example}</q>{' '}
            </span>
          ))}
        </p>
      )}
      <div ref={list} id={listId} role="listbox" aria-label="Results" className="palette-list">
        {found.map((entry, index) => (
          <Option
            key={entry.command.id}
            id={`${listId}-${index}`}
            entry={entry}
            isChosen={index === chosen}
            onPoint={() => choose(index)}
            onRun={() => run(entry.command)}
          />
        ))}
      </div>
      <p className="palette-none" role="status">
        {found.length === 0 ? `No results for “${query.trim()}”.` : ''}
      </p>
    </Dialog>
  );
}

type OptionProps = {
  id: string;
  entry: FoundCommand;
  isChosen: boolean;
  onPoint: () => void;
  onRun: () => void;
};

function Option({ id, entry, isChosen, onPoint, onRun }: OptionProps) {
  const { title, detail, group, keys, isHeld } = entry.command;
  const marked = new Set(entry.at);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys of this list
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-disabled={isHeld}
      tabIndex={-1}
      className="palette-option"
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <span className="palette-title cut" title={title}>
        {title.split('').map((letter, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- letters of one line have nothing but their place
          marked.has(index) ? <mark key={index}>{letter}</mark> : letter,
        )}
      </span>
      {detail !== undefined && (
        <span className="palette-detail cut" title={detail}>
          {detail}
        </span>
      )}
      <span className="palette-end">
        {keys?.[0] === undefined ? (
          <span>{group}</span>
        ) : (
          chordCaps(keys[0], isMac()).map((cap) => <kbd key={cap}>{cap}</kbd>)
        )}
      </span>
    </div>
  );
}

/** The broker's assets that fit what was typed, besides those that are known here already. */
function useAssetCommands(query: string, known: readonly Command[]): readonly Command[] {
  const { choose, go } = useSession();
  const { assets } = useAssets(query.trim());
  return useMemo(() => {
    const ids = new Set(known.map(({ id }) => id));
    return assets
      .filter(({ symbol }) => !ids.has(symbolCommandId(symbol)))
      .map((asset) => symbolCommand(asset.symbol, asset.name, choose, go));
  }, [assets, known, choose, go]);
}

const symbolCommandId = (symbol: string): string => `symbol.${symbol}`;

export const symbolCommand = (
  symbol: string,
  detail: string | undefined,
  choose: (symbol: string) => void,
  go: (screen: 'desk') => void,
): Command => ({
  id: symbolCommandId(symbol),
  group: 'Symbols',
  title: symbol,
  ...(detail !== undefined && { detail }),
  run() {
    choose(symbol);
    go('desk');
  },
});

const clamp = (value: number, length: number): number => Math.max(0, Math.min(length - 1, value));
