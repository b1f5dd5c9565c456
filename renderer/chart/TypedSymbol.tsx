// Another symbol, typed into the chart: the first letter opens a small field over it.
import { useEffect, useEffectEvent, useId, useRef, useState, type RefObject } from 'react';
import { Ticker } from '#contract/records.ts';
import { AssetWords } from '#renderer/session/AssetWords.tsx';
import { useAssets } from '#renderer/session/use-assets.ts';
import { OfferingField } from '#renderer/ui/Combobox.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';

const MOST_OFFERED = 8;

/** The letter that it began with, while it is open. */
export function useTypedSymbol(host: RefObject<HTMLElement | null>, isReady: boolean) {
  const [begun, setBegun] = useState<string>();
  /** While the bars of another symbol are read the chart takes no focus. */
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!isReady || !isAwaited.current) return;
    isAwaited.current = false;
    const { activeElement } = document;
    // Unless a person has gone elsewhere meanwhile.
    if (activeElement === null || activeElement.contains(host.current))
      host.current?.focus({ preventScroll: true });
  }, [host, isReady]);
  useEffect(() => {
    const element = host.current;
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      // What is on the chart has keys of its own.
      if (event.target !== element || event.defaultPrevented || !isPlain) return;
      // Nobody who draws means another symbol.
      if (element?.dataset['drawing'] !== undefined) return;
      if (!/^[a-z]$/i.test(event.key)) return;
      event.preventDefault();
      setBegun(event.key.toUpperCase());
    };
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [host]);
  return {
    begun,
    leave(isFocusKept: boolean) {
      setBegun(undefined);
      if (!isFocusKept) return;
      isAwaited.current = true;
      host.current?.focus({ preventScroll: true });
    },
  };
}

type Props = {
  begun: string;
  onSymbol: (symbol: string) => void;
  /** With the focus still here, or because it went elsewhere. */
  onLeave: (isFocusKept: boolean) => void;
};

/** Enter shows what is typed, or what is marked in the list below it; Escape leaves all as it is. */
export function TypedSymbol({ begun, onSymbol, onLeave }: Props) {
  const id = useId();
  const [text, setText] = useState(begun);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const typed = text.trim();
  const { of, assets } = useAssets(typed);
  const leave = useEffectEvent(() => onLeave(true));
  useEffect(() => {
    const element = field.current;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave();
    };
    element?.addEventListener('keydown', onKey);
    element?.focus();
    return () => element?.removeEventListener('keydown', onKey);
  }, []);

  function take(symbol: string): void {
    const read = Ticker.safeParse(symbol);
    if (!read.success) return setProblem('Enter a symbol such as AAPL or BRK.B.');
    onSymbol(read.data);
    onLeave(true);
  }

  return (
    <form
      className="chart-typed"
      onSubmit={(event) => {
        event.preventDefault();
        take(typed);
      }}
    >
      <OfferingField
        value={text}
        offers={of === typed ? assets.slice(0, MOST_OFFERED) : []}
        valueOf={({ symbol }) => symbol}
        listName="Symbols found"
        onChange={(next) => {
          setProblem(undefined);
          setText(next.toUpperCase());
        }}
        onTake={({ symbol }) => take(symbol)}
        input={{
          ref: field,
          maxLength: 20,
          'aria-label': 'Chart symbol',
          'aria-invalid': problem !== undefined,
          'aria-describedby': problem === undefined ? undefined : id,
          onBlur: () => onLeave(false),
        }}
      >
        {(asset) => <AssetWords asset={asset} />}
      </OfferingField>
      <button type="submit" tabIndex={-1} onPointerDown={(event) => event.preventDefault()}>
        Show
      </button>
      <Problem id={id} text={problem} />
    </form>
  );
}
