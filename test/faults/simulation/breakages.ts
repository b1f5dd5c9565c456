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

export type BrokenYear = {
  what: string;
  make: () => NonNullable<Breakage['broker']>;
  words: RegExp;
};

/** The same for the audit of the calendar. */
export const BROKEN_YEARS: BrokenYear[] = [
  {
    what: 'a broker that forgets an order until canceled when a day begins',
    make: forgetAtDayRoll,
    words: /it was to rest until canceled, and is canceled although nobody asked for it/,
  },
  {
    what: 'a broker that carries orders for the day over',
    make: carryOver,
    words: /it was for the day until/,
  },
  {
    what: 'a broker that goes on telling of expired orders as open',
    make: tellExpiredAsOpen,
    words: /is shown open .* after its end/,
  },
];

/** At the first question of a day it cancels the newest of the account's, by itself. */
function forgetAtDayRoll(): NonNullable<Breakage['broker']> {
  const days = new Map<string, string>();
  return (app) =>
    app.addHook('onResponse', async ({ headers }, reply) => {
      const key = String(headers['apca-api-key-id']);
      const day = String(reply.getHeader('date')).slice(0, 16);
      const before = days.get(key);
      days.set(key, day);
      if (before === undefined || before === day) return;
      const sent = {
        'apca-api-key-id': key,
        'apca-api-secret-key': String(headers['apca-api-secret-key']),
      };
      const url = '/v2/orders?status=open&limit=500';
      const { body } = await app.inject({ method: 'GET', url, headers: sent });
      const open = JSON.parse(body) as { id: string; time_in_force: string; type: string }[];
      const one = open.find((order) => order.time_in_force === 'gtc' && order.type === 'limit');
      if (one) await app.inject({ method: 'DELETE', url: `/v2/orders/${one.id}`, headers: sent });
    });
}

/** It takes them for orders until canceled. */
function carryOver(): NonNullable<Breakage['broker']> {
  return (app) =>
    app.addHook('preHandler', async ({ method, body }) => {
      if (method !== 'POST' || !isOrder(body)) return;
      const terms = body as { type?: string; time_in_force?: string; extended_hours?: boolean };
      if (terms.type === 'limit' && terms.time_in_force === 'day') terms.time_in_force = 'gtc';
    });
}

function tellExpiredAsOpen(): NonNullable<Breakage['broker']> {
  return (app) =>
    app.addHook('onSend', async ({ url }, _reply, payload) =>
      url.startsWith('/v2/orders') && typeof payload === 'string'
        ? payload.replaceAll('"status":"expired"', '"status":"new"')
        : payload,
    );
}

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
