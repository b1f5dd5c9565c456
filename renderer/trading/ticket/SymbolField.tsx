import { memo, useEffect, useEffectEvent, useId, useState } from 'react';
import type { AssetSummary } from '#contract/market.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { useSession } from '#renderer/session/session.ts';
import { useAssets } from '#renderer/session/use-assets.ts';
import { AssetWords } from '#renderer/session/AssetWords.tsx';
import { OfferingField } from '#renderer/ui/Combobox.tsx';
import { FieldNote } from '#renderer/ui/Field.tsx';

type Props = {
  value: string;
  onEdit: (change: { symbol: string }) => void;
  /** The person went in, or left. */
  onHold: (isHeld: boolean) => void;
  issue: string | undefined;
};

const MOST_OFFERED = 8;
const MOST_NAMED = 3;

/** The symbol, typed or found among the broker's assets. Where they cannot be searched nothing is offered. */
export const SymbolField = memo(function SymbolField({ value, onEdit, onHold, issue }: Props) {
  const id = useId();
  const { choose, feeds } = useSession();
  const [isTyping, setTyping] = useState(false);
  /** What the person typed here last; what the desk chose is not looked up. */
  const [written, setWritten] = useState('');
  /** What stood in the field when the person left it. */
  const [left, setLeft] = useState<string>();
  const typed = value.trim();
  const { of, assets, problem } = useAssets(written.trim() === typed ? typed : '');
  const found = of === typed ? assets.slice(0, MOST_OFFERED) : [];
  const isListed = found.some(({ symbol }) => bare(symbol) === bare(typed));
  const isUnlisted = typed !== '' && of === typed && problem === undefined && !isListed;
  // What has a price is known, whatever the list says; of all others no price is listened to.
  const isUnknown = useSlice(feeds.prices, isUnlisted ? typed : '') === undefined && isUnlisted;
  // While somebody may still be typing, what is near is offered and not said.
  const told =
    issue ??
    (isUnknown && !(isTyping && found.length > 0) ? unknownWords(typed, found) : undefined);
  // A whole symbol that was typed here is the desk's as well once the field is left: the linked chart follows.
  const isPriced = useSlice(feeds.prices, left ?? '') !== undefined;
  const isWhole = left === typed && (isPriced || found.some(({ symbol }) => symbol === typed));
  const follow = useEffectEvent(() => choose(typed));
  useEffect(() => {
    if (isWhole) follow();
  }, [isWhole]);
  // One that says no more than the field says already.
  const isSaid = found.length === 1 && found[0]?.symbol === typed;
  return (
    <div className="field">
      <label htmlFor={id}>Symbol</label>
      <OfferingField
        value={value}
        offers={isSaid || !isTyping ? [] : found}
        valueOf={({ symbol }) => symbol}
        listName="Symbols"
        onChange={(text) => {
          setTyping(true);
          setWritten(text.toUpperCase());
          onEdit({ symbol: text.toUpperCase() });
        }}
        onTake={({ symbol }) => {
          setTyping(false);
          onEdit({ symbol });
          choose(symbol);
        }}
        input={{
          id,
          maxLength: 24,
          'aria-invalid': told !== undefined,
          'aria-describedby': told === undefined ? undefined : `${id}-issue`,
          onFocus(event) {
            setLeft(undefined);
            onHold(true);
            event.target.select();
          },
          onBlur() {
            setTyping(false);
            if (typed !== '' && written.trim() === typed) setLeft(typed);
            onHold(false);
          },
        }}
      >
        {(asset) => <AssetWords asset={asset} />}
      </OfferingField>
      <FieldNote id={`${id}-issue`} issue={told} />
    </div>
  );
});

/** A pair is written with and without its slash. */
const bare = (symbol: string): string => symbol.replace('/', '');

/** As main says it of a whole order. */
function unknownWords(typed: string, near: readonly AssetSummary[]): string {
  const names = near.slice(0, MOST_NAMED).map(({ symbol }) => symbol);
  return `The broker does not know ${typed}: ${names.length > 0 ? `did you mean ${names.join(' or ')}?` : 'check the symbol.'}`;
}
