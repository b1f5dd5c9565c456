import { formatSigned } from '#renderer/ui/format.ts';
import { Num } from '#renderer/ui/Num.tsx';

type Props = {
  amount: string | undefined;
  percent: string | undefined;
  /** Somebody's money rather than the market's: the amount is hidden in privacy mode, the percentage stays. */
  isPersonal?: boolean;
};

/** A difference with its sign in words, digits and colour. */
export function Change({ amount, percent, isPersonal = false }: Props) {
  if (amount === undefined) return <Num text={undefined} />;
  return (
    <span className="change">
      <Num text={formatSigned(amount)} sign={amount} isPersonal={isPersonal} />
      {percent !== undefined && <Num text={` (${formatSigned(percent)} %)`} sign={amount} />}
    </span>
  );
}
