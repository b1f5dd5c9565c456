// What a person does and sees while something is broken, so that a fault is watched and not just switched on.
const PLACES: readonly (readonly [start: string, text: string])[] = [
  [
    'order-refused',
    'Place an order. The ticket says what the broker said, the order is listed as refused, and nothing is sent again.',
  ],
  [
    'order-',
    'Place an order. It turns unconfirmed at the top of Orders. Evidence shows line by line what is known, and it settles on its own: you end up with one order, or none.',
  ],
  [
    'fill-',
    'Look at Fills, the chart and the order’s evidence. The original fill is struck through, an alert says so, and position and cash follow.',
  ],
  [
    'change-rejected',
    'Change an open order. It shows as changing for a while; then its old terms apply again, and an alert and its evidence say so.',
  ],
  ['cancel-', 'Cancel an open order. The row stays until the broker confirms the cancel.'],
  [
    'orders-',
    'Watch the order stream in the header. Ballast notices that it is dead, reconnects and reads what it missed: no fill is lost.',
  ],
  [
    'prices-free-plan',
    'Watch the price stream in the header and the rows of a long watchlist. It says how many symbols it carries; the rest are read by snapshot, with their age underlined.',
  ],
  [
    'prices-',
    'Watch the price stream in the header. Prices are dimmed and show their age; the gap is marked on the chart and then filled.',
  ],
  [
    'halt',
    'Look at AAPL in the watchlist, the chart and the ticket: it is marked as halted. A guard blocks new orders in it; an exit gets a warning and waits at the broker until trading resumes.',
  ],
  [
    'issuer-refuses',
    'Request a mint. It is refused with the issuer’s reason, and nothing leaves the account.',
  ],
  [
    'issuer-rejects',
    'Request a mint. It is accepted, then rejected: an alert says so, and the shares come back.',
  ],
  [
    'issuer-',
    'Request a mint. It stays pending in the requests, with the time it was last read, until the issuer is done.',
  ],
  [
    'right-',
    'Look at Tokenization and request a mint. It says what the broker refuses. Once the fault is cleared, check again there.',
  ],
  [
    'elsewhere-',
    'Wait up to a minute. An alert names it, also under the bell, and the requests show its origin as elsewhere.',
  ],
  [
    'mint-',
    'Request a mint. It turns unconfirmed and settles on its own under the same key: you end up with one mint.',
  ],
];

const ANYWHERE =
  'Look at the header and place an order. Figures are dimmed and show their age, and the ticket says what it is waiting for.';

export const whereToLook = (name: string): string =>
  PLACES.find(([start]) => name.startsWith(start))?.[1] ?? ANYWHERE;

export const timesWords = (times: number): string => (times === 1 ? 'once' : `${times} times`);
