import { useEffect, useRef } from 'react';
import { formatPrice } from '#renderer/ui/format.ts';
import { tickOn, type Tick } from '#renderer/ui/tick.ts';

type Props = { value: string | undefined; stale: boolean };

/** A price that shows for a moment which way it moved. The width never changes with it. */
export function Price({ value, stale }: Props) {
  const element = useRef<HTMLSpanElement>(null);
  const last = useRef(value);
  const tick = useRef<Tick>(undefined);
  const isKnown = value !== undefined;
  useEffect(() => {
    if (!element.current) return undefined;
    const mine = tickOn(element.current);
    tick.current = mine;
    return () => mine.stop();
  }, [isKnown]);
  useEffect(() => {
    const before = last.current;
    last.current = value;
    if (before !== undefined && value !== undefined) tick.current?.moved(before, value);
  }, [value]);
  if (value === undefined) return <span className="num quiet-text">no price yet</span>;
  return (
    <span ref={element} className={stale ? 'num ticks stale' : 'num ticks'}>
      {formatPrice(value)}
    </span>
  );
}
