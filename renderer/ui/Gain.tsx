import { formatSigned } from '#renderer/ui/format.ts';
import { Num } from '#renderer/ui/Num.tsx';

type Props = { value: string | undefined; stale?: boolean };

/** Somebody's profit or loss, with its sign in digits and colour. */
export const Gain = ({ value, stale = false }: Props) => (
  <Num
    text={value === undefined ? undefined : formatSigned(value)}
    sign={value}
    stale={stale}
    isPersonal
  />
);
