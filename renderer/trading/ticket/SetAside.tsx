import { typeWord } from '#renderer/trading/ticket/ticket-words.ts';
import type { TicketFields } from '#renderer/trading/ticket/ticket.ts';
import type { TicketControl } from '#renderer/trading/ticket/use-ticket.ts';
import { useSession } from '#renderer/session/session.ts';
import { Said } from '#renderer/ui/Said.tsx';

type Props = { control: Pick<TicketControl, 'ticket' | 'bringBack' | 'dropAside'> };

/** The draft that was in the ticket before something else filled it: it comes back as it was, and the other one waits. */
export function SetAside({ control }: Props) {
  const { feeds, choose } = useSession();
  const { aside } = control.ticket;
  const words = aside && `Set aside: ${draftWords(aside)}.`;

  function bringBack(): void {
    const symbol = aside?.symbol.trim() ?? '';
    control.bringBack();
    // A symbol that is half typed is none.
    if (feeds.prices.get(symbol)) choose(symbol);
  }

  return (
    <div className={aside ? 'ticket-aside' : 'visually-hidden'}>
      <span className="ticket-note" aria-live="polite">
        <Said text={words} />
      </span>
      {aside && (
        <>
          <button type="button" className="small" onClick={bringBack}>
            Bring back
          </button>
          <button type="button" className="small" onClick={control.dropAside}>
            Discard
          </button>
        </>
      )}
    </div>
  );
}

/** As far as it was typed. */
function draftWords(fields: TicketFields): string {
  const { side, symbol, sizeIn, type, qty, limitPrice, stopPrice } = fields;
  const amounts = {
    shares: qty.trim(),
    dollars: amountWords('$', fields.dollars, ' of'),
    percent: amountWords('', fields.percent, '% of buying power in'),
    risk: amountWords('$', fields.risk, ' at risk in'),
  };
  const hasLimit = type === 'limit' || type === 'stop_limit';
  const hasStop = type === 'stop' || type === 'stop_limit';
  return [
    [side === 'buy' ? 'Buy' : 'Sell', amounts[sizeIn], symbol.trim()].filter(Boolean).join(' '),
    `${typeWord(type).toLowerCase()}${hasLimit ? amountWords(' ', limitPrice) : ''}`,
    hasStop && stopPrice.trim() !== '' && `stop ${stopPrice.trim()}`,
  ]
    .filter(Boolean)
    .join(', ');
}

const amountWords = (before: string, typed: string, after = ''): string =>
  typed.trim() === '' ? '' : `${before}${typed.trim()}${after}`;
