import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { usePopupHome } from '#renderer/ui/popup-home.ts';

const tips = Base.createHandle<string>();

/** What a sign means, said while a pointer or the focus is on it. A table's cells have a `title` instead: see docs/architecture.md. */
export const Tip = ({ text, children }: { text: string; children: ReactElement }) => (
  <Base.Trigger handle={tips} payload={text} render={children} />
);

/** Drawn once in a window, whatever is pointed at. */
export function Tips() {
  const home = usePopupHome();
  return (
    <Base.Root handle={tips}>
      {({ payload }) => (
        <Base.Portal container={home}>
          <Base.Positioner className="popup-place" sideOffset={6} collisionPadding={8}>
            <Base.Popup className="popup tip">{payload}</Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      )}
    </Base.Root>
  );
}
