// What is typed into the palette about orders and positions, and the keys of the ticket.
import { useEffect, useRef } from 'react';
import type { OrderDraft } from '#contract/orders.ts';
import { useSession } from '#renderer/session/session.ts';
import { useCommandReader, useCommands } from '#renderer/session/use-commands.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { typedCommand } from '#renderer/trading/commands/typed-command.ts';
import { useDesk, useDeskTicket } from '#renderer/trading/desk-control.ts';
import { heldBack } from '#renderer/trading/ticket/ticket.ts';

export function TradeCommands() {
  const session = useSession();
  const { go } = session;
  const desk = useDesk();
  const review = useReviewOf();
  const leave = useWayBack();

  function open(side: OrderDraft['side'], symbol?: string): void {
    leave();
    go('desk');
    desk.openTicket(side, symbol);
  }

  useCommands(() => [
    {
      id: 'ticket.buy',
      group: 'Actions',
      title: 'New buy order',
      keys: ['b'],
      place: 'Desk',
      help: 'Open the ticket to buy the symbol in hand, with the quantity selected.',
      run: () => open('buy'),
    },
    {
      id: 'ticket.sell',
      group: 'Actions',
      title: 'New sell order',
      keys: ['s'],
      place: 'Desk',
      help: 'Open the ticket to sell the symbol in hand, with the quantity selected.',
      run: () => open('sell'),
    },
  ]);
  useCommandReader((typed) => typedCommand(typed, { session, desk, open, review }));

  return null;
}

/** Fills the ticket, and opens its review as soon as it can be; not after something else was put into the ticket. */
function useReviewOf(): (draft: OrderDraft) => void {
  const { feeds, go } = useSession();
  const { fillTicket } = useDesk();
  const ticket = useDeskTicket();
  const trading = useSlice(feeds.trading, 'trading');
  const { fields } = ticket.ticket;
  const wanted = useRef<{ before: object; filled?: object }>(undefined);

  useEffect(() => {
    const { current } = wanted;
    // Not drawn yet: what is in hand here is the ticket as it was before.
    if (!current || current.before === fields) return;
    current.filled ??= fields;
    const isChanged = current.filled !== fields;
    const isHeld = heldBack(trading, ticket.preview?.whatIf.isExit === true) !== undefined;
    // Whether it is an exit, which may go while others may not, is known with its preview.
    const isKnown = ticket.canSend && trading !== undefined && !(isHeld && !ticket.preview);
    if (!isChanged && !isKnown) return;
    // What cannot be placed now says so in the ticket: nothing opens later by itself.
    wanted.current = undefined;
    if (!isChanged && !isHeld) void ticket.review();
  });

  return (draft) => {
    go('desk');
    wanted.current = fillTicket(draft) ? { before: fields } : undefined;
  };
}

/** Escape in the ticket leads back to where it was called from: to what has the focus when this is called. */
function useWayBack(): () => void {
  const from = useRef<HTMLElement>(undefined);
  const { quantity } = useDesk();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector('dialog[open]')) return;
      const form = quantity.current?.closest('form');
      if (!form?.contains(event.target as Node) || !from.current?.isConnected) return;
      event.preventDefault();
      from.current.focus();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [quantity]);
  return () => {
    const active = document.activeElement;
    if (active instanceof HTMLElement && active !== document.body) from.current = active;
  };
}
