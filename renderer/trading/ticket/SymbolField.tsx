import { useId, useState } from 'react';
import { useSession } from '#renderer/session/session.ts';
import { useAssets } from '#renderer/session/use-assets.ts';
import { AssetWords } from '#renderer/session/AssetWords.tsx';
import { OfferingField } from '#renderer/ui/Combobox.tsx';
import { FieldNote } from '#renderer/ui/Field.tsx';

type Props = {
  value: string;
  onChange: (symbol: string) => void;
  /** The person went in, or left. */
  onHold: (isHeld: boolean) => void;
  issue: string | undefined;
};

const MOST_OFFERED = 8;

/** The symbol, typed or found among the broker's assets. Where they cannot be searched nothing is offered. */
export function SymbolField({ value, onChange, onHold, issue }: Props) {
  const id = useId();
  const { choose } = useSession();
  const [isTyping, setTyping] = useState(false);
  const typed = value.trim();
  const { of, assets } = useAssets(isTyping ? typed : '');
  const found = of === typed ? assets.slice(0, MOST_OFFERED) : [];
  // One that says no more than the field says already.
  const isSaid = found.length === 1 && found[0]?.symbol === typed;
  return (
    <div className="field">
      <label htmlFor={id}>Symbol</label>
      <OfferingField
        value={value}
        offers={isSaid ? [] : found}
        valueOf={({ symbol }) => symbol}
        listName="Symbols"
        onChange={(text) => {
          setTyping(true);
          onChange(text.toUpperCase());
        }}
        onTake={({ symbol }) => {
          setTyping(false);
          onChange(symbol);
          choose(symbol);
        }}
        input={{
          id,
          maxLength: 24,
          'aria-invalid': issue !== undefined,
          'aria-describedby': issue === undefined ? undefined : `${id}-issue`,
          onFocus(event) {
            onHold(true);
            event.target.select();
          },
          onBlur() {
            setTyping(false);
            onHold(false);
          },
        }}
      >
        {(asset) => <AssetWords asset={asset} />}
      </OfferingField>
      <FieldNote id={`${id}-issue`} issue={issue} />
    </div>
  );
}
