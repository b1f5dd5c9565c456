// Makes a desk at a size: the ledger of its broker over the broker's own interface, the journals by plain SQL.
import { Agent, request } from 'node:http';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uuidV7 } from '#main/domain/uuid7.ts';
import type { KeyPair } from '#main/ports.ts';
import { systemRandom } from '#main/shell/common/system.ts';
import { beginJournal, endJournal, writeManyOrders } from '#test/bench/many-orders.ts';
import {
  deskFolderIn,
  OPEN,
  PAST,
  startWorldBroker,
  worldFileIn,
  type Size,
  type World,
} from '#test/bench/scale/world.ts';
import type { Paper } from '#test/faults/support/paper.ts';

const DAYS_BACK = 300;
const DAY_MS = 86_400_000;
/** So many are on their way at once. */
const AT_ONCE = 8;

type Placed = { intentId: string; orderId: string; symbol: string; body: string };

export async function makeWorld(folder: string, size: Size): Promise<void> {
  mkdirSync(deskFolderIn(folder), { recursive: true });
  const broker = await startWorldBroker(folder);
  try {
    const accounts: World['accounts'] = [];
    for (let place = 0; place < size.accounts - 1; place++) {
      const keyId = `PKSCALEBENCH${String(place).padStart(8, '0')}`;
      const key = { keyId, secretKey: `secret-of-account-${place}` };
      await broker.control('POST', '/accounts', { ...key, cash: '10000000' });
      const digits = String(place + 1).padStart(12, '0');
      accounts.push({ accountId: `11111111-1111-4111-8111-${digits}`, key });
    }
    const [past, open] = [accounts[PAST], accounts[OPEN]];
    if (!past || !open) throw new Error('too few accounts');
    const ask = createAsk(broker, open.key);
    const assets = JSON.parse(await ask('GET', '/v2/assets?status=active')) as { symbol: string }[];
    const symbols = assets.slice(0, size.symbols).map(({ symbol }) => symbol);
    // First: the broker ends connections that say nothing while the journals are written.
    const placed = await placeMany(ask, symbols, size.open);
    const toMs = Date.now() - DAY_MS;
    const fromMs = toMs - DAYS_BACK * DAY_MS;
    const folderOf = (accountId: string) => join(deskFolderIn(folder), 'accounts', accountId);
    writeManyOrders(folderOf(past.accountId), past.accountId, size.orders, {
      linesEach: Math.round(size.lines / size.orders),
      firstMs: fromMs,
      stepMs: Math.floor((toMs - fromMs) / size.orders),
    });
    writeOpenOrders(folderOf(open.accountId), open.accountId, placed);
    const world: World = { size, fromMs, toMs, accounts, symbols };
    writeFileSync(worldFileIn(folder), JSON.stringify(world));
  } finally {
    await broker.stop();
  }
}

function createAsk({ hosts }: Paper, key: KeyPair) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const headers = { 'APCA-API-KEY-ID': key.keyId, 'APCA-API-SECRET-KEY': key.secretKey };
  return (method: string, path: string, body?: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = body !== undefined && { 'content-type': 'application/json' };
      const options = { agent, method, headers: { ...headers, ...sent } };
      const outgoing = request(`${hosts.rest}${path}`, options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(text)
            : reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`)),
        );
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
}

/** Far from the market, so that they rest. */
async function placeMany(
  ask: ReturnType<typeof createAsk>,
  symbols: readonly string[],
  count: number,
): Promise<Placed[]> {
  const placed: Placed[] = [];
  async function placeOne(nth: number): Promise<void> {
    const symbol = symbols[nth % symbols.length] ?? '';
    const intentId = uuidV7(Date.now(), systemRandom.secret(10));
    const body = JSON.stringify({
      symbol,
      qty: '1',
      side: 'buy',
      type: 'limit',
      time_in_force: 'gtc',
      limit_price: '1',
      client_order_id: intentId,
    });
    const { id } = JSON.parse(await ask('POST', '/v2/orders', body)) as { id: string };
    placed.push({ intentId, orderId: id, symbol, body });
  }
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, nth) => placeOne(from + nth)),
    );
  return placed;
}

/** As decided here. The orders themselves come with the first reading. */
function writeOpenOrders(folder: string, accountId: string, placed: readonly Placed[]): void {
  const db = beginJournal(folder, accountId);
  const intent = db.prepare(
    `INSERT INTO intents (intent_id, account_id, kind, state, body, symbol, title, confirmed_at, result_id,
       cancel_when_found, is_conflict, unanswered, reason, changed_at)
     VALUES (?, ?, 'place', 'accepted', ?, ?, ?, ?, ?, 0, 0, 0, ?, ?)`,
  );
  const line = db.prepare('INSERT INTO evidence VALUES (NULL, ?, ?, ?, ?, NULL, NULL, 0, 1, ?)');
  const firstMs = Date.now() - placed.length;
  db.exec('BEGIN');
  for (const [nth, { intentId, orderId, symbol, body }] of placed.entries()) {
    const at = firstMs + nth;
    const title = `Buy 1 ${symbol} at 1.00, good till canceled`;
    const accepted = `The broker accepted it as order ${orderId}.`;
    intent.run(intentId, accountId, body, symbol, title, at, orderId, accepted, at);
    line.run(intentId, at, 'recorded', `Recorded before sending: ${title}`, at);
    line.run(intentId, at, 'sent', 'Handed over on a connection of its own.', at);
    line.run(intentId, at, 'answered', accepted, at);
  }
  db.exec('COMMIT');
  endJournal(db);
}
