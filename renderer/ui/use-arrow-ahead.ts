import { useEffect, useRef, useState } from 'react';

type Pressed = { key: string; field: EventTarget };

/**
 * An arrow that is pressed before the offers are there, or in the moment in which they come, marks none of them: the
 * library does not know them yet. It is pressed once more when they are.
 */
export function useArrowAhead(isShown: boolean) {
  const isMarked = useRef(false);
  const [pressed, setPressed] = useState<Pressed>();
  const forget = (): void => setPressed(undefined);

  useEffect(() => {
    if (!isShown) isMarked.current = false;
    if (!isShown || !pressed) return undefined;
    // After the library has seen what was just drawn.
    const frame = requestAnimationFrame(() => {
      setPressed(undefined);
      if (isMarked.current) return;
      const { key, field } = pressed;
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
    return () => cancelAnimationFrame(frame);
  }, [isShown, pressed]);

  return {
    forget,
    onMarked(value: unknown) {
      isMarked.current = value !== undefined;
    },
    onKeyDown({ key, target, isTrusted }: KeyboardEvent) {
      const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
      // From the last one an arrow leads out of the list on purpose.
      if (isTrusted && isArrow && target && !isMarked.current) setPressed({ key, field: target });
    },
  };
}
