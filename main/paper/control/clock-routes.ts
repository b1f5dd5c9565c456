// The market's time and moods.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { decimal, sign } from '#main/domain/decimal.ts';
import type { PaperClock } from '#main/paper/clock.ts';
import { parseInput } from '#main/paper/control/input.ts';
import type { Shocks } from '#main/paper/control/shocks.ts';
import type { Market } from '#main/paper/parts.ts';
import { invalid } from '#main/paper/server/refusals.ts';

type Deps = { clock: PaperClock; market: Market; shocks: Shocks };

const LONGEST_STEP_MS = 31 * 86_400_000;

const StepInput = z.union([
  z.strictObject({ ms: z.int().min(1).max(LONGEST_STEP_MS) }),
  z.strictObject({ to: z.iso.datetime({ offset: true }) }),
]);
const SpeedInput = z.strictObject({ speed: z.number().min(0.01).max(3600) });
const ShockInput = z.strictObject({
  symbol: z.string().optional(),
  factor: z.string().regex(/^\d{1,4}(\.\d{1,9})?$/, 'is a decimal string, like "0.9"'),
});

export function registerClockRoutes(app: FastifyInstance, { clock, market, shocks }: Deps): void {
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
    if (!clock.setSpeed(speed)) throw invalid('virtual time has no speed: step it');
    return describe();
  });
  app.post('/_paper/clock/step', (request) => {
    const input = parseInput(StepInput, request.body);
    const ms = 'ms' in input ? input.ms : Date.parse(input.to) - clock.now();
    if (ms <= 0) throw invalid('the clock never runs backwards');
    if (ms > LONGEST_STEP_MS) throw invalid('a step is at most 31 days');
    clock.step(ms);
    return describe();
  });
  app.post('/_paper/market/shock', (request) => {
    const { symbol, factor } = parseInput(ShockInput, request.body);
    if (sign(decimal(factor)) === 0) throw invalid('factor: must be more than 0');
    const known = symbol === undefined ? undefined : market.asset(symbol.toUpperCase())?.symbol;
    if (symbol !== undefined && known === undefined)
      throw invalid(`symbol: ${symbol} is not traded here`);
    return shocks.add(known, decimal(factor), clock.now());
  });
}
