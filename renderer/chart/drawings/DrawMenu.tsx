import { useRef, useState } from 'react';
import { DrawingKind } from '#contract/drawings.ts';
import { DrawingsMenu } from '#renderer/chart/drawings/DrawingsMenu.tsx';
import { DRAWING_WORDS } from '#renderer/chart/drawings/words.ts';
import type { ChartToolset } from '#renderer/chart/use-chart-tools.ts';
import { Menu } from '#renderer/ui/Menu.tsx';

type Props = { symbol: string; tools: ChartToolset; isDisabled: boolean };

const DETAILS: Record<DrawingKind, string> = {
  horizontal: 'one click',
  trend: 'two points',
  ray: 'from one point through another, and on',
  rectangle: 'two corners',
  measure: 'price, percent, bars, time',
};

/** The tools to draw with, and the way to what was drawn. */
export function DrawMenu({ symbol, tools, isDisabled }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const [isListed, setListed] = useState(false);
  const { doing, drawings } = tools;
  return (
    <span ref={place}>
      <Menu
        label="Draw"
        isSign
        className={doing ? 'chart-toggle in-hand' : 'chart-toggle'}
        isDisabled={isDisabled}
        items={[
          ...DrawingKind.options.map((kind) => ({
            text: DRAWING_WORDS[kind],
            detail: DETAILS[kind],
            run: () => tools.take(kind),
          })),
          ...(doing
            ? [{ text: 'Stop drawing', detail: 'Esc', run: () => tools.take(undefined) }]
            : []),
          {
            text: 'Drawings…',
            detail: drawings.length === 0 ? 'none yet' : String(drawings.length),
            isApart: true,
            run: () => setListed(true),
          },
        ]}
      />
      <DrawingsMenu
        symbol={symbol}
        tools={tools}
        isOpen={isListed}
        onOpen={setListed}
        anchor={place}
      />
    </span>
  );
}
