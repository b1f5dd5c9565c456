// JSON of a given size that costs its reader as much as it can: by the number of values, their depth, the length of their
// names, texts and digits, and by records that are almost right.

const ORDER = '{"id":"a","client_order_id":"b","status":"new"}';
const BAR = '{"t":"2026-01-01T00:00:00Z","o":1,"h":1,"l":1,"c":1,"v":1}';
const SECRET = '"SECRET-OF-THE-ACCOUNT"';

/** Each with its name, and made when it is wanted: all of them together are large. */
export function hostileTexts(bytes: number): [what: string, make: () => string][] {
  const list = (item: string, share = 1): string =>
    `[${`${item},`.repeat(Math.floor((bytes * share) / (item.length + 1))).slice(0, -1)}]`;
  const record = (member: (nth: number) => string): string => {
    const members: string[] = [];
    for (let size = 0; size < bytes; size += (members.at(-1)?.length ?? 0) + 1)
      members.push(member(members.length));
    return `{${members.join(',')}}`;
  };
  const order = (member: string): string => ORDER.replace('}', `,${member}}`);
  const nested = (open: string, close: string): string => {
    const depth = Math.floor(bytes / (open.length + close.length));
    return `${open.repeat(depth)}1${close.repeat(depth)}`;
  };
  return [
    ['exponents', () => list('1e5')],
    ['long numbers', () => list('1234567890.1234567')],
    ['zeros', () => list('0')],
    ['empty records', () => list('{}')],
    ['empty lists', () => list('[]')],
    ['orders', () => list(ORDER)],
    ['legs', () => order(`"legs":${list(ORDER)}`)],
    ['legs that are none', () => order(`"legs":${list('{}')}`)],
    ['members', () => record((nth) => `"k${nth}":1`)],
    ['records by name', () => record((nth) => `"k${nth}":{}`)],
    ['one name', () => `{"${'_a'.repeat(bytes / 2)}":1}`],
    ['one name of a price', () => `{"${'A'.repeat(bytes)}":{"latestTrade":{"p":{}}}}`],
    ['lists in lists', () => nested('[', ']')],
    ['records in records', () => nested('{"a":', '}')],
    ['one text', () => order(`"status":"${'x'.repeat(bytes)}"`)],
    ['marks of direction', () => order(`"status":"${'\u202E'.repeat(bytes / 3)}"`)],
    ['escaped marks', () => order(`"status":"${'\\u202e'.repeat(bytes / 6)}"`)],
    ['backslashes', () => order(`"status":"${'\\\\'.repeat(bytes / 2)}"`)],
    ['one number', () => order(`"qty":${'9'.repeat(bytes)}`)],
    ['one number as text', () => order(`"qty":"${'9'.repeat(bytes)}"`)],
    ['secrets', () => list(SECRET)],
    [
      'columns',
      () =>
        `{"timestamp":${list('1', 0.2)},"equity":${list('1.5', 0.4)},"profit_loss":${list('{}', 0.2)},"profit_loss_pct":${list('1', 0.2)}}`,
    ],
    [
      'prices',
      () => record((nth) => `"K${nth}":{"latestTrade":{"p":1,"t":"2026-01-01T00:00:00Z"}}`),
    ],
    ['assets', () => list('{"symbol":"A","tradable":true}')],
    [
      'one time',
      () => `{"bars":{"A":[{"t":"${'1 '.repeat(bytes / 2)}","o":1,"h":1,"l":1,"c":1,"v":1}]}}`,
    ],
    ['bars', () => `{"bars":{"A":${list(BAR)}}}`],
  ];
}
