// What is around every screen, and the chart: whether all is stopped, the streams, the ways out, the bell, the notices.
import type { Order } from '#contract/orders.ts';
import { isOneOf } from '#test/monkey/same.ts';
import type { Seen, SeenHandle } from '#test/monkey/seen.ts';
import type { Truth } from '#test/monkey/truth.ts';

const STOPPED = 'All trading is stopped';
const MOST_NOTICES = 3;

export function frameDifferences(seen: Seen, truth: Truth): string[] {
  const { streams, closings } = truth;
  const waiting = closings.filter(({ state }) => state === 'waiting').length;
  const shown = seen.regions.filter((name) => name === 'Waiting for you').length;
  return [
    ...everywhereDifferences(seen, truth),
    ...(waiting === shown ? [] : [`${waiting} ways out wait, and ${shown} banners say so`]),
    ...(['Order stream', 'Price stream'] as const).flatMap((name) => {
      const [said, is] = [
        seen.statuses[name],
        streams.get(name === 'Order stream' ? 'orders' : 'prices'),
      ];
      return said?.split(/[ .]+/)[2] === is ? [] : [`the ${name} is ${is}, and called '${said}'`];
    }),
  ];
}

/** In a window with one chart too. */
export function everywhereDifferences(seen: Seen, { trading }: Truth): string[] {
  const isStopped = trading?.isStopped === true;
  const isSaid = seen.regions.includes(STOPPED);
  const isTitled = seen.title.startsWith(STOPPED);
  const not = (is: boolean): string => (is ? '' : 'not ');
  const stops = seen.buttons.filter(({ name }) => name === 'Stop all trading');
  return [
    ...(isStopped === isSaid
      ? []
      : [`trading is ${not(isStopped)}stopped, and the banner is ${not(isSaid)}there`]),
    ...(isStopped === isTitled
      ? []
      : [`trading is ${not(isStopped)}stopped, and the title is '${seen.title}'`]),
    ...(stops.length === 1 && stops[0]?.isDisabled === false
      ? []
      : [`'Stop all trading' is there ${stops.length} times, or off`]),
    ...(seen.notices > MOST_NOTICES ? [`${seen.notices} notices are in sight`] : []),
    ...[
      'could not be displayed. Your orders are not affected',
      'You are seeing the last data received',
      'Ballast is not responding',
      'stream is not live',
      'undefined',
      'NaN',
      '[object',
    ].flatMap((words) =>
      seen.text.includes(words) ? [`it says '${around(seen.text, words)}'`] : [],
    ),
  ];
}

const around = (text: string, words: string): string => {
  const at = text.indexOf(words);
  return text.slice(Math.max(0, at - 60), at + words.length + 60);
};

export const chartDifferences = (seen: Seen, truth: Truth): string[] =>
  seen.charts.flatMap(({ symbol, price, handles }) => {
    const told = (truth.prices.get(symbol) ?? []).map((one) => one.price);
    // One that is being moved shows where to.
    const isMoving = handles.some((handle) => handle.isMoving);
    const wanted = wantedHandles(truth.orders, symbol);
    // Lines of the ticket, of alerts, and of exits that a position lacks, are nobody's orders.
    const drawn = handles
      .filter(({ name }) => /^(Buy|Sell) /.test(name))
      .map(handleWords)
      .sort();
    return [
      ...(told.length === 0 || isOneOf(price, told, false)
        ? []
        : [`the chart: ${symbol} is at ${told.slice(0, 3).join(', ')}, and headed by '${price}'`]),
      ...(isMoving || drawn.join() === wanted.join()
        ? []
        : [`the chart of ${symbol} has lines for ${drawn.join()}; open are ${wanted.join()}`]),
    ];
  });

const handleWords = ({ name, price }: SeenHandle): string => {
  const [, side = '?', member = '?'] = /^(Buy|Sell)\b.*\b(limit|stop)\b/.exec(name) ?? [];
  return `${side} ${member} ${Number(price)}`;
};

const ENDED = new Set(['filled', 'canceled', 'expired', 'rejected', 'replaced', 'gone']);

/** One for each price of an open order that a person may move. */
function wantedHandles(orders: readonly Order[], symbol: string): string[] {
  const own = orders.filter((order) => order.symbol === symbol);
  const all = new Map(
    [...own.flatMap(({ legs = [] }) => legs), ...own].map((one) => [one.id, one]),
  );
  return [...all.values()]
    .filter(({ status, type }) => !ENDED.has(status) && type !== 'trailing_stop')
    .flatMap(({ side, limitPrice, stopPrice }) => {
      const way = side === 'sell' ? 'Sell' : 'Buy';
      return [
        ...(limitPrice === undefined ? [] : [`${way} limit ${Number(limitPrice)}`]),
        ...(stopPrice === undefined ? [] : [`${way} stop ${Number(stopPrice)}`]),
      ];
    })
    .sort();
}

/** What the bell leads to, newest first, and what it counts as new once somebody has looked. */
export function bellDifferences(
  items: readonly string[],
  newAfter: number,
  { alerts }: Truth,
  isPrivate: boolean,
): string[] {
  const titles = alerts.map(({ title }) => title);
  const notices = items.filter((item) => item.startsWith('Notice | ')).length;
  const shown = items
    .filter((item) => !/^(Notice \||Alert settings|No alerts yet)/.test(item))
    .map((item) => item.split(' | ')[0] ?? '');
  const newest = titles.at(-1);
  return [
    ...(isPrivate
      ? []
      : shown.filter((title) => !titles.includes(title)).map((title) => `the bell has '${title}'`)),
    ...(isPrivate || newest === undefined || shown.includes(newest)
      ? []
      : [`the bell does not have '${newest}'`]),
    ...(newAfter <= notices ? [] : [`the bell counts ${newAfter} new that were just looked at`]),
  ];
}
