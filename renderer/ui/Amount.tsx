import { formatMoney } from '#renderer/ui/format.ts';
import { Num } from '#renderer/ui/Num.tsx';

type Props = {
  value: string | undefined;
  stale?: boolean;
  /** Coloured by its own sign. */
  isSigned?: boolean;
  /** Nothing is awaited: a dash instead of a skeleton. */
  isOptional?: boolean;
};

/** Somebody's money, exact, with two decimals; a skeleton until it is known. */
export function Amount({ value, stale = false, isSigned = false, isOptional = false }: Props) {
  if (value === undefined && !isOptional)
    return <span className="skeleton" aria-label="loading" role="img" />;
  return (
    <Num
      text={value === undefined ? undefined : formatMoney(value)}
      stale={stale}
      sign={isSigned ? value : undefined}
      isPersonal
    />
  );
}
