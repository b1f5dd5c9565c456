import type { ClosingKind } from '#contract/closings.ts';
import { NAMES } from '#renderer/trading/positions/way-out-words.ts';
import { Menu, type MenuItem } from '#renderer/ui/Menu.tsx';
import type { RowActions } from '#renderer/ui/table/RowMenu.tsx';

/** What can be done to a position from its row. */
export type PositionAction = Exclude<ClosingKind, 'flatten'>;

const ACTIONS: readonly PositionAction[] = ['close', 'half', 'reverse', 'protect'];

/** In pixels: of all the buttons, and of the first beside a menu of the others. */
export const ACTIONS_ROOM = { all: 248, folded: 96 } as const;

type Props = {
  symbol: string;
  /** There is room for all of them. */
  isWide: boolean;
  onAction: (action: PositionAction, symbol: string) => void;
};

const itemsOf = (
  actions: readonly PositionAction[],
  { symbol, onAction }: Pick<Props, 'symbol' | 'onAction'>,
): MenuItem[] =>
  actions.map((action) => ({
    text: NAMES[action],
    name: `${NAMES[action]} ${symbol}`,
    run: () => onAction(action, symbol),
  }));

/** The menu of a row: all that its buttons do, and its chart. */
export const positionMenu = (
  symbol: string,
  onAction: Props['onAction'],
  chart: (symbol: string) => void,
): RowActions => ({
  label: symbol,
  items: [
    ...itemsOf(ACTIONS, { symbol, onAction }),
    { text: `Chart ${symbol}`, isApart: true, run: () => chart(symbol) },
  ],
});

export function PositionActions({ symbol, isWide, onAction }: Props) {
  const [first, ...others] = ACTIONS;
  const shown = isWide ? ACTIONS : first ? [first] : [];
  return (
    <>
      {shown.map((action) => (
        <button
          key={action}
          type="button"
          className="small"
          aria-label={`${NAMES[action]} ${symbol}`}
          onClick={() => onAction(action, symbol)}
        >
          {NAMES[action]}
        </button>
      ))}
      {!isWide && (
        <Menu
          label={`More ${symbol}`}
          className="small"
          align="end"
          isSign
          items={itemsOf(others, { symbol, onAction })}
        >
          <span aria-hidden="true">⋯</span>
          <span className="visually-hidden">More {symbol}</span>
        </Menu>
      )}
    </>
  );
}
