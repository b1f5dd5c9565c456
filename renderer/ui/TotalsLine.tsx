import type { ReactNode } from 'react';

type Props = { name: string; totals: readonly (readonly [name: string, value: ReactNode])[] };

/** What the rows of a table come to, below it. */
export const TotalsLine = ({ name, totals }: Props) => (
  <div role="group" aria-label={name}>
    <dl className="totals-line">
      {totals.map(([what, value]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </div>
);
