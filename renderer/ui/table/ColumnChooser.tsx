import { Popover } from '@base-ui/react/popover';
import {
  AS_IT_IS,
  inOrder,
  isMovable,
  withMoved,
  withColumn,
  withWidth,
  type KeptColumns,
} from '#renderer/ui/table/arranged-columns.ts';
import type { Column } from '#renderer/ui/table/column.ts';
import { Check } from '#renderer/ui/Check.tsx';
import { usePopupHome } from '#renderer/ui/popup-home.ts';

type Props<T> = {
  /** Of the table. */
  name: string;
  columns: readonly Column<T>[];
  /** Those without room of their own. */
  folded: readonly Column<T>[];
  kept: KeptColumns;
};

const STEP_PX = 16;

/** Which columns a table has, in which order and how wide, by buttons; heads and their edges can be dragged as well. */
export function ColumnChooser<T>({ name, columns, folded, kept }: Props<T>) {
  const { layout, onChange } = kept;
  const home = usePopupHome();
  const all = inOrder(columns, layout).filter(({ id }) => isMovable(columns, id));
  const label = `Columns of ${name}`;
  return (
    <Popover.Root>
      <Popover.Trigger className="icon-button columns-button" title={label}>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d="M2 2.5h8v7H2zM4.7 2.5v7M7.3 2.5v7" />
        </svg>
      </Popover.Trigger>
      <Popover.Portal container={home}>
        <Popover.Positioner className="popup-place" align="end" sideOffset={4} collisionPadding={8}>
          <Popover.Popup className="popup columns-list" aria-label={label}>
            <ul className="popup-scroll">
              {all.map((column, nth) => {
                const { id, head, width } = column;
                const [before, after] = [all[nth - 1]?.id, all[nth + 1]?.id];
                const own = layout.columns[id];
                const isFolded = folded.some((one) => one.id === id);
                const step = (by: number) =>
                  onChange(withWidth(layout, id, (own?.width ?? width) + by));
                return (
                  <li key={id} className="columns-row">
                    <Check
                      isOn={own?.isShown !== false && !isFolded}
                      onChange={(isShown) => onChange(withColumn(layout, id, { isShown }))}
                    >
                      {head}
                      {isFolded && <span className="quiet-text"> (no room)</span>}
                    </Check>
                    <Step
                      name={`Move ${head} left`}
                      sign="‹"
                      run={before && (() => onChange(withMoved(columns, layout, id, before)))}
                    />
                    <Step
                      name={`Move ${head} right`}
                      sign="›"
                      run={after && (() => onChange(withMoved(columns, layout, id, after)))}
                    />
                    <Step name={`${head} narrower`} sign="−" run={() => step(-STEP_PX)} />
                    <Step name={`${head} wider`} sign="+" run={() => step(STEP_PX)} />
                  </li>
                );
              })}
            </ul>
            <button type="button" className="small" onClick={() => onChange(AS_IT_IS)}>
              Reset columns
            </button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

type StepProps = { name: string; sign: string; run: (() => void) | '' | undefined };

/** A button that is disabled loses the focus: at an end it does nothing. */
const Step = ({ name, sign, run }: StepProps) => (
  <button
    type="button"
    className="icon-button"
    title={name}
    aria-disabled={!run}
    onClick={() => run && run()}
  >
    <span aria-hidden="true">{sign}</span>
  </button>
);
