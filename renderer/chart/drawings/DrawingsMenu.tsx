import { Popover } from '@base-ui/react/popover';
import type { RefObject } from 'react';
import { MOST_DRAWINGS } from '#contract/drawings.ts';
import { drawingName } from '#renderer/chart/drawings/words.ts';
import type { ChartToolset } from '#renderer/chart/use-chart-tools.ts';
import { usePopupHome } from '#renderer/ui/popup-home.ts';

type Props = {
  symbol: string;
  tools: ChartToolset;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** The list opens under it. */
  anchor: RefObject<Element | null>;
};

/** From here on a person is told what happens when there are too many. */
const NEARLY = MOST_DRAWINGS - 10;

/** Everything that is drawn on a symbol, to go to and to remove. */
export function DrawingsMenu({ symbol, tools, isOpen, onOpen, anchor }: Props) {
  const home = usePopupHome();
  const { drawings } = tools;
  return (
    <Popover.Root open={isOpen} onOpenChange={(is) => onOpen(is)}>
      <Popover.Portal container={home}>
        <Popover.Positioner className="popup-place" anchor={anchor} align="start" sideOffset={4}>
          <Popover.Popup className="popup tool-popup" aria-label="Drawings">
            {drawings.length >= NEARLY && (
              <p className="quiet-text">
                {drawings.length} of {MOST_DRAWINGS}. After that, each new drawing removes the
                oldest.
              </p>
            )}
            <ul className="tool-list" aria-label={`Drawings on ${symbol}`}>
              {drawings.toReversed().map((drawing) => (
                <li key={drawing.id} className="tool-row">
                  <Popover.Close
                    className="quiet tool-name"
                    aria-label={`Go to ${drawingName(drawing)}`}
                    onClick={() => tools.goTo(drawing)}
                  >
                    {drawingName(drawing)}
                  </Popover.Close>
                  <button
                    type="button"
                    className="quiet"
                    aria-label={`Remove ${drawingName(drawing)}`}
                    onClick={() => tools.remove([drawing])}
                  >
                    ×
                  </button>
                </li>
              ))}
            </ul>
            {drawings.length === 0 && (
              <p className="quiet-text">Nothing is drawn on {symbol}. Choose a tool under Draw.</p>
            )}
            <Popover.Close
              className="small"
              disabled={drawings.length === 0}
              onClick={() => tools.remove(drawings)}
            >
              Remove all
            </Popover.Close>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
