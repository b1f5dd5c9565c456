// The broker's face, put together: HTTP, streams, faults, control, tokenization and OAuth around an engine and a market
// that it knows only by what it asks of them.
import type { FastifyInstance } from 'fastify';
import type { PaperClock, Schedule } from '#main/paper/clock.ts';
import { registerAccountControl, type Accounts } from '#main/paper/control/account-routes.ts';
import { registerClockRoutes } from '#main/paper/control/clock-routes.ts';
import { registerFaultRoutes } from '#main/paper/control/fault-routes.ts';
import { registerLedgerRoutes, type Audit } from '#main/paper/control/ledger-routes.ts';
import { createShocks } from '#main/paper/control/shocks.ts';
import { createFaultBook } from '#main/paper/faults/fault-book.ts';
import { createFrameFaults } from '#main/paper/faults/frame-faults.ts';
import { createRequestFaults } from '#main/paper/faults/request-faults.ts';
import { createUpgradeFaults } from '#main/paper/faults/upgrade-faults.ts';
import { createWaits } from '#main/paper/faults/waits.ts';
import type { IdSource } from '#main/paper/ids.ts';
import type { Tape } from '#main/paper/market/tape.ts';
import { createOAuthClients, type OAuthClients } from '#main/paper/oauth/clients.ts';
import { createGrants } from '#main/paper/oauth/grants.ts';
import { registerOAuthRoutes } from '#main/paper/oauth/routes.ts';
import type { Caller, Ledger, Market, Subscribe, TradeUpdate } from '#main/paper/parts.ts';
import { createApp } from '#main/paper/server/app.ts';
import { createDoor } from '#main/paper/server/door.ts';
import type { Keyring } from '#main/paper/server/keyring.ts';
import { createRateLimit } from '#main/paper/server/rate-limit.ts';
import { createStreamHub, type StreamHub } from '#main/paper/streams/hub.ts';
import { createPump } from '#main/paper/streams/pump.ts';
import { registerTokenizationRoutes } from '#main/paper/tokenization/routes.ts';
import { createTokenizationSettings } from '#main/paper/tokenization/settings.ts';
import { createTokenizationStore } from '#main/paper/tokenization/store.ts';
import {
  createTokenization,
  type Shares,
  type Tokenization,
} from '#main/paper/tokenization/tokenization.ts';

/** What the front asks of the engine. */
export type EnginePort = {
  onUpdate: Subscribe<TradeUpdate>;
  /** Matches resting orders up to this moment. */
  advance(toMs: number): void;
  shares: Shares;
  accounts: Accounts;
  audit(): Audit;
  reset(): void;
};

export type FrontDeps = {
  ledger: Ledger;
  market: Market;
  engine: EnginePort;
  tape: Tape;
  clock: PaperClock;
  ids: IdSource;
  keyring: Keyring;
  /** The first account: its key opens the control interface. */
  operatorId: string;
  seed: number;
  ratePerMinute: number;
  tradeFrames: 'binary' | 'text';
  /** Trading and market data, which live elsewhere. */
  registerRoutes(app: FastifyInstance): void;
  wall(): number;
  schedule: Schedule;
  randomBytes(count: number): Uint8Array;
  log(message: string): void;
};

export type Front = {
  app: FastifyInstance;
  hub: StreamHub;
  tokenization: Tokenization;
  oauthClients: OAuthClients;
  /** Brings orders and streams up to the present. */
  step(): void;
  stop(): Promise<void>;
};

const SLOW_BYTES = 16 * 1_048_576;

export function createFront(deps: FrontDeps): Front {
  const { ledger, market, engine, clock, ids, keyring, operatorId } = deps;
  const virtual = clock.state().mode === 'virtual';
  // faults wait on wall time, like the network they stand for; on virtual time they wait for the clock to be stepped
  const faultNow = virtual ? clock.now : deps.wall;
  const waits = createWaits((ms, run) =>
    virtual ? clock.at(clock.now() + ms, run) : deps.schedule(run, ms),
  );
  const book = createFaultBook({ ids: ids.sequence('faults'), seed: String(deps.seed) });
  const frameFaults = createFrameFaults({ book, now: faultNow });

  const secrets = ids.sequence('secrets');
  const oauthClients = createOAuthClients({
    ledger,
    uuid: secrets.uuid,
    randomBytes: deps.randomBytes,
  });
  const grants = createGrants({ ledger, clock, uuid: secrets.uuid });
  const door = createDoor({ keyring, tokenCaller: grants.callerOf });
  const isOperator = (caller: Caller) => caller.via === 'key' && caller.accountId === operatorId;
  const rateLimit = createRateLimit({ perMinute: deps.ratePerMinute, now: faultNow });

  const store = createTokenizationStore(ledger);
  const tokenization = createTokenization({
    ledger,
    store,
    clock,
    shares: engine.shares,
    ids: ids.sequence('tokenization'),
    settings: createTokenizationSettings(),
  });
  const shocks = createShocks({ ledger, market });

  const hub = createStreamHub({
    door,
    frameFaults,
    upgradeFaults: createUpgradeFaults({ book, waits }),
    schedule: deps.schedule,
    log: deps.log,
    settings: {
      tradeFrames: deps.tradeFrames,
      symbolLimit: undefined,
      feeds: undefined,
      slowBytes: SLOW_BYTES,
    },
  });
  const pump = createPump({
    tape: deps.tape,
    asset: market.asset,
    testPricesOf: market.assets[0]?.symbol ?? '',
    listeners: hub.listeners,
    startMs: clock.now(),
  });
  const step = () => {
    const nowMs = clock.now();
    engine.advance(nowMs);
    pump.step(nowMs);
  };
  const stopUpdates = engine.onUpdate(hub.publish);
  const stopAdvance = clock.onAdvance((nowMs) => {
    engine.advance(nowMs);
    if (virtual) pump.step(nowMs);
  });

  const app = createApp({
    door,
    rateLimit,
    isOperator,
    faults: createRequestFaults({ book, waits, now: clock.now }),
    requestIds: ids.sequence('requests'),
    tick: clock.tick,
    date: () => new Date(faultNow()).toUTCString(),
    log: deps.log,
  });
  hub.attach(app.server);

  deps.registerRoutes(app);
  registerTokenizationRoutes(app, tokenization);
  registerOAuthRoutes(app, {
    grants,
    isOperator,
    clients: oauthClients,
    accountExists: engine.accounts.exists,
  });
  registerFaultRoutes(app, { book, frameFaults, hub });
  registerClockRoutes(app, { clock, market, shocks });
  registerAccountControl(app, {
    keyring,
    tokenization,
    oauthClients,
    rateLimit,
    accounts: engine.accounts,
    isKnownSymbol: engine.shares.isKnownSymbol,
    newKey: () => newKey(deps.randomBytes),
  });
  registerLedgerRoutes(app, {
    tokenization,
    hub,
    audit: engine.audit,
    seed: deps.seed,
    now: clock.now,
    reset() {
      book.clear();
      frameFaults.unmute();
      ledger.transaction(() => {
        tokenization.clear();
        engine.reset();
      });
    },
  });

  return {
    app,
    hub,
    tokenization,
    oauthClients,
    step,
    async stop() {
      stopUpdates();
      stopAdvance();
      waits.stop();
      hub.stop();
      await app.close();
    },
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** In the service's own shape: a paper key id of 20 letters and digits, a secret of 40. */
export function newKey(randomBytes: (count: number) => Uint8Array) {
  const text = (count: number) =>
    Array.from(randomBytes(count), (byte) => LETTERS[byte % LETTERS.length]).join('');
  return { keyId: `PK${text(18)}`, secretKey: text(40) };
}
