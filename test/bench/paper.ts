// The practice broker: an order against an empty POST on the same server, history, live fan-out, and memory.
import { execFileSync, spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { durations, percentile, round, type Figures } from '#test/bench/measure.ts';

type Broker = { rest: string; dataStream: string; pid: number; stop(): Promise<void> };

const KEY = { 'APCA-API-KEY-ID': 'PKBENCH', 'APCA-API-SECRET-KEY': 'bench' };
const ROUND_TRIPS = 3_000;
const MANY_ORDERS = 100_000;

export async function benchPaper(say: (line: string) => void): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-bench-'));
  const broker = await startBroker(folder, 1);
  try {
    const trips = await orderRoundTrip(broker);
    say(`order ${trips.orderP50} ms, empty POST ${trips.emptyP50} ms: ${trips.ratio} ×`);
    const history = await historyThroughput(broker);
    say(`history ${history} bars/s`);
    const fast = await startBroker(mkdtempSync(join(folder, 'fast-')), 60);
    const fanOut = await liveFanOut(fast);
    await fast.stop();
    say(
      `fan-out ${fanOut.framesPerSecond} bars/s to 20 clients, behind by at most ${fanOut.behindMs} ms`,
    );
    const memory = await memoryAfterOrders(broker);
    say(`memory ${memory.beforeMb} → ${memory.afterMb} MB after ${MANY_ORDERS} orders`);
    return {
      orderRoundTrip: trips,
      historyBarsPerSecond: history,
      fanOut,
      memory: { ...memory, orders: MANY_ORDERS },
    };
  } finally {
    await broker.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startBroker(folder: string, speed: number): Promise<Broker> {
  const args = [
    '--port',
    0,
    '--seed',
    7,
    '--speed',
    speed,
    '--rate',
    100_000_000,
    '--data',
    folder,
  ];
  const child = spawn(
    process.execPath,
    ['main/paper/process.ts', ...args.map(String), '--key', 'PKBENCH', '--secret', 'bench'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const line = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  const { rest, dataStream } = JSON.parse(line) as { rest: string; dataStream: string };
  return {
    rest,
    dataStream,
    pid: child.pid ?? 0,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function createAsk({ rest }: Broker) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  return (method: string, path: string, body?: string): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        `${rest}${path}`,
        {
          agent,
          method,
          headers: {
            ...KEY,
            ...(body !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            }),
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
}

const order = (index: number): string =>
  JSON.stringify({
    symbol: 'AAPL',
    qty: '1',
    side: 'buy',
    type: 'limit',
    limit_price: '1',
    time_in_force: 'day',
    client_order_id: `bench-${index}-${process.pid}`,
  });

/** The anchor is a POST of the same size to the same server that is answered without any work: a path it does not have. */
async function orderRoundTrip(broker: Broker) {
  const ask = createAsk(broker);
  const place = async (index: number) => {
    const answer = await ask('POST', '/v2/orders', order(index));
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`);
  };
  const empty = (index: number) => ask('POST', '/v2/nothing', order(index));
  await durations(300, (index) => place(-1 - index));
  await durations(300, empty);
  const orders = await durations(ROUND_TRIPS, place);
  const posts = await durations(ROUND_TRIPS, empty);
  const orderP50 = round(percentile(orders, 50), 3);
  const emptyP50 = round(percentile(posts, 50), 3);
  return {
    orderP50,
    orderP99: round(percentile(orders, 99), 3),
    emptyP50,
    emptyP99: round(percentile(posts, 99), 3),
    ratio: round(orderP50 / emptyP50),
  };
}

/** Five years of days for a hundred symbols, over the wire, page by page. */
async function historyThroughput(broker: Broker): Promise<number> {
  const ask = createAsk(broker);
  const assets = JSON.parse((await ask('GET', '/v2/assets?status=active')).body) as {
    symbol: string;
  }[];
  const symbols = assets.slice(0, 100).map(({ symbol }) => symbol);
  const start = new Date(Date.now() - 5 * 365 * 86_400_000).toISOString();
  const before = performance.now();
  let count = 0;
  for (let token: string | null = ''; token !== null;) {
    const query = `symbols=${symbols.join(',')}&timeframe=1Day&start=${start}&limit=10000`;
    const page = JSON.parse(
      (
        await ask(
          'GET',
          `/v2/stocks/bars?${query}${token && `&page_token=${encodeURIComponent(token)}`}`,
        )
      ).body,
    ) as { bars: Record<string, unknown[]>; next_page_token: string | null };
    for (const bars of Object.values(page.bars)) count += bars.length;
    token = page.next_page_token;
  }
  return Math.round((count / (performance.now() - before)) * 1000);
}

/** One connection per feed and key: each client has a key of its own. A market minute passes every second. */
async function liveFanOut(broker: Broker) {
  const ask = createAsk(broker);
  const clients = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const keyId = `PKBENCHCLIENT${index}`;
      await ask('POST', '/_paper/accounts', JSON.stringify({ keyId, secretKey: 'bench' }));
      return openClient(broker, keyId);
    }),
  );
  const seconds = 10;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const bars = clients.reduce((sum, client) => sum + client.bars(), 0);
  const behindMs = Math.max(...clients.map((client) => client.behindMs()));
  for (const client of clients) client.close();
  return { framesPerSecond: Math.round(bars / seconds), behindMs: Math.round(behindMs) };
}

async function openClient({ dataStream }: Broker, key: string) {
  const socket = new WebSocket(dataStream);
  let bars = 0;
  let behindMs = 0;
  let lastMinute = '';
  let lastMinuteAt = 0;
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      for (const message of JSON.parse(data.toString()) as {
        T: string;
        t?: string;
        msg?: string;
      }[]) {
        if (message.msg === 'connected')
          socket.send(JSON.stringify({ action: 'auth', key, secret: 'bench' }));
        else if (message.msg === 'authenticated')
          socket.send(JSON.stringify({ action: 'subscribe', bars: ['*'] }));
        else if (message.T === 'subscription') resolve();
        else if (message.T === 'b') {
          bars++;
          const now = performance.now();
          if (message.t !== lastMinute) {
            // A market minute lasts one second at this speed: a longer wait is time fallen behind.
            if (lastMinuteAt > 0) behindMs = Math.max(behindMs, now - lastMinuteAt - 1_000);
            lastMinute = message.t ?? '';
            lastMinuteAt = now;
          }
        }
      }
    });
  });
  return { bars: () => bars, behindMs: () => behindMs, close: () => socket.terminate() };
}

async function memoryAfterOrders(broker: Broker) {
  const ask = createAsk(broker);
  const beforeMb = residentMb(broker.pid);
  for (let index = 0; index < MANY_ORDERS; index += 8)
    await Promise.all(
      Array.from({ length: 8 }, async (_, offset) => {
        const placed = await ask('POST', '/v2/orders', order(1_000_000 + index + offset));
        const { id } = JSON.parse(placed.body) as { id: string };
        await ask('DELETE', `/v2/orders/${id}`);
      }),
    );
  return { beforeMb, afterMb: residentMb(broker.pid) };
}

const residentMb = (pid: number): number =>
  Math.round(
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024,
  );
