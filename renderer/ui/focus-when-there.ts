import type { RefObject } from 'react';

/** What is drawn only now is there within so many frames. */
const MOST_FRAMES = 120;

/** The focus goes to a field that may not be drawn yet, as one of a panel that was closed, or behind another screen. */
export function focusWhenThere(
  field: RefObject<HTMLInputElement | null>,
  { isSelected = false, frames = MOST_FRAMES } = {},
): void {
  requestAnimationFrame(() => {
    if (field.current?.checkVisibility()) {
      field.current.focus();
      if (isSelected) field.current.select();
    } else if (frames > 0) focusWhenThere(field, { isSelected, frames: frames - 1 });
  });
}
