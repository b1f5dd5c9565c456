// The practice broker, put together: market, ledger and engine, and around them the HTTP server.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createClock, createClockCheckpoint, type Schedule } from '#main/paper/clock.ts';
import { registerActivityControl } from '#main/paper/control/activity-routes.ts';
import { createEngine } from '#main/paper/engine/create-engine.ts';
import { createRandom, createRandomIds, createSeededIds } from '#main/paper/ids.ts';
import { createAccountRows } from '#main/paper/engine/ledger/account-rows.ts';
import {
  NewerLedgerError,
  openLedger,
  type LedgerFile,
} from '#main/paper/engine/ledger/open-ledger.ts';
import { createCalendar } from '#main/paper/market/calendar.ts';
import { createLiveEvents } from '#main/paper/market/live-events.ts';
import { createMarket } from '#main/paper/market/market.ts';
import type { BrokerOptions } from '#main/paper/options.ts';
import { createPlan } from '#main/paper/plan.ts';
import { registerAccountRoutes } from '#main/paper/routes/account.ts';
import { registerActivityStream } from '#main/paper/streams/activity-stream.ts';
import { registerAssetRoutes } from '#main/paper/routes/assets.ts';
import { registerDataRoutes } from '#main/paper/routes/market-data.ts';
import { registerOrderRoutes } from '#main/paper/routes/orders.ts';
import { registerWatchlistRoutes } from '#main/paper/routes/watchlists.ts';
import { createBrokerServer, type BrokerServer } from '#main/paper/broker-server.ts';
import {
  createMetadata,
  openDataFolder,
  StartRefusal,
  type DataFolder,
  type Metadata,
} from '#main/paper/server/data-folder.ts';
import { createKeyring, newKey, type KeyPair } from '#main/paper/server/keyring.ts';

type Addresses = {
  rest: string;
  data: string;
  tradeStream: string;
  dataStream: string;
  broker: string;
};

export type Broker = {
  addresses: Addresses;
  key: KeyPair;
  accountId: string;
  /** Those asked for by the options; their secrets cannot be read again. */
  oauthClients: readonly { name: string; clientId: string; clientSecret: string }[];
  stop(): Promise<void>;
};

type BrokerDeps = {
  wall(): number;
  schedule: Schedule;
  randomBytes(count: number): Uint8Array;
  log(message: string): void;
  /** Listens and answers the port: on 127.0.0.1 of this machine unless told otherwise. */
  listen?: ((app: FastifyInstance, port: number) => Promise<number>) | undefined;
};

const STEP_MS = 100;
const HOST = '127.0.0.1';

export async function createBroker(options: BrokerOptions, deps: BrokerDeps): Promise<Broker> {
  const folder = options.data === undefined ? undefined : openDataFolder(options.data);
  const ledger = openOwnLedger(folder);
  const undo: (() => void | Promise<void>)[] = [() => folder?.release(), ledger.close];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const metadata = createMetadata(ledger);
    const seed = Number(settle(metadata, 'seed', options.seed?.toString(), '1'));
    const hours = settle(metadata, 'hours', options.hours, 'always') as 'always' | 'real';
    const run = Number(metadata.get('runs') ?? 0) + 1;
    metadata.set('runs', String(run));

    const virtual = options.startMs !== undefined;
    const reachedMs = Math.max(
      Number(metadata.get('clock') ?? 0),
      createAccountRows(ledger).progress()?.matchedMs ?? 0,
    );
    const startMs = Math.max(options.startMs ?? deps.wall(), reachedMs);
    const clock = createClock({ startMs, virtual, speed: options.speed }, deps);
    undo.push(clock.stop);
    const ids = virtual ? createSeededIds(`${seed}/${run}`) : createRandomIds(deps.randomBytes);
    const chance = virtual ? `${seed}/${run}` : Buffer.from(deps.randomBytes(16)).toString('hex');

    const market = createMarket({ seed, calendar: createCalendar({ hours }) });
    const engine = createEngine({
      ledger,
      market,
      clock,
      ids: ids.sequence('engine'),
      random: createRandom(`${chance}/engine`),
      report: (error) => deps.log(String(error)),
    });
    const operatorId = metadata.get('operator') ?? engine.createAccount({});
    metadata.set('operator', operatorId);

    const keyring = createKeyring({ ledger, randomBytes: deps.randomBytes });
    const { keyId, secretKey } = options;
    const key =
      keyId !== undefined && secretKey !== undefined
        ? { keyId, secretKey }
        : newKey(deps.randomBytes);
    if (!keyring.add({ ...key, accountId: operatorId }, 'memory')) {
      throw new StartRefusal(
        `The key ${key.keyId} belongs to another account in this data folder: choose another.`,
      );
    }

    const plan = createPlan(options.plan);
    const server = createBrokerServer({
      ledger,
      market,
      clock,
      ids,
      keyring,
      operatorId,
      seed,
      engine,
      liveEvents: createLiveEvents(market),
      ratePerMinute: options.ratePerMinute,
      tradeFrames: options.tradeFrames,
      plan,
      registerRoutes(app) {
        registerAccountRoutes(app, engine);
        registerActivityControl(app, {
          engine,
          activityStream: registerActivityStream(app, { engine, clock }),
        });
        registerOrderRoutes(app, engine);
        registerWatchlistRoutes(app, engine);
        registerDataRoutes(app, { market, clock, plan });
        registerAssetRoutes(app, { market, clock });
      },
      ...deps,
    });
    if (options.authorizedParticipant) server.tokenization.store.setPermission(operatorId, 'mint');
    const oauthClients = options.oauthClients.map((client) => registerClient(server, client));

    const checkpoint = createClockCheckpoint({ metadata, clock, wall: deps.wall, reachedMs });
    undo.push(checkpoint.settle, server.stop);
    clock.onAdvance(checkpoint.reserve);
    if (!virtual)
      undo.push(
        repeat(deps, () => {
          checkpoint.reserve();
          server.step();
        }),
      );

    engine.advance(clock.now()); // what was missed while nobody was here
    const port = await (deps.listen ?? listen)(server.app, options.port);
    return { addresses: addressesAt(port), key, accountId: operatorId, oauthClients, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw refusalOf(folder?.ledgerPath, error);
  }
}

function openOwnLedger(folder: DataFolder | undefined): LedgerFile {
  try {
    return openLedger(folder?.ledgerPath ?? ':memory:');
  } catch (error) {
    folder?.release();
    throw refusalOf(folder?.ledgerPath, error);
  }
}

/** A ledger that cannot be used is named, in a sentence. What is no fault of it stays as it is. */
function refusalOf(path: string | undefined, error: unknown): unknown {
  if (path === undefined || !(error instanceof Error) || error instanceof StartRefusal)
    return error;
  if (error instanceof NewerLedgerError) return new StartRefusal(error.message);
  if (!('errcode' in error)) return error;
  return new StartRefusal(
    `The ledger ${path} cannot be used: ${error.message}. Restore a copy of it, or move it away: the practice account then starts fresh.`,
  );
}

/** A fact of the data folder that cannot change: the market's past depends on it. */
function settle(
  metadata: Metadata,
  name: string,
  asked: string | undefined,
  usual: string,
): string {
  const stored = metadata.get(name);
  if (stored !== undefined && asked !== undefined && stored !== asked) {
    throw new StartRefusal(
      `The data folder was created with --${name} ${stored}: start it that way, or choose another folder.`,
    );
  }
  const value = stored ?? asked ?? usual;
  metadata.set(name, value);
  return value;
}

/** Registering the same name again gives the same id a new secret. */
function registerClient(
  server: BrokerServer,
  { name, redirectUri }: { name: string; redirectUri: string },
) {
  const known = server.oauthClients.list().find((client) => client.name === name);
  const { client, clientSecret } = server.oauthClients.register({
    ...(known ? { client_id: known.client_id } : {}),
    name,
    redirect_uri: [redirectUri],
    description: '',
    url: '',
    terms_of_use: '',
    privacy_policy: '',
    status: 'ACTIVE',
    live_trading_approved: false,
  });
  return { name, clientId: client.client_id, clientSecret };
}

/** A step that fails (a full disk, for one) is reported and made up for by the next. */
function repeat({ schedule, log }: BrokerDeps, work: () => void): () => void {
  let cancel = schedule(again, STEP_MS);
  let reported: string | undefined;
  function again(): void {
    try {
      work();
      reported = undefined;
    } catch (error) {
      if (reported !== String(error)) log((reported = String(error)));
    }
    cancel = schedule(again, STEP_MS);
  }
  return () => cancel();
}

async function listen(app: FastifyInstance, port: number): Promise<number> {
  try {
    await app.listen({ host: HOST, port });
    return (app.server.address() as AddressInfo).port;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    throw new StartRefusal(
      code === 'EACCES'
        ? `Port ${port} needs more privileges than this process has: choose one above 1023, or 0.`
        : `Port ${port} is already in use: choose another with --port, or 0 for any.`,
    );
  }
}

function addressesAt(port: number): Addresses {
  const http = `http://${HOST}:${port}`;
  const ws = `ws://${HOST}:${port}`;
  return {
    rest: http,
    data: http,
    tradeStream: `${ws}/stream`,
    dataStream: `${ws}/v2/iex`,
    broker: http,
  };
}
