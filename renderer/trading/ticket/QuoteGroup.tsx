import {
  bandWords,
  haltWords,
  QUOTE_STATES,
  sidePrice,
  sideSize,
  spreadWords,
} from '#renderer/session/quote-words.ts';
import { useMarket } from '#renderer/session/use-market.ts';
import { formatAge } from '#renderer/ui/format.ts';
import { Num } from '#renderer/ui/Num.tsx';

type Props = { symbol: string };

/** What somebody bids and asks for the symbol of the ticket, always there, so that nothing moves when it becomes known. */
export function QuoteGroup({ symbol }: Props) {
  const { market, quote, isStale, now } = useMarket(symbol);
  const halted = market && haltWords(market, now);
  const state = quote && QUOTE_STATES[quote.state];
  const age = quote && `${formatAge(now - quote.receivedAt)} old`;
  return (
    <div role="group" aria-label="Quote">
      <dl className="quote-facts">
        <Side
          name="Bid"
          price={sidePrice(quote, 'bid')}
          size={sideSize(quote, 'bid')}
          stale={isStale}
        />
        <Side
          name="Ask"
          price={sidePrice(quote, 'ask')}
          size={sideSize(quote, 'ask')}
          stale={isStale}
        />
        <div>
          <dt>Spread</dt>
          <dd>
            <Num text={spreadWords(quote)} stale={isStale} />
            <span className={isStale ? 'num stale' : 'num quiet-text'}>
              {[state, age].filter((word) => word !== undefined).join(', ') || '\u00a0'}
            </span>
          </dd>
        </div>
      </dl>
      {halted !== undefined && (
        <p className="halt-note" role="status">
          {halted}
        </p>
      )}
      {market?.band && <p className="ticket-note">{bandWords(market)}</p>}
    </div>
  );
}

type SideProps = {
  name: string;
  price: string | undefined;
  size: string | undefined;
  stale: boolean;
};

function Side({ name, price, size, stale }: SideProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Num text={price} stale={stale} />
        <span className="num quiet-text">{size === undefined ? '\u00a0' : `× ${size}`}</span>
      </dd>
    </div>
  );
}
