// The control interface for the broker as a whole: its clock, its prices, faults to order, the streams, the audit of
// everything ever accepted, and starting over.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { decimal, div, sign, type Decimal } from '#main/domain/decimal.ts';
import type { PaperClock } from '#main/paper/clock.ts';
import type { Engine } from '#main/paper/engine/create-engine.ts';
import type { FaultRules } from '#main/paper/faults/fault-rules.ts';
import { FaultRule } from '#main/paper/faults/fault.ts';
import type { FrameFaults } from '#main/paper/faults/frame-faults.ts';
import { PLANS, type Plan } from '#main/paper/plan.ts';
import { badParameter, notFound } from '#main/paper/refusal.ts';
import type { StreamServer } from '#main/paper/streams/stream-server.ts';
import { toWire, type RequestType } from '#main/paper/tokenization/request.ts';
import type { Tokenization } from '#main/paper/tokenization/tokenization.ts';
import type { Ledger, Market } from '#main/paper/types.ts';

const LONGEST_STEP_MS = 31 * 86_400_000;
const MOST_SPLIT = 100;
const FACTOR_DECIMALS = 9;

const StepInput = z.union([
  z.strictObject({ ms: z.int().min(1).max(LONGEST_STEP_MS) }),
  z.strictObject({ to: z.iso.datetime({ offset: true }) }),
]);
const SpeedInput = z.strictObject({ speed: z.number().min(0.01).max(3600) });
/** How many shares there are for how many: 4 for 1, or 1 for 10. */
const SplitInput = z
  .strictObject({
    symbol: z.string(),
    to: z.int().min(1).max(MOST_SPLIT),
    from: z.int().min(1).max(MOST_SPLIT),
  })
  .refine(({ to, from }) => to !== from, 'to and from are the same');
const ShockInput = z.strictObject({
  symbol: z.string().optional(),
  factor: z.string().regex(/^\d{1,4}(\.\d{1,9})?$/, 'is a decimal string, like "0.9"'),
});
const HaltsInput = z.strictObject({ symbols: z.array(z.string()).max(500) });
const CutInput = z.strictObject({
  stream: z.enum(['trade', 'data']),
  /** Left out: everybody's. */
  accountId: z.uuid().optional(),
});
const StreamSettingsInput = z.strictObject({
  tradeFrames: z.enum(['binary', 'text']).optional(),
  symbolLimit: z.int().min(0).nullable().optional(),
  feeds: z.array(z.string()).nullable().optional(),
  slowBytes: z.int().min(1024).optional(),
});

const PlanInput = z.strictObject({ plan: z.enum(PLANS) });

/** Control requests are checked like everything that comes from outside: what is wrong is named, nothing is guessed. */
export function parseInput<T extends z.ZodType>(schema: T, raw: unknown): z.output<T> {
  const result = schema.safeParse(raw ?? {});
  if (result.success) return result.data;
  throw badParameter(
    result.error.issues
      .map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
      .join(', '),
  );
}

type ClockDeps = { clock: PaperClock; market: Market; ledger: Ledger; split: Engine['split'] };

export function registerClockRoutes(
  app: FastifyInstance,
  { clock, market, ledger, split }: ClockDeps,
): void {
  const describe = () => {
    const { nowMs, ...state } = clock.state();
    return {
      now: new Date(nowMs).toISOString(),
      ...state,
      session: market.calendar.session(nowMs),
    };
  };
  app.get('/_paper/clock', describe);
  app.post('/_paper/clock/pause', () => {
    clock.pause();
    return describe();
  });
  app.post('/_paper/clock/resume', () => {
    clock.resume();
    return describe();
  });
  app.post('/_paper/clock/speed', (request) => {
    const { speed } = parseInput(SpeedInput, request.body);
    if (!clock.setSpeed(speed)) throw badParameter('virtual time has no speed: step it');
    return describe();
  });
  app.post('/_paper/clock/step', (request) => {
    const input = parseInput(StepInput, request.body);
    const ms = 'ms' in input ? input.ms : Date.parse(input.to) - clock.now();
    if (ms <= 0) throw badParameter('the clock never runs backwards');
    if (ms > LONGEST_STEP_MS) throw badParameter('a step is at most 31 days');
    clock.step(ms);
    return describe();
  });

  const shock = createStoredShocks(ledger, market);
  app.post('/_paper/market/split', (request) => {
    const { symbol, to, from } = parseInput(SplitInput, request.body);
    const known = market.asset(symbol.toUpperCase())?.symbol;
    if (known === undefined) throw badParameter(`symbol: ${symbol} is not traded here`);
    const booked = split(known, { to, from }).map(({ record }) => record);
    const factor = div(decimal(String(from)), decimal(String(to)), FACTOR_DECIMALS, 'half');
    return { ...shock(known, factor, clock.now()), booked };
  });
  app.post('/_paper/market/shock', (request) => {
    const { symbol, factor } = parseInput(ShockInput, request.body);
    if (sign(decimal(factor)) === 0) throw badParameter('factor: must be more than 0');
    const known = symbol === undefined ? undefined : market.asset(symbol.toUpperCase())?.symbol;
    if (symbol !== undefined && known === undefined)
      throw badParameter(`symbol: ${symbol} is not traded here`);
    return shock(known, decimal(factor), clock.now());
  });

  const halts = createStoredHalts(ledger, market);
  app.get('/_paper/market/halts', () => ({ symbols: halts.now() }));
  app.put('/_paper/market/halts', (request) => {
    const symbols = parseInput(HaltsInput, request.body).symbols.map((text) => text.toUpperCase());
    const strange = symbols.find((symbol) => market.asset(symbol)?.symbol !== symbol);
    if (strange !== undefined) throw badParameter(`symbols: ${strange} is not traded here`);
    halts.set(symbols, clock.now());
    return { symbols: halts.now() };
  });
}

/** Kept like the shocks, and for the same reason. */
function createStoredHalts(ledger: Ledger, market: Market) {
  ledger.db.exec(
    'CREATE TABLE IF NOT EXISTS paper_halts (symbol TEXT NOT NULL, is_halted INTEGER NOT NULL, at_ms INTEGER NOT NULL) STRICT',
  );
  const halted = new Set<string>();
  function apply(symbol: string, isHalted: boolean, atMs: number): void {
    if (isHalted) halted.add(symbol);
    else halted.delete(symbol);
    market.halt({ symbol, isHalted, atMs });
  }
  for (const row of ledger.all('SELECT symbol, is_halted, at_ms FROM paper_halts ORDER BY rowid'))
    apply(String(row['symbol']), row['is_halted'] === 1, Number(row['at_ms']));
  return {
    now: () => [...halted].sort(),
    /** These, and no others. */
    set(symbols: readonly string[], atMs: number): void {
      for (const symbol of new Set([...halted, ...symbols])) {
        const isHalted = symbols.includes(symbol);
        if (isHalted === halted.has(symbol)) continue;
        ledger.run('INSERT INTO paper_halts VALUES (?, ?, ?)', symbol, isHalted ? 1 : 0, atMs);
        apply(symbol, isHalted, atMs);
      }
    },
  };
}

/**
 * Price shocks are kept in the ledger, because the market is a function of seed and time and forgets them: without them
 * a restart would change the past that orders were filled in.
 */
function createStoredShocks(ledger: Ledger, market: Market) {
  ledger.db.exec(
    'CREATE TABLE IF NOT EXISTS paper_shocks (symbol TEXT, factor TEXT NOT NULL, at_ms INTEGER NOT NULL) STRICT',
  );
  const apply = (symbol: string | undefined, factor: Decimal, atMs: number) =>
    market.shock({ ...(symbol === undefined ? {} : { symbol }), factor, atMs });
  for (const row of ledger.all('SELECT symbol, factor, at_ms FROM paper_shocks ORDER BY rowid')) {
    const symbol = row['symbol'] === null ? undefined : String(row['symbol']);
    apply(symbol, String(row['factor']) as Decimal, Number(row['at_ms']));
  }
  return (symbol: string | undefined, factor: Decimal, atMs: number) => {
    ledger.run('INSERT INTO paper_shocks VALUES (?, ?, ?)', symbol ?? null, factor, atMs);
    apply(symbol, factor, atMs);
    return { symbol: symbol ?? null, factor, at: new Date(atMs).toISOString() };
  };
}

export function registerFaultRoutes(
  app: FastifyInstance,
  { rules, frameFaults }: { rules: FaultRules; frameFaults: FrameFaults },
): void {
  app.get('/_paper/faults', () => rules.list());
  app.post('/_paper/faults', (request) => rules.add(parseInput(FaultRule, request.body)));
  app.delete('/_paper/faults', (_request, reply) => {
    rules.clear();
    frameFaults.unmute();
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>('/_paper/faults/:id', (request, reply) => {
    if (!rules.remove(request.params.id)) throw notFound('fault not found');
    frameFaults.unmute(request.params.id);
    return reply.code(204).send();
  });
}

export function registerStreamRoutes(
  app: FastifyInstance,
  { streams, plan }: { streams: StreamServer; plan: Plan },
): void {
  app.get('/_paper/plan', () => ({ plan: plan.name() }));
  app.put('/_paper/plan', (request) => {
    plan.set(parseInput(PlanInput, request.body).plan);
    // What was granted under the other plan ends with it.
    streams.cut('data');
    return { plan: plan.name() };
  });
  const describe = () => {
    const { tradeFrames, symbolLimit, feeds, slowBytes } = streams.settings();
    return {
      open: streams.counts(),
      tradeFrames,
      symbolLimit: symbolLimit ?? null,
      feeds: feeds ?? null,
      slowBytes,
    };
  };
  app.get('/_paper/streams', describe);
  app.put('/_paper/streams', (request) => {
    const asked = parseInput(StreamSettingsInput, request.body);
    const now = streams.settings();
    streams.change({
      tradeFrames: asked.tradeFrames ?? now.tradeFrames,
      slowBytes: asked.slowBytes ?? now.slowBytes,
      symbolLimit:
        asked.symbolLimit === undefined ? now.symbolLimit : (asked.symbolLimit ?? undefined),
      feeds: asked.feeds === undefined ? now.feeds : (asked.feeds ?? undefined),
    });
    return describe();
  });
  app.post('/_paper/streams/cut', (request) => {
    const { stream, accountId } = parseInput(CutInput, request.body);
    return { cut: streams.cut(stream, accountId) };
  });
}

type LedgerDeps = {
  /** Every order and execution ever accepted, each with its account. */
  audit(): object;
  tokenization: Tokenization;
  streams: StreamServer;
  seed: number;
  now(): number;
  /** Orders, positions, requests and faults go; accounts, keys, applications and the market's past stay. */
  reset(): void;
};

export function registerLedgerRoutes(app: FastifyInstance, deps: LedgerDeps): void {
  const { store } = deps.tokenization;
  function requests(type: RequestType) {
    const keys = store.keys();
    return store
      .all()
      .filter((request) => request.type === type)
      .map((request) =>
        Object.assign(toWire(request), {
          account_id: request.accountId,
          idempotency_key: keys.get(request.id) ?? null,
        }),
      );
  }

  app.get('/_paper/health', () => ({
    ok: true,
    now: new Date(deps.now()).toISOString(),
    seed: deps.seed,
    streams: deps.streams.counts(),
  }));
  app.get('/_paper/ledger', () => ({
    ...deps.audit(),
    mints: requests('mint'),
    redeems: requests('redeem'),
  }));
  app.post('/_paper/reset', (_request, reply) => {
    deps.reset();
    return reply.code(204).send();
  });
}
