// What the random rounds found, one thing at a time and always the same way: a scene breaks exactly one exchange, and
// the auditor says what came of it. A new finding gets a scene, so that whoever mends it can repeat it in seconds.
import type { Book } from '#test/second-proof/book.ts';
import type { Disk } from '#test/second-proof/disk.ts';
import type { Found } from '#test/second-proof/framing.ts';
import { until, wait } from '#test/second-proof/http.ts';
import type { Item } from '#test/second-proof/ledger.ts';
import type { Sabotage } from '#test/second-proof/proxy.ts';
import { EQUAL_WITHIN_MS, type Settling } from '#test/second-proof/settle.ts';
import type { Stage } from '#test/second-proof/stage.ts';
import type { Reply } from '#test/second-proof/window.ts';

type Props = { stage: Stage; book: Book; disk: Disk; say: (text: string) => void };
type Scene = (props: Props) => Promise<void>;

/**
 * An order is cut on its way, and the look-up that follows is answered with an account that was read before, byte
 * for byte with its request id or with another one. An account has an id and a status and is no order.
 */
const lookupAnsweredWithAccount =
  (isNewId: boolean): Scene =>
  async ({ stage, say }) => {
    let account: Found | undefined;
    let isPlaced = false;
    let isDone = false;
    const sabotage: Sabotage = async ({ head: { startLine } }, forward) => {
      if (startLine.startsWith('POST /v2/orders ')) {
        isPlaced = true;
        return undefined;
      }
      const answer = await forward();
      if (startLine.startsWith('GET /v2/account ')) account = answer;
      if (!isPlaced || isDone || !startLine.includes('by_client_order_id') || !account)
        return answer;
      isDone = true;
      say(
        `${startLine}: answered with ${account.message.head.headers.get('x-request-id')}, of an account`,
      );
      if (!isNewId) return account;
      const text = account.message.bytes.toString('latin1');
      const bytes = Buffer.from(
        text.replace(/^(x-request-id: ).*$/im, `$1${crypto.randomUUID()}`),
        'latin1',
      );
      return { ...account, message: { ...account.message, bytes } };
    };
    stage.proxy.sabotage(sabotage);
    await until(() => (account ? true : undefined), 40_000);
    const reply = await rest(stage);
    if (!isPlaced) say(`the order was not sent: ${JSON.stringify(reply)}`);
    await until(() => (isDone ? true : undefined), 40_000);
    say(`the look-up was ${isDone ? '' : 'not '}answered wrongly`);
    stage.proxy.sabotage(undefined);
  };

/** One error asks for a wait of a day. What fills on a stream that is down then must be read all the same. */
const waitOfADay: Scene = async ({ stage, say }) => {
  let isDone = false;
  stage.proxy.sabotage(async ({ head: { startLine } }, forward) => {
    if (isDone || !startLine.startsWith('GET /v2/account ')) return forward();
    isDone = true;
    const text = 'HTTP/1.1 504 Later\r\nretry-after: 86400\r\ncontent-length: 0\r\n\r\n';
    const bytes = Buffer.from(text);
    const head = { startLine: '', headers: new Map<string, string>(), status: 504 };
    return { kind: 'message', message: { head, bytes, bodyAt: bytes.length } };
  });
  await until(() => (isDone ? true : undefined), 40_000);
  say(`an account was answered with Retry-After: 86400: ${isDone}`);
  stage.proxy.sabotage(undefined);
  await stage.ledger.direct('POST', '/v2/orders', {
    symbol: 'KO',
    side: 'buy',
    type: 'market',
    time_in_force: 'day',
    qty: '1',
  });
};

/**
 * A cancel is cut on its way while the disk fails, and the desk is killed then: no later start can know of it, so that it
 * must not be answered as done.
 */
const cancelOnFailedDisk: Scene = async ({ stage, book, disk, say }) => {
  if (disk.why !== undefined) return say(`skipped: ${disk.why}`);
  const reply = await rest(stage);
  const orderId = String((reply?.value as Item | undefined)?.['resultId']);
  const from = Date.now();
  await disk.fail();
  stage.proxy.sabotage(async ({ head: { startLine } }, forward) =>
    startLine.startsWith('DELETE /v2/orders') ? undefined : forward(),
  );
  const at = Date.now();
  const told = await stage.one.call('orders.cancel', { accountId: stage.accountId(), orderId });
  book.cancels.push({ orderId, at, answeredAt: Date.now(), reply: told });
  say(`the cancel of ${orderId} was answered: ${JSON.stringify(told)}`);
  await wait(1_000);
  await stage.desk.kill();
  stage.desk.sweep();
  book.unwritable.push({ from, to: Date.now() });
  stage.proxy.sabotage(undefined);
  await disk.mend();
  return stage.restartDesk();
};

/** An order far below the market, confirmed as soon as it may be placed. */
async function rest(stage: Stage): Promise<Reply | undefined> {
  // An order wants a price and both streams.
  await until(
    () =>
      stage.one.item('streams', 'orders')?.['phase'] === 'live' &&
      stage.one.item('trading', 'trading')?.['isArmed'] === true
        ? true
        : undefined,
    20_000,
  );
  const accountId = stage.accountId();
  const ticket = (await stage.must('tickets.open', { accountId })) as Item;
  const trade = (await stage.ledger.direct('GET', '/v2/stocks/AAPL/trades/latest?feed=iex')) as {
    trade: { p: number };
  };
  const limitPrice = (trade.trade.p * 0.8).toFixed(2);
  const draft = {
    symbol: 'AAPL',
    side: 'buy',
    type: 'limit',
    limitPrice,
    timeInForce: 'day',
    qty: '1',
  };
  return stage.one.call('orders.submit', {
    accountId,
    intentId: ticket['intentId'],
    draft,
    confirmations: ['stream-down'],
  });
}

export const SCENES: Record<string, Scene> = {
  'wait-of-a-day': waitOfADay,
  'cancel-on-failed-disk': cancelOnFailedDisk,
  'account-as-order': lookupAnsweredWithAccount(false),
  'account-as-order-new-id': lookupAnsweredWithAccount(true),
};

export async function playScene(name: string, settling: Settling, props: Props): Promise<string[]> {
  const scene = SCENES[name];
  if (!scene) return [`there is no scene ${name}, only ${Object.keys(SCENES).join(', ')}`];
  await scene(props);
  // A wait that the broker asks for may last a minute (docs/orders.md).
  const { violations } = await settling.quiet(EQUAL_WITHIN_MS);
  // The scene placed an order of its own, which no person is in the book for.
  return violations.filter((text) => !text.startsWith('nobody confirmed'));
}
