// What a person does and sees while something is broken, so that a fault is watched and not just switched on.
const PLACES: readonly (readonly [start: string, text: string])[] = [
  [
    'order-refused',
    'Place an order. The ticket says what the broker said, the order is listed as refused, and nothing is sent again.',
  ],
  [
    'order-',
    'Place an order. It turns unknown at the top of Orders, Evidence tells line by line what is known, and it settles by itself: there is one order in the end, or none.',
  ],
  [
    'fill-',
    'Look at Fills, at the chart and at the evidence of the order. What was filled is struck through, an alert says so, and position and cash follow.',
  ],
  [
    'change-rejected',
    'Change an open order. It is being changed for a while; then its old terms stand again, and an alert and its evidence say so.',
  ],
  ['cancel-', 'Cancel an open order. The row stays until the broker is seen to have canceled it.'],
  [
    'orders-',
    'Watch the order stream in the header. It is found dead, comes back, and what was missed is read: no fill is lost.',
  ],
  [
    'prices-free-plan',
    'Watch the price stream in the header and the rows of a long watchlist. It says how many symbols it carries; the rest is read by snapshot, with its age underlined.',
  ],
  [
    'prices-',
    'Watch the price stream in the header. Prices are dimmed with their age, the gap is marked in the chart and then filled.',
  ],
  [
    'halt',
    'Look at AAPL in the watchlist, the chart and the ticket: it is marked as halted. An order in it is stopped by a guard, and an exit is warned about and waits at the broker until trading goes on.',
  ],
  [
    'issuer-refuses',
    'Request a mint. It is refused with what the issuer said, and nothing leaves the account.',
  ],
  [
    'issuer-rejects',
    'Request a mint. It is accepted, then rejected: an alert says so, and the shares come back.',
  ],
  [
    'issuer-',
    'Request a mint. It stays pending in the requests, with when it was last read, until the issuer is done.',
  ],
  [
    'right-',
    'Look at Tokenization and request a mint. It says what the broker refuses; once healed, ask again there.',
  ],
  [
    'elsewhere-',
    'Wait up to a minute. An alert names it, also behind the bell, and in the requests its origin is elsewhere.',
  ],
  [
    'mint-',
    'Request a mint. It turns unknown and settles by itself under the same key: one mint in the end.',
  ],
];

const ANYWHERE =
  'Look at the header and place an order. Figures are dimmed with their age, and the ticket says what it waits for.';

export const whereToLook = (name: string): string =>
  PLACES.find(([start]) => name.startsWith(start))?.[1] ?? ANYWHERE;

export const timesWords = (times: number): string => (times === 1 ? 'once' : `${times} times`);
