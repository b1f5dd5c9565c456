// A close or flatten as the journal keeps it: what of it is left, and what is shown of it.
import type { Closing, ClosingSymbol } from '#contract/closings.ts';
import type { StoredClosing, StoredSymbol } from '#main/journal/closing-rows.ts';

export const ENDED = 'Ballast closed while this was in progress.';

/** What it was doing is done no more, also where a person gives up what is left. */
export const asInterrupted = (closing: StoredClosing): StoredClosing => ({
  ...closing,
  state: 'waiting',
  note: ENDED,
  symbols: closing.symbols.map((one) =>
    isDone(one)
      ? one
      : {
          ...one,
          step: 'left',
          text: `Interrupted: Positions shows what is held of ${one.symbol}.`,
        },
  ),
});

/** Nothing more is done about it, whatever the others of the same way out still wait for. */
export const isDone = ({ step }: StoredSymbol): boolean => step === 'closed' || step === 'left';

export const isLeft = ({ step }: StoredSymbol): boolean => step !== 'closed';

export const intentIdsOf = ({ symbols }: StoredClosing, symbol: string): readonly string[] =>
  symbols.find((one) => one.symbol === symbol)?.intentIds ?? [];

export const viewOf = ({ symbols, ...closing }: StoredClosing): Closing => ({
  ...closing,
  symbols: symbols.map(withoutCancels),
});

function withoutCancels(symbol: StoredSymbol): ClosingSymbol {
  const { cancels: _, stays: __, ...shown } = symbol;
  return shown;
}
