import { useId, useRef, useState, type FormEvent } from 'react';
import { AssetWords } from '#renderer/session/AssetWords.tsx';
import { useAssets } from '#renderer/session/use-assets.ts';
import { OfferingField } from '#renderer/ui/Combobox.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';

type Props = {
  add: (symbol: string) => Promise<boolean>;
  problem: string | undefined;
  /** Something else is typed: what was said of the last is over. */
  onEdit: (() => void) | undefined;
};

/** Enter adds what is typed, or what is marked in the list below it. */
export function AddSymbol({ add, problem, onEdit }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const typed = text.trim();
  const found = useAssets(typed);
  const isCurrent = found.of === typed;
  const field = useRef<HTMLInputElement>(null);
  const told = problem ?? (isCurrent ? found.problem : undefined);

  async function choose(symbol: string): Promise<void> {
    if (symbol === '') return;
    if (await add(symbol)) setText('');
    field.current?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void choose(typed);
  }

  return (
    <form className="add-symbol" aria-label="Add to watchlist" onSubmit={submit}>
      <OfferingField
        value={text}
        offers={isCurrent ? found.assets : []}
        valueOf={({ symbol }) => symbol}
        listName="Symbols found"
        input={{
          ref: field,
          placeholder: 'Add symbol',
          maxLength: 20,
          'aria-label': 'Add symbol',
          'aria-invalid': problem !== undefined,
          'aria-describedby': told === undefined ? undefined : id,
        }}
        onChange={(next) => {
          setText(next);
          if (problem !== undefined && next !== text) onEdit?.();
        }}
        onTake={({ symbol }) => void choose(symbol)}
      >
        {(asset) => <AssetWords asset={asset} />}
      </OfferingField>
      <button type="submit">Add</button>
      <Problem id={id} text={told} />
    </form>
  );
}
