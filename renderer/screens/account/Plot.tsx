import type { ReactNode } from 'react';
import { ResponsiveContainer } from 'recharts';

type Props = {
  name: string;
  /** Its unit, and whatever the drawing alone would not tell. */
  words: readonly (string | undefined)[];
  children: ReactNode;
};

/** A drawing with what must be said of it below. */
export const Plot = ({ name, words, children }: Props) => (
  <figure className="account-chart" aria-label={name}>
    <div className="account-plot">
      <ResponsiveContainer width="100%" height="100%" minWidth={0}>
        {children}
      </ResponsiveContainer>
    </div>
    <figcaption className="account-caption">
      {words.filter((word) => word !== undefined).join(' ')}
    </figcaption>
  </figure>
);
