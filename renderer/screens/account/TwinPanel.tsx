import { useId, type ReactNode } from 'react';
import { useRemembered } from '#renderer/session/use-remembered.ts';

type Props = {
  title: string;
  /** Beside the title. */
  children?: ReactNode;
  /** At the far end of the head. */
  action?: ReactNode;
  chart: ReactNode;
  table: ReactNode;
  /** In place of both: loading, empty or failed. */
  instead?: ReactNode;
};

/** A drawing and the same as a table, one at a time; which one is remembered. */
export function TwinPanel({ title, children, action, chart, table, instead }: Props) {
  const id = useId();
  const [isTable, setTable] = useRemembered(`${title} as table`, false);
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id} className="panel-title">
          {title}
        </h2>
        {children}
        <div className="panel-action">
          {action}
          <button type="button" className="small" onClick={() => setTable(!isTable)}>
            {isTable ? 'Show as chart' : 'Show as table'}
          </button>
        </div>
      </div>
      {instead ?? (isTable ? table : chart)}
    </section>
  );
}

export const ChartSkeleton = ({ what }: { what: string }) => (
  <div className="account-skeleton" role="img" aria-label={`Loading ${what}`} />
);
