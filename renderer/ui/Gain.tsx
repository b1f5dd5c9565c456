import { formatSigned } from '#renderer/ui/format.ts';
import { Num } from '#renderer/ui/Num.tsx';

type Props = { value: string | undefined; stale?: boolean; isEstimate?: boolean | undefined };

/** Somebody's profit or loss, with its sign in digits and color. */
export function Gain({ value, stale = false, isEstimate = false }: Props) {
  const text = value === undefined ? undefined : formatSigned(value);
  return <Num text={text} sign={text} stale={stale} isEstimate={isEstimate} isPersonal />;
}
