import { formatMoney } from '#renderer/ui/format.ts';

type Props = { value: string | undefined; stale?: boolean };

/** Money, exact, with two decimals; a skeleton until it is known. */
export function Amount({ value, stale = false }: Props) {
  if (value === undefined) return <span className="skeleton" aria-label="loading" role="img" />;
  return <span className={stale ? 'num stale' : 'num'}>{formatMoney(value)}</span>;
}
