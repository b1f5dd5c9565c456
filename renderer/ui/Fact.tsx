import type { ReactNode } from 'react';

/** A name and what there is to say of it, in a list of such. */
export const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
