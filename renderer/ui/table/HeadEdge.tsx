import { useRef } from 'react';

type Props = { onWidth: (px: number) => void };

/** The right edge of a head, which a pointer drags; by keyboard the list of columns does the same. */
export function HeadEdge({ onWidth }: Props) {
  const start = useRef<{ x: number; width: number }>(undefined);
  return (
    <span
      className="head-edge"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const width = event.currentTarget.closest('th')?.offsetWidth ?? 0;
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (start.current) onWidth(start.current.width + event.clientX - start.current.x);
      }}
      onPointerUp={() => (start.current = undefined)}
      onPointerCancel={() => (start.current = undefined)}
    />
  );
}
