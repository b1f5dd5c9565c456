// The desk's core: bars from socket bytes to the published batch, the order path, and memory. Anchors in the same run:
// the official SDK on the same frames, bare JSON.parse, and a bare POST with an fsync.
import { Agent, request as httpRequest } from 'node:http';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streaming } from '@alpacahq/alpaca-trade-api';
import { Packr } from 'msgpackr';
import { createBarBook } from '#main/account/prices/bar-book.ts';
import { createClient } from '#main/broker/client.ts';
import { decimal } from '#main/domain/decimal.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { KeyPair } from '#main/ports.ts';
import { createDataLink } from '#main/broker/streams/data-link.ts';
import { systemClock, systemDelay, systemRandom } from '#main/shell/common/system.ts';
import type { CodecName } from '#main/wire/data-codec.ts';
import { encodeOrder } from '#main/wire/order-body.ts';
import {
  durations,
  percentile,
  round,
  type BenchOptions,
  type Figures,
} from '#test/bench/measure.ts';
import { newIntentId } from '#test/faults/support/desk.ts';
import { startPaper } from '#test/faults/support/paper.ts';
import { createFakeSockets } from '#test/support/fake-socket.ts';

const BARS_PER_FRAME = 100;
const FRAMES = 2_000;
const SYMBOLS = Array.from({ length: BARS_PER_FRAME }, (_, index) => `S${index}`);
const ROUNDS = 5;

export async function benchCore(
  say: (line: string) => void,
  { only }: BenchOptions,
): Promise<Figures> {
  const isWanted = (part: string) => only.length === 0 || only.includes(part);
  const figures: Figures = {};
  if (isWanted('msgpack')) {
    const recorded = frames('msgpack') as Uint8Array[];
    const turns = await inTurns(
      () => runLink('msgpack', recorded),
      () => runSdk(recorded),
    );
    say(`bars/s, MessagePack: ${turns.ours}, official SDK ${turns.anchor}: ${told(turns)}`);
    figures['msgpack'] = { bars: turns.ours, sdk: turns.anchor, ...ratios(turns) };
  }
  if (isWanted('json')) {
    const recorded = frames('json') as string[];
    const turns = await inTurns(
      () => runLink('json', recorded),
      () => runJsonParse(recorded),
    );
    say(`bars/s, JSON: ${turns.ours}, bare JSON.parse ${turns.anchor}: ${told(turns)}`);
    figures['json'] = { bars: turns.ours, bareJsonParse: turns.anchor, ...ratios(turns) };
  }
  if (isWanted('order')) {
    const order = await orderPath();
    const { pathP50, bareP50, ratio, keptP50, aloneP50, priceOfConnection } = order;
    say(`order path ${pathP50} ms, bare POST with fsync ${bareP50} ms: ${ratio} ×`);
    say(
      `a POST alone on its connection ${aloneP50} ms, kept ${keptP50} ms: ${priceOfConnection} ×`,
    );
    figures['orderPath'] = order;
  }
  if (isWanted('memory')) {
    const memory = memoryOverBars(frames('msgpack'), 10_000_000);
    say(`heap over ${memory.bars} bars: ${memory.beforeMb} → ${memory.afterMb} MB`);
    figures['memory'] = memory;
  }
  return figures;
}

/** Recorded once: a minute of bars for a hundred symbols per frame. */
function frames(codec: CodecName): (string | Uint8Array)[] {
  const packr = new Packr({ useRecords: false, useTimestamp32: true });
  const start = Date.UTC(2026, 0, 5, 14, 30);
  return Array.from({ length: FRAMES }, (_, minute) => {
    const t = new Date(start + minute * 60_000);
    const bars = Array.from({ length: BARS_PER_FRAME }, (__, symbol) => ({
      T: 'b',
      S: SYMBOLS[symbol],
      o: 100 + symbol + (minute % 7) / 100,
      h: 101.5 + symbol,
      l: 99.25 + symbol,
      c: 100.5 + symbol + (minute % 5) / 100,
      v: 1_000 + minute,
      n: 25,
      vw: 100.33 + symbol,
      t: codec === 'json' ? t.toISOString() : t,
    }));
    return codec === 'json' ? JSON.stringify(bars) : Uint8Array.from(packr.pack(bars));
  });
}

function openPipeline(codec: CodecName) {
  const { open, last } = createFakeSockets();
  const book = createBarBook();
  let published = 0;
  const link = createDataLink({
    url: 'ws://127.0.0.1/',
    credentials: () => ({ keyId: 'K', secretKey: 'S' }),
    codec,
    onEvents(batches) {
      for (const { bars } of batches) published += book.put(bars).length;
    },
    onState: () => undefined,
    openSocket: open,
    clock: systemClock,
    delay: () => () => undefined,
    random: systemRandom,
    log: () => undefined,
  });
  link.want({ trades: [], bars: SYMBOLS });
  link.start();
  last().events.onOpen();
  return {
    take: (frame: string | Uint8Array) => last().events.onFrame(frame),
    count: () => published,
  };
}

function runLink(codec: CodecName, recorded: readonly (string | Uint8Array)[]): number {
  const pipeline = openPipeline(codec);
  const before = performance.now();
  for (const frame of recorded) pipeline.take(frame);
  const perSecond = (pipeline.count() / (performance.now() - before)) * 1000;
  if (pipeline.count() !== FRAMES * BARS_PER_FRAME) throw new Error('bars were lost');
  return Math.round(perSecond);
}

function runJsonParse(recorded: readonly string[]): number {
  let count = 0;
  const before = performance.now();
  for (const frame of recorded) count += (JSON.parse(frame) as unknown[]).length;
  return Math.round((count / (performance.now() - before)) * 1000);
}

/** The SDK's own stream class on the same bytes, through the socket factory it offers for this. */
async function runSdk(recorded: readonly Uint8Array[]): Promise<number> {
  const listeners = new Map<string, (...args: unknown[]) => void>();
  const socket = {
    readyState: 1,
    on: (event: string, listener: (...args: unknown[]) => void) => listeners.set(event, listener),
    send: () => undefined,
    close: () => undefined,
    terminate: () => undefined,
    ping: () => undefined,
  };
  const stream = new streaming.StockDataStream({
    credentials: { keyId: 'K', secret: 'S' },
    url: 'ws://127.0.0.1/',
    wsFactory: () => socket,
  });
  let count = 0;
  stream.onBar(() => count++);
  stream.connect();
  listeners.get('open')?.();
  const packr = new Packr({ useRecords: false });
  const say = (message: object) => listeners.get('message')?.(packr.pack([message]), true);
  say({ T: 'success', msg: 'connected' });
  say({ T: 'success', msg: 'authenticated' });
  const before = performance.now();
  const take = listeners.get('message');
  for (const frame of recorded) take?.(Buffer.from(frame), true);
  const perSecond = Math.round((count / (performance.now() - before)) * 1000);
  stream.disconnect();
  if (count !== FRAMES * BARS_PER_FRAME) throw new Error(`the SDK delivered ${count} bars`);
  return perSecond;
}

/** Record and sync, send, answer; against the same POST with one fsync of the same bytes. */
async function orderPath() {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-bench-'));
  const paper = await startPaper({ folder: join(folder, 'paper'), seed: 7 });
  const accountId = '00000000-0000-4000-8000-00000000000a';
  const opened = openJournal({
    folder: join(folder, 'account'),
    accountId,
    clock: systemClock,
    log: () => undefined,
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const { journal } = opened.value;
  const client = createClient({
    hosts: paper.hosts,
    credentials: paper.key,
    clock: systemClock,
    delay: systemDelay,
    random: systemRandom,
    perMinute: 10_000_000,
  });
  const draft = {
    symbol: 'AAPL',
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    qty: decimal('1'),
    limitPrice: decimal('1'),
  } as const;
  const place = async () => {
    const intentId = newIntentId();
    const body = encodeOrder(draft, intentId);
    const title = 'bench';
    journal.record({
      intentId,
      accountId,
      kind: 'place',
      body,
      symbol: 'AAPL',
      title,
      confirmedAt: 0,
    });
    journal.advance(intentId, { step: 'sent' }, { kind: 'sent', text: 'Sent.' });
    const sent = await client.placeRaw(body);
    if (sent.kind !== 'answer' || !sent.result.ok) throw new Error(JSON.stringify(sent));
    const orderId = sent.result.value.id;
    journal.advance(
      intentId,
      { step: 'accepted', resultId: orderId },
      { kind: 'answered', text: 'Taken.' },
    );
  };
  const file = openSync(join(folder, 'bare.log'), 'a');
  const address = `${paper.hosts.rest}/v2/orders`;
  const synced = () => {
    const body = encodeOrder(draft, newIntentId());
    writeSync(file, body);
    fsyncSync(file);
    return body;
  };
  const bare = async () => {
    const headers = headersOf(paper.key);
    const response = await fetch(address, { method: 'POST', headers, body: synced() });
    if (!response.ok) throw new Error(await response.text());
    await response.json();
  };
  const keptAgent = new Agent({ keepAlive: true });
  const freshAgent = new Agent({ keepAlive: false });
  const kept = () => post(address, synced(), paper.key, keptAgent);
  const alone = () => post(address, synced(), paper.key, freshAgent);
  const runs = { place, bare, kept, alone };
  const times: Record<keyof typeof runs, number[]> = { place: [], bare: [], kept: [], alone: [] };
  for (const run of Object.values(runs)) await durations(200, run);
  for (let turn = 0; turn < 10; turn++)
    for (const name of ['place', 'bare', 'kept', 'alone'] as const)
      times[name].push(...(await durations(200, runs[name])));
  keptAgent.destroy();
  closeSync(file);
  client.close();
  journal.close();
  await paper.stop();
  rmSync(folder, { recursive: true, force: true });
  const at = (name: keyof typeof runs, percent: number) =>
    round(percentile(times[name], percent), 3);
  const [pathP50, bareP50] = [at('place', 50), at('bare', 50)];
  const [keptP50, aloneP50] = [at('kept', 50), at('alone', 50)];
  return {
    pathP50,
    pathP99: at('place', 99),
    bareP50,
    bareP99: at('bare', 99),
    ratio: round(pathP50 / bareP50),
    keptP50,
    aloneP50,
    priceOfConnection: round(aloneP50 / keptP50),
  };
}

const headersOf = ({ keyId, secretKey }: KeyPair) => ({
  'content-type': 'application/json',
  'APCA-API-KEY-ID': keyId,
  'APCA-API-SECRET-KEY': secretKey,
});

function post(address: string, body: string, key: KeyPair, agent: Agent): Promise<void> {
  const headers = { ...headersOf(key), 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const request = httpRequest(address, { method: 'POST', headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const answer = Buffer.concat(chunks).toString();
        if (response.statusCode !== 200) return reject(new Error(answer));
        JSON.parse(answer);
        resolve();
      });
    });
    request.once('error', reject);
    request.end(body);
  });
}

function memoryOverBars(recorded: readonly (string | Uint8Array)[], bars: number) {
  const pipeline = openPipeline('msgpack');
  const passes = Math.ceil(bars / (FRAMES * BARS_PER_FRAME));
  for (const frame of recorded) pipeline.take(frame);
  const beforeMb = heapMb();
  for (let pass = 1; pass < passes; pass++) for (const frame of recorded) pipeline.take(frame);
  return { bars: passes * FRAMES * BARS_PER_FRAME, beforeMb, afterMb: heapMb() };
}

function heapMb(): number {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
}

type Turns = { ours: number; anchor: number; perRound: number[] };

/** Figure and anchor one after the other, round by round, so that both meet the same machine; the best of each counts. */
async function inTurns(ours: () => number, anchor: () => number | Promise<number>): Promise<Turns> {
  const turns: Turns = { ours: 0, anchor: 0, perRound: [] };
  for (let index = 0; index < ROUNDS; index++) {
    const mine = ours();
    const other = await anchor();
    turns.ours = Math.max(turns.ours, mine);
    turns.anchor = Math.max(turns.anchor, other);
    turns.perRound.push(mine / other);
  }
  return turns;
}

const ratios = ({ ours, anchor, perRound }: Turns) => ({
  ratio: round(ours / anchor),
  leastRatio: round(Math.min(...perRound)),
  mostRatio: round(Math.max(...perRound)),
});

function told(turns: Turns): string {
  const { ratio, leastRatio, mostRatio } = ratios(turns);
  return `${ratio} × (${leastRatio} to ${mostRatio} in ${ROUNDS} rounds)`;
}
