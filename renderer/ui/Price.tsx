import { useEffect, useRef } from 'react';
import { formatPrice } from '#renderer/ui/format.ts';

type Props = { value: string | undefined; stale: boolean };

/** A price that shows for a moment which way it moved. The width never changes with it. */
export function Price({ value, stale }: Props) {
  const element = useRef<HTMLSpanElement>(null);
  const last = useRef(value);
  useEffect(() => {
    const before = last.current;
    last.current = value;
    const node = element.current;
    if (!node || before === undefined || value === undefined || before === value) return;
    // Only to tell up from down; the value itself stays text.
    const name = Number(value) > Number(before) ? 'ticked-up' : 'ticked-down';
    node.classList.remove('ticked-up', 'ticked-down');
    void node.offsetWidth; // restarts the animation
    node.classList.add(name);
  }, [value]);
  if (value === undefined) return <span className="num quiet-text">no price yet</span>;
  return (
    <span ref={element} className={stale ? 'num stale' : 'num'}>
      {formatPrice(value)}
    </span>
  );
}
