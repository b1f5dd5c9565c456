import { formatSigned, formatSignedPrice } from '#renderer/ui/format.ts';
import { Num } from '#renderer/ui/Num.tsx';

type Props = {
  amount: string | undefined;
  percent: string | undefined;
  /** Somebody's money rather than the market's: the amount is hidden in privacy mode, the percentage stays. */
  isPersonal?: boolean;
  stale?: boolean;
  isEstimate?: boolean | undefined;
};

/** A difference with its sign in words, digits and color. */
export function Change({
  amount,
  percent,
  isPersonal = false,
  stale = false,
  isEstimate = false,
}: Props) {
  if (amount === undefined) return <Num text={undefined} />;
  const text = isPersonal ? formatSigned(amount) : formatSignedPrice(amount);
  const part = percent === undefined ? undefined : formatSigned(percent);
  return (
    <span className="change">
      <Num text={text} sign={text} isPersonal={isPersonal} stale={stale} isEstimate={isEstimate} />
      {part !== undefined && <Num text={` (${part}%)`} sign={part} stale={stale} />}
    </span>
  );
}
