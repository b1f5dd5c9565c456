import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import type { AssetSummary } from '#contract/market.ts';
import { NO_ASSETS, useAssets } from '#renderer/session/use-assets.ts';
import { Problem } from '#renderer/ui/Problem.tsx';

type Props = { add: (symbol: string) => Promise<boolean>; problem: string | undefined };

/** Enter adds what is typed, or what is marked in the list below it. */
export function AddSymbol({ add, problem }: Props) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const newest = useAssets(text.trim());
  const found = newest.of === text.trim() ? newest : NO_ASSETS;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const options = isOpen ? found.assets : [];
  const told = problem ?? found.problem;

  async function choose(symbol: string): Promise<void> {
    setOpen(false);
    if (symbol === '') return;
    if (await add(symbol)) setText('');
    field.current?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void choose(options[marked]?.symbol ?? text.trim());
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || found.assets.length === 0) return;
    event.preventDefault();
    setOpen(true);
    // One place beyond the ends is the field itself, with what was typed.
    const places = found.assets.length + 1;
    setMarked(((marked + 1 + step + places) % places) - 1);
  }

  return (
    <form className="add-symbol" aria-label="Add to watchlist" onSubmit={submit}>
      <div className="add-symbol-field">
        <input
          ref={field}
          role="combobox"
          aria-label="Add symbol"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={options[marked] ? `${id}-${marked}` : undefined}
          aria-describedby={told === undefined ? undefined : `${id}-problem`}
          aria-invalid={problem !== undefined}
          placeholder="Add symbol"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setMarked(-1);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
        />
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="Symbols found"
          className="options"
          hidden={options.length === 0}
        >
          {options.map((asset, nth) => (
            <Option
              key={asset.symbol}
              id={`${id}-${nth}`}
              asset={asset}
              isMarked={nth === marked}
              onChoose={choose}
            />
          ))}
        </div>
      </div>
      <button type="submit">Add</button>
      <Problem id={`${id}-problem`} text={told} />
    </form>
  );
}

type OptionProps = {
  id: string;
  asset: AssetSummary;
  isMarked: boolean;
  onChoose: (symbol: string) => Promise<void>;
};

function Option({ id, asset, isMarked, onChoose }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMarked) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the keys and the focus
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isMarked}
      className="option"
      // Before the field loses the focus and the list goes with it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => void onChoose(asset.symbol)}
    >
      <span className="option-symbol">{asset.symbol}</span>
      <span className="quiet-text cut">{asset.name}</span>
      {!asset.isTradable && <span className="tag">not tradable</span>}
    </div>
  );
}
