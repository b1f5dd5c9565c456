import { ContextMenu as Base } from '@base-ui/react/context-menu';
import { useState, type MouseEvent, type ReactElement } from 'react';
import type { ChartToolset } from '#renderer/chart/use-chart-tools.ts';
import { usePopupHome } from '#renderer/ui/popup-home.ts';
import { formatPrice } from '#renderer/ui/format.ts';

type Props = { tools: ChartToolset; children: ReactElement };

/** What can be done at a price of the chart, by a right click on it. */
export function ChartContextMenu({ tools, children }: Props) {
  const home = usePopupHome();
  const [price, setPrice] = useState<string>();

  function open(event: MouseEvent): void {
    const at = tools.priceAt(event.nativeEvent);
    setPrice(at);
    // Beside the bars there is no price: the menu has nothing to offer.
    if (at === undefined) event.preventDefault();
  }

  return (
    <Base.Root>
      <Base.Trigger render={children} onContextMenuCapture={open} />
      <Base.Portal container={home}>
        <Base.Positioner className="popup-place" collisionPadding={8}>
          <Base.Popup className="popup" aria-label="At this price">
            {price !== undefined && (
              <>
                <Base.Item className="popup-item" onClick={() => tools.addAlert(price)}>
                  Alert at {formatPrice(price)}
                </Base.Item>
                <Base.Item
                  className="popup-item"
                  onClick={() =>
                    tools.draw('horizontal', [{ time: Date.now(), price: Number(price) }])
                  }
                >
                  Horizontal line at {formatPrice(price)}
                </Base.Item>
              </>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
