// A ticket is as wide as its fields need. A window that grows gives its room to the others, in proportion as always; a
// ticket that a person made wider stays so.
import type { DockviewApi, IDockviewPanel } from 'dockview-react';

const MOST_PX = 420;

export function keepTicketNarrow(api: DockviewApi): void {
  let [whole, own] = [api.width, 0];
  api.onDidLayoutChange(() => {
    // Behind another screen it has no size.
    if (api.width === 0) return;
    const ticket = api.getPanel('ticket');
    const hasGrown = api.width > whole;
    whole = api.width;
    const most = Math.max(own, MOST_PX);
    if (ticket && hasGrown && ticket.api.width > most && hasOwnColumn(api, ticket))
      ticket.api.setSize({ width: most });
    own = ticket?.api.width ?? 0;
  });
}

/** Nothing above or below it would become as narrow. */
function hasOwnColumn(api: DockviewApi, { group }: IDockviewPanel): boolean {
  const leftOf = ({ element }: typeof group) => element.getBoundingClientRect().left;
  return api.groups.every((other) => other === group || leftOf(other) !== leftOf(group));
}
