import type { TicketLink } from '#renderer/screens/desk/use-chart-plan.ts';
import { neededContext } from '#renderer/session/needed-context.ts';

/** Takes the link of the ticket that is open, and undefined when it closes. */
export const [TicketLinkContext, useTicketLink] =
  neededContext<(link: TicketLink | undefined) => void>('the chart of its window');
