// Worlds that are broken on purpose, each in one way in which an order could be lost or doubled. In them the audit must
// complain; where it would not, its silence about the real protocol would mean nothing.
import type { SimulationOptions } from '#test/faults/simulation/simulate.ts';
import type { Breakage } from '#test/faults/simulation/world.ts';
import type { FaultKind } from '#test/faults/support/kinds.ts';

export type Broken = {
  what: string;
  /** Anew for each run: what is broken remembers what it saw. */
  make: () => Pick<SimulationOptions, 'kinds' | 'breakage'>;
  /** What the audit must count, and what it must not. */
  counts: Partial<Record<'lost' | 'duplicated' | 'wrongAccount', boolean>>;
  words: RegExp;
};

const PLACE = { method: 'POST', path: '/v2/orders' };
const LOOKUP = { method: 'GET', path: '/v2/orders:by_client_order_id' };

export const NO_FAULTS: FaultKind[] = [{ name: 'none', rules: () => [] }];
/** The answer is lost and the order hidden for a while, so that the desk sends again. */
const HIDING: FaultKind[] = [
  {
    name: 'answer lost, lookups blind',
    rules: () => [
      { match: PLACE, act: { kind: 'lost' }, times: 1 },
      { match: LOOKUP, act: { kind: 'blind', ms: 3_000 }, times: 20 },
    ],
  },
];
const LYING: FaultKind[] = [
  {
    name: 'refused after acceptance',
    rules: () => [
      {
        match: PLACE,
        act: { kind: 'status', status: 403, when: 'after', body: { message: 'refused' } },
        times: 1,
      },
      // Otherwise the stream tells the truth before the lie arrives.
      { match: { stream: 'trade' }, act: { kind: 'mute', ms: 500 }, times: 1 },
    ],
  },
];

export const BREAKAGES: Broken[] = [
  {
    what: 'a broker that is said to refuse reused ids and takes them',
    make: () => ({ kinds: HIDING, breakage: { broker: takeReusedIds() } }),
    counts: { lost: true, duplicated: false, wrongAccount: false },
    words: /is in no journal/,
  },
  {
    what: 'a network that delivers an order a second time, to another account',
    make: () => ({ kinds: NO_FAULTS, breakage: { wire: deliverTwice() } }),
    counts: { duplicated: true, wrongAccount: true },
    words: /2 orders at the broker/,
  },
  {
    what: 'a broker that confirms an order and throws it away',
    make: () => ({ kinds: NO_FAULTS, breakage: { broker: throwAway() } }),
    counts: { lost: true, duplicated: false, wrongAccount: false },
    words: /is accepted .* the broker does not have it/,
  },
  {
    what: 'a broker that refuses what it has accepted',
    make: () => ({ kinds: LYING }),
    counts: { duplicated: false, wrongAccount: false },
    words: /was refused, and then there it was/,
  },
];

/** It gives what comes under a known id another id, and so has the order twice. */
function takeReusedIds(): NonNullable<Breakage['broker']> {
  const seen = new Set<string>();
  return (app) =>
    app.addHook('preHandler', async ({ method, body }) => {
      if (method !== 'POST' || !isOrder(body)) return;
      if (seen.has(body.client_order_id)) body.client_order_id += '-again';
      seen.add(body.client_order_id);
    });
}

/** Every fifth order is answered as if it were taken. */
function throwAway(): NonNullable<Breakage['broker']> {
  let orders = 0;
  return (app) =>
    app.addHook('preHandler', async ({ method, body }, reply) => {
      if (method !== 'POST' || !isOrder(body) || orders++ % 5 !== 0) return undefined;
      const id = `00000000-0000-4000-9000-${String(orders).padStart(12, '0')}`;
      return reply.send({ ...body, id, status: 'accepted', filled_qty: '0' });
    });
}

const isOrder = (body: unknown): body is { client_order_id: string } =>
  typeof body === 'object' && body !== null && 'client_order_id' in body;

/** Every fifth order of the first account comes once more, under the second one's key. */
function deliverTwice(): NonNullable<Breakage['wire']> {
  let orders = 0;
  return (bytes) => {
    const text = bytes.toString('latin1');
    if (!text.startsWith('POST /v2/orders ') || !text.includes('PKSIMULATED00000001'))
      return [bytes];
    if (orders++ % 5 !== 0) return [bytes];
    // The desk ends the connection with its order; this network does not tell, so that a second one is heard.
    const open = text.replace(/^connection: close/im, 'connection: keep-alive');
    const copy = open
      .replace('PKSIMULATED00000001', 'PKSIMULATED00000002')
      .replace('secret-of-simulated-1', 'secret-of-simulated-2');
    return [Buffer.from(open, 'latin1'), Buffer.from(copy, 'latin1')];
  };
}
