import { formatQuantity } from '#renderer/ui/format.ts';
import { Num } from '#renderer/ui/Num.tsx';

type Props = { value: string | undefined; stale?: boolean; isEstimate?: boolean | undefined };

/** How much of something somebody holds or trades. */
export const Quantity = ({ value, stale = false, isEstimate = false }: Props) => (
  <Num
    text={value === undefined ? undefined : formatQuantity(value)}
    stale={stale}
    isEstimate={isEstimate}
    isPersonal
  />
);
