// The HTTP server of the broker: REST, streams, faults, control, tokenization and OAuth around an engine and a market
// that it knows only by what it asks of them.
import type { FastifyInstance } from 'fastify';
import type { PaperClock, Schedule } from '#main/paper/clock.ts';
import { registerAccountControl } from '#main/paper/control/account-routes.ts';
import { registerOAuthControl } from '#main/paper/control/oauth-routes.ts';
import {
  registerClockRoutes,
  registerFaultRoutes,
  registerLedgerRoutes,
  registerStreamRoutes,
} from '#main/paper/control/routes.ts';
import { registerTokenizationControl } from '#main/paper/control/tokenization-routes.ts';
import type { Engine } from '#main/paper/engine/create-engine.ts';
import { createFaultRules } from '#main/paper/faults/fault-rules.ts';
import { createFrameFaults } from '#main/paper/faults/frame-faults.ts';
import {
  createDelays,
  createRequestFaults,
  createUpgradeFaults,
} from '#main/paper/faults/request-faults.ts';
import type { IdSource } from '#main/paper/ids.ts';
import type { LiveEvents } from '#main/paper/market/live-events.ts';
import { createOAuthClients } from '#main/paper/oauth/clients.ts';
import { registerAccessRoutes } from '#main/paper/oauth/access-routes.ts';
import { createExchanges } from '#main/paper/oauth/exchanges.ts';
import { createGrants } from '#main/paper/oauth/grants.ts';
import { registerOAuthRoutes } from '#main/paper/oauth/routes.ts';
import { createTokenConnections } from '#main/paper/server/token-connections.ts';
import type { Plan } from '#main/paper/plan.ts';
import { createApp } from '#main/paper/server/app.ts';
import { createAuthenticator } from '#main/paper/server/authenticator.ts';
import { newKey, type Keyring } from '#main/paper/server/keyring.ts';
import { createRateLimit } from '#main/paper/server/rate-limit.ts';
import { createDataPublisher } from '#main/paper/streams/data-publisher.ts';
import { createStreamServer, type StreamServer } from '#main/paper/streams/stream-server.ts';
import { registerTokenizationRoutes } from '#main/paper/tokenization/routes.ts';
import { createTokenization } from '#main/paper/tokenization/tokenization.ts';
import type { Caller, Ledger, Market } from '#main/paper/types.ts';

/** What the server asks of the engine. */
export type ServedEngine = Pick<
  Engine,
  | 'onUpdate'
  | 'advance'
  | 'audit'
  | 'reset'
  | 'accountIds'
  | 'createAccount'
  | 'restrict'
  | 'availableQty'
  | 'move'
  | 'split'
>;

export type BrokerServerDeps = {
  ledger: Ledger;
  market: Market;
  engine: ServedEngine;
  liveEvents: LiveEvents;
  clock: PaperClock;
  ids: IdSource;
  keyring: Keyring;
  /** The first account: its key opens the control interface. */
  operatorId: string;
  seed: number;
  ratePerMinute: number;
  tradeFrames: 'binary' | 'text';
  plan: Plan;
  /** Trading and market data, which live elsewhere. */
  registerRoutes(app: FastifyInstance): void;
  wall(): number;
  schedule: Schedule;
  randomBytes(count: number): Uint8Array;
  log(message: string): void;
};

export type BrokerServer = ReturnType<typeof createBrokerServer>;

const SLOW_BYTES = 16 * 1_048_576;

export function createBrokerServer(deps: BrokerServerDeps) {
  const { ledger, market, engine, clock, ids } = deps;
  const isKnownSymbol = (symbol: string) => market.asset(symbol)?.symbol === symbol;
  const isVirtual = clock.state().mode === 'virtual';
  // faults wait on wall time, like the network they stand for; on virtual time they wait for the clock to be stepped
  const faultNow = isVirtual ? clock.now : deps.wall;
  const delays = createDelays((ms, run) =>
    isVirtual ? clock.at(clock.now() + ms, run) : deps.schedule(run, ms),
  );
  const rules = createFaultRules({
    ids: ids.sequence('faults'),
    seed: String(deps.seed),
    now: clock.now,
  });
  const frameFaults = createFrameFaults({ rules, now: faultNow });

  const { uuid } = ids.sequence('secrets');
  const oauthClients = createOAuthClients({ ledger, uuid, randomBytes: deps.randomBytes });
  const grants = createGrants({ ledger, clock, uuid });
  const exchanges = createExchanges({ ledger, clock });
  const connections = createTokenConnections(grants.isGood);
  const authenticator = createAuthenticator({
    keyring: deps.keyring,
    tokenCaller: grants.callerOf,
  });
  const isOperator = (caller: Caller) =>
    caller.via === 'key' && caller.accountId === deps.operatorId;
  const rateLimit = createRateLimit({ perMinute: deps.ratePerMinute, now: faultNow });
  const tokenization = createTokenization({
    ledger,
    clock,
    engine,
    isKnownSymbol,
    ids: ids.sequence('tokenization'),
  });

  const app = createApp({
    authenticator,
    rateLimit,
    isOperator,
    holdOpen: connections.hold,
    faults: createRequestFaults({ rules, delays, now: clock.now }),
    requestIds: ids.sequence('requests'),
    tick: clock.tick,
    date: () => new Date(faultNow()).toUTCString(),
    log: deps.log,
  });
  const streams = createStreamServer({
    authenticator,
    frameFaults,
    upgradeFaults: createUpgradeFaults({ rules, delays }),
    schedule: deps.schedule,
    holdOpen: connections.hold,
    log: deps.log,
    plan: deps.plan.limits,
    settings: {
      tradeFrames: deps.tradeFrames,
      symbolLimit: undefined,
      feeds: undefined,
      slowBytes: SLOW_BYTES,
    },
  });
  streams.attach(app.server);
  const live = publishLive(deps, streams, isVirtual, connections.endRevoked);

  deps.registerRoutes(app);
  registerTokenizationRoutes(app, tokenization);
  registerOAuthRoutes(app, {
    grants,
    exchanges,
    connections,
    isOperator,
    clients: oauthClients,
    accountExists: (accountId) => engine.accountIds().includes(accountId),
  });
  registerAccessRoutes(app, {
    grants,
    connections,
    isOperator,
    clients: oauthClients,
    accountExists: (accountId) => engine.accountIds().includes(accountId),
  });
  registerFaultRoutes(app, { rules, frameFaults });
  registerStreamRoutes(app, { streams, plan: deps.plan });
  registerClockRoutes(app, { clock, market, ledger, split: engine.split });
  registerOAuthControl(app, { clients: oauthClients, exchanges });
  registerAccountControl(app, {
    keyring: deps.keyring,
    tokenization,
    rateLimit,
    engine,
    isKnownSymbol,
    newKey: () => newKey(deps.randomBytes),
  });
  registerTokenizationControl(app, tokenization);
  registerLedgerRoutes(app, {
    tokenization,
    streams,
    audit: engine.audit,
    seed: deps.seed,
    now: clock.now,
    reset() {
      rules.clear();
      frameFaults.unmute();
      ledger.transaction(() => {
        tokenization.store.clear();
        engine.reset();
      });
    },
  });

  return {
    app,
    streams,
    tokenization,
    oauthClients,
    step: live.step,
    async stop(): Promise<void> {
      live.stop();
      delays.stop();
      streams.stop();
      await app.close();
    },
  };
}

/** Orders and streams follow the clock: order updates as they happen, market data with each step. */
function publishLive(
  deps: BrokerServerDeps,
  streams: StreamServer,
  isVirtual: boolean,
  endRevoked: () => void,
) {
  const { engine, market, clock } = deps;
  const data = createDataPublisher({
    liveEvents: deps.liveEvents,
    asset: market.asset,
    testPricesOf: market.assets[0]?.symbol ?? '',
    listeners: streams.listeners,
    startMs: clock.now(),
  });
  const stopUpdates = engine.onUpdate(streams.publish);
  const stopAdvance = clock.onAdvance((nowMs) => {
    endRevoked();
    engine.advance(nowMs);
    if (isVirtual) data.publish(nowMs);
  });
  return {
    /** Brings orders and streams up to the present. */
    step(): void {
      const nowMs = clock.now();
      endRevoked();
      engine.advance(nowMs);
      data.publish(nowMs);
    },
    stop(): void {
      stopUpdates();
      stopAdvance();
    },
  };
}
