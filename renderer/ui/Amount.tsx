import { formatMoney } from '#renderer/ui/format.ts';
import { Num } from '#renderer/ui/Num.tsx';

type Props = {
  value: string | undefined;
  stale?: boolean;
  isEstimate?: boolean | undefined;
  /** Colored by its own sign. */
  isSigned?: boolean;
  /** Nothing is awaited: a dash instead of a skeleton. */
  isOptional?: boolean;
};

/** Somebody's money, exact, with two decimals; a skeleton until it is known. */
export function Amount({
  value,
  stale = false,
  isEstimate = false,
  isSigned = false,
  isOptional = false,
}: Props) {
  if (value === undefined && !isOptional)
    return <span className="skeleton" aria-label="loading" role="img" />;
  const text = value === undefined ? undefined : formatMoney(value);
  return (
    <Num
      text={text}
      stale={stale}
      isEstimate={isEstimate}
      sign={isSigned ? text : undefined}
      isPersonal
    />
  );
}
