import { useEffect, useRef } from 'react';
import { formatPrice } from '#renderer/ui/format.ts';
import { tickOn, type Tick } from '#renderer/ui/tick.ts';

type Props = { value: string | undefined; stale: boolean };

/** A price that shows for a moment which way it moved. The width never changes with it. */
export function Price({ value, stale }: Props) {
  const element = useRef<HTMLSpanElement>(null);
  const last = useRef(value);
  const tick = useRef<{ of: Element; tick: Tick }>(undefined);
  useEffect(() => {
    const before = last.current;
    last.current = value;
    const node = element.current;
    if (!node || before === undefined || value === undefined) return;
    // The element is another one after a time without a price.
    if (tick.current?.of !== node) tick.current = { of: node, tick: tickOn(node) };
    tick.current.tick.moved(before, value);
  }, [value]);
  useEffect(() => () => tick.current?.tick.stop(), []);
  if (value === undefined) return <span className="num quiet-text">no price yet</span>;
  return (
    <span ref={element} className={stale ? 'num ticks stale' : 'num ticks'}>
      {formatPrice(value)}
    </span>
  );
}
