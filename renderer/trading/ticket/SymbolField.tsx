import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { AssetSummary } from '#contract/market.ts';
import {
  CLOSED,
  listOf,
  mark,
  markedOption,
  type SymbolList,
} from '#renderer/trading/ticket/symbol-search.ts';
import { useSession } from '#renderer/session/session.ts';

type Props = {
  value: string;
  onChange: (symbol: string) => void;
  /** The person went in, or left. */
  onHold: (isHeld: boolean) => void;
  issue: string | undefined;
};

const AFTER_TYPING_MS = 150;

/** The symbol, typed or found among the broker's assets. Where they cannot be searched it is a plain field. */
export function SymbolField({ value, onChange, onHold, issue }: Props) {
  const id = useId();
  const { choose } = useSession();
  const { list, setList, search, isPlain } = useSearch();
  const marked = markedOption(list);

  function take(option: AssetSummary): void {
    setList(CLOSED);
    search(undefined);
    onChange(option.symbol);
    choose(option.symbol);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (list.options.length === 0) return;
      event.preventDefault();
      setList(mark(list, event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter' && marked) {
      // It chooses; it does not go on to the review.
      event.preventDefault();
      take(marked);
    } else if (event.key === 'Escape' && list.isOpen) {
      event.preventDefault();
      setList(CLOSED);
    }
  }

  return (
    <div className="field symbol-field">
      <label htmlFor={id}>Symbol</label>
      <input
        id={id}
        value={value}
        maxLength={24}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-invalid={issue !== undefined}
        aria-describedby={issue === undefined ? undefined : `${id}-issue`}
        {...(!isPlain && {
          role: 'combobox',
          'aria-expanded': list.isOpen,
          'aria-controls': `${id}-list`,
          'aria-autocomplete': 'list' as const,
          'aria-activedescendant': marked ? `${id}-${marked.symbol}` : undefined,
        })}
        onChange={(event) => {
          const text = event.target.value.toUpperCase();
          onChange(text);
          search(text);
        }}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          onHold(true);
          event.target.select();
        }}
        onBlur={() => {
          setList(CLOSED);
          search(undefined);
          onHold(false);
        }}
      />
      {list.isOpen && (
        <div id={`${id}-list`} className="symbol-list" role="listbox" aria-label="Symbols">
          {list.options.map((option) => (
            <div
              key={option.symbol}
              id={`${id}-${option.symbol}`}
              role="option"
              tabIndex={-1}
              aria-selected={option === marked}
              // On the way down, so that the field keeps the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                take(option);
              }}
            >
              <span className="num">{option.symbol}</span>
              <span className="cut">{option.name}</span>
              {!option.isTradable && <span className="symbol-flag">not tradable</span>}
            </div>
          ))}
        </div>
      )}
      <p id={`${id}-issue`} className="field-issue" aria-live="polite">
        {issue}
      </p>
    </div>
  );
}

/** The newest text is searched for once the typing stops; what an older one finds is not shown. */
function useSearch() {
  const { bridge, profile } = useSession();
  const [list, setList] = useState<SymbolList>(CLOSED);
  const [isPlain, setPlain] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(text: string | undefined): void {
    const mine = ++newest.current;
    clearTimeout(timer.current);
    if (isPlain || text === undefined || text.trim() === '') return setList(CLOSED);
    timer.current = setTimeout(() => {
      void bridge
        .call('assets.search', { accountId: profile.accountId, text: text.trim() })
        .then((found) => {
          if (mine !== newest.current) return;
          setList(found.ok ? listOf(found.value, text) : CLOSED);
          if (!found.ok && found.failure.kind === 'not-allowed') setPlain(true);
        });
    }, AFTER_TYPING_MS);
  }
  return { list, setList, search, isPlain };
}
