import { useSession } from '#renderer/session/session.ts';
import { useSlice } from '#renderer/session/use-slice.ts';

const COUNT = new Intl.NumberFormat('en-US');

/** How far the first reading of a large account is. It ends by itself: nothing is canceled here. */
export function FirstReading() {
  const { feeds } = useSession();
  const reading = useSlice(feeds.trading, 'trading')?.reading;
  if (!reading) return null;
  return (
    <p className="panel-stale">
      <span role="status">Reading the broker’s orders and fills.</span>{' '}
      <span className="num">
        {COUNT.format(reading.orders)} orders and {COUNT.format(reading.fills)} fills
      </span>{' '}
      so far; this table is not complete yet.
    </p>
  );
}
