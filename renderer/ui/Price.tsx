import { useEffect, useRef } from 'react';
import { formatPrice } from '#renderer/ui/format.ts';
import { tickOf } from '#renderer/ui/tick.ts';

type Props = { value: string | undefined; stale: boolean };

/** A price that shows for a moment which way it moved. The width never changes with it. */
export function Price({ value, stale }: Props) {
  const element = useRef<HTMLSpanElement>(null);
  const last = useRef(value);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const before = last.current;
    last.current = value;
    const node = element.current;
    if (!node || before === undefined || value === undefined) return;
    const name = tickOf(before, value, shown.current);
    if (name === undefined) return;
    if (shown.current !== undefined) node.classList.remove(shown.current);
    node.classList.add(name);
    shown.current = name;
  }, [value]);
  if (value === undefined) return <span className="num quiet-text">no price yet</span>;
  return (
    <span ref={element} className={stale ? 'num stale' : 'num'}>
      {formatPrice(value)}
    </span>
  );
}
