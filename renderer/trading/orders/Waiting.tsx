import { isLongWait, type OrderWait } from '#renderer/core/order-waits.ts';
import { formatAge } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';

type Props = { status: string; wait: OrderWait };

/** What the order waits for with its age; its status while nobody waits for long. */
export function Waiting({ status, wait }: Props) {
  const now = useNow(1_000);
  return isLongWait(wait, now) ? <Aged text={wait.text} ageMs={now - wait.since} /> : status;
}

/** The age is never cut off, whatever becomes of the words before it. */
export const Aged = ({ text, ageMs }: { text: string; ageMs: number }) => (
  <span className="order-wait">
    {text} <span className="stale order-wait-age">{formatAge(ageMs)}</span>
  </span>
);
