// The practice broker in this process, on virtual time and without a port: whoever has its server can connect to it.
import type { FastifyInstance } from 'fastify';
import { uuidV7 } from '#main/domain/uuid7.ts';
import { createBroker } from '#main/paper/broker.ts';
import type { Schedule } from '#main/paper/clock.ts';
import { createRandom } from '#main/paper/ids.ts';
import type { BrokerOptions } from '#main/paper/options.ts';
import type { Random } from '#main/ports.ts';
import type { VirtualTime } from '#test/faults/simulation/virtual-time.ts';
import type { Paper } from '#test/faults/support/paper.ts';

type Options = Partial<Pick<BrokerOptions, 'hours' | 'plan' | 'ratePerMinute'>> & {
  seed: number;
  /** Its date, where it is not its own. */
  wall?: (() => number) | undefined;
  /** Its timers, where they are not those of the time itself. */
  schedule?: Schedule | undefined;
  /** Before it opens its door. */
  beforeReady?: ((app: FastifyInstance) => void) | undefined;
};

/** The first account's, which may use the control interface. */
export const OPERATOR = { keyId: 'PKSIMULATION0000001', secretKey: 'simulation-secret' };
const PORT = 4010;

export async function startSimulatedBroker(
  time: VirtualTime,
  {
    seed,
    wall = time.createClock().wall,
    schedule = time.schedule,
    beforeReady,
    ...options
  }: Options,
) {
  const doors: FastifyInstance[] = [];
  const broker = await createBroker(
    {
      ...OPERATOR,
      port: PORT,
      seed: seed >>> 0,
      speed: 1,
      hours: 'always',
      data: undefined,
      credentials: 'arguments',
      authorizedParticipant: false,
      ratePerMinute: 10_000_000,
      startMs: undefined,
      plan: 'plus',
      tradeFrames: seed % 2 === 0 ? 'binary' : 'text',
      oauthClients: [],
      ...options,
    },
    {
      wall,
      schedule,
      randomBytes: createBytes(`${seed}/broker`),
      log: (message) => {
        throw new Error(`the broker broke: ${message}`);
      },
      async listen(app, port) {
        beforeReady?.(app);
        await app.ready();
        doors.push(app);
        return port;
      },
    },
  );
  const [app] = doors;
  if (!app) throw new Error('the broker opened no door');

  /** The control interface, through the server's own front door without a network: its routes, rules and rights. */
  const control: Paper['control'] = async (method, path, body) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: `/_paper${path}`,
      headers: {
        'APCA-API-KEY-ID': OPERATOR.keyId,
        'APCA-API-SECRET-KEY': OPERATOR.secretKey,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    if (answer.statusCode >= 300)
      throw new Error(`control ${method} ${path}: ${answer.statusCode} ${answer.body}`);
    return (answer.body === '' ? null : JSON.parse(answer.body)) as never;
  };
  return { app, broker, control };
}

function createBytes(seed: string): (count: number) => Uint8Array {
  const random = createRandom(seed);
  return (count) => Uint8Array.from({ length: count }, () => Math.floor(random() * 256));
}

export function createSimulatedRandom(seed: string): Random {
  const bytes = createBytes(`${seed}/bytes`);
  const secret = (count: number) => Buffer.from(bytes(count)).toString('hex');
  return { float: createRandom(`${seed}/float`), uuid: () => uuidV7(0, secret(10)), secret };
}
