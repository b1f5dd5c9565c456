import { directionOf, formatSigned } from '#renderer/ui/format.ts';

type Props = { amount: string | undefined; percent: string | undefined };

/** A difference with its sign in words, digits and colour. */
export function Change({ amount, percent }: Props) {
  if (amount === undefined) return <span className="num quiet-text">–</span>;
  return (
    <span className={`num ${directionOf(amount) ?? ''}`}>
      {formatSigned(amount)}
      {percent !== undefined && ` (${formatSigned(percent)} %)`}
    </span>
  );
}
