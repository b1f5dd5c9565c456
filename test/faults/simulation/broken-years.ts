// Worlds of the simulated year that are broken on purpose: brokers, networks, and desks that do what nobody asked for. In
// each of them the audit of the calendar must complain.
import type { Closing } from '#contract/closings.ts';
import { ok } from '#contract/failure.ts';
import type { Breakage } from '#test/faults/simulation/world.ts';
import type { YearOptions } from '#test/faults/simulation/year.ts';

export type BrokenYear = {
  what: string;
  make: () => Breakage;
  words: RegExp;
  /** Where it takes other days than a few of one week. */
  options?: Partial<YearOptions>;
};

export const BROKEN_YEARS: BrokenYear[] = [
  {
    what: 'a broker that forgets an order until canceled when a day begins',
    make: () => ({ broker: forgetAtDayRoll() }),
    words: /it was to rest until canceled, and is canceled although nobody asked for it/,
  },
  {
    what: 'a broker that carries orders for the day over',
    make: () => ({ broker: carryOver() }),
    words: /it was for the day until/,
  },
  {
    what: 'a broker that carries orders for the day over and fills them a day later',
    make: () => ({ broker: tellLater() }),
    words: /it was for the day until \S+Z, and is \w+ since/,
  },
  {
    what: 'a broker that goes on telling of expired orders as open',
    make: () => ({ broker: tellExpiredAsOpen() }),
    words: /is shown open .* after its end/,
  },
  {
    what: 'a network that cancels orders of its own accord',
    make: cancelUnderway,
    words: /it was to rest until canceled, and is canceled although nobody asked for it/,
  },
  {
    what: 'a network that turns an order for the day into one until canceled',
    make: () => ({ wire: lengthen }),
    words: /time_in_force is gtc, and day was asked for/,
  },
  {
    what: 'a desk that cancels an order until canceled when it wakes',
    make: () => ({ desk: cancelOnWaking }),
    words: /a desk asked to cancel .*, and nobody had asked for it/,
  },
  {
    what: 'a desk that records an order for the day as one until canceled',
    make: () => ({ desk: recordLonger }),
    words: /time_in_force is gtc, and day was asked for/,
  },
  {
    what: 'a desk that places an order of which nobody spoke',
    make: () => ({ desk: placeUnasked }),
    words: /nobody had asked for it/,
  },
  {
    what: 'a desk that says it has closed what it has not',
    make: () => ({ desk: sayClosed() }),
    words: /is told as closed, with \S+ held/,
    options: { outShare: 1 },
  },
  {
    what: 'a broker that leaves a position out of every third answer',
    make: () => ({ broker: leaveOut() }),
    words: /told and never so: .* told 0 \w+, read at/,
  },
  {
    what: 'a broker that splits a symbol of which orders are open',
    make: () => ({ broker: splitAnyway }),
    words: /was split although orders of it are open/,
    options: { days: 9, share: 0.1 },
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

/** In its books what was filled on one day was filled on the next. */
function tellLater(): NonNullable<Breakage['broker']> {
  return (app) =>
    app.addHook('onSend', async ({ url }, _reply, payload) =>
      url.startsWith('/_paper/ledger') && typeof payload === 'string'
        ? payload.replaceAll(/"filled_at":"([^"]+)"/g, (_, at: string) => {
            const later = new Date(Date.parse(at) + 86_400_000).toISOString();
            return `"filled_at":"${later}"`;
          })
        : payload,
    );
}

/** With every fifth order of an account travels the cancel of one that it has until canceled. */
function cancelUnderway(): Breakage {
  const resting = new Map<string, string>();
  let orders = 0;
  return {
    broker: (app) =>
      app.addHook('onSend', async ({ method, url, headers }, _reply, payload) => {
        if (method !== 'POST' || url !== '/v2/orders' || typeof payload !== 'string')
          return payload;
        const { id, type, time_in_force: terms } = JSON.parse(payload) as Record<string, string>;
        if (id !== undefined && type === 'limit' && terms === 'gtc')
          resting.set(String(headers['apca-api-key-id']), id);
        return payload;
      }),
    wire(bytes) {
      const text = bytes.toString('latin1');
      if (!text.startsWith('POST /v2/orders ')) return [bytes];
      const key = /^apca-api-key-id: (\S+)/im.exec(text)?.[1] ?? '';
      const id = resting.get(key);
      if (id === undefined || orders++ % 5 !== 0) return [bytes];
      resting.delete(key);
      const [head = ''] = text.split('\r\n\r\n');
      const names = /^(host|apca-api-key-id|apca-api-secret-key):/i;
      const lines = head.split('\r\n').filter((line) => names.test(line));
      const cancel = [`DELETE /v2/orders/${id} HTTP/1.1`, ...lines, '', ''].join('\r\n');
      const open = text.replace(/^connection: close/im, 'connection: keep-alive');
      return [Buffer.from(open, 'latin1'), Buffer.from(cancel, 'latin1')];
    },
  };
}

/** Both words are equally long. */
function lengthen(bytes: Buffer): Buffer[] {
  const text = bytes.toString('latin1');
  const isLimit = text.startsWith('POST /v2/orders ') && text.includes('"type":"limit"');
  if (!isLimit || text.includes('"extended_hours"')) return [bytes];
  const longer = text.replace('"time_in_force":"day"', '"time_in_force":"gtc"');
  return [Buffer.from(longer, 'latin1')];
}

const cancelOnWaking: NonNullable<Breakage['desk']> = (unit) => ({
  ...unit,
  wake() {
    unit.wake();
    const one = unit.book
      .openOrders()
      .find(({ type, timeInForce }) => type === 'limit' && timeInForce === 'gtc');
    if (one) void unit.trading.cancel(one.id);
  },
});

const recordLonger: NonNullable<Breakage['desk']> = (unit) => ({
  ...unit,
  trading: {
    ...unit.trading,
    submit: ({ draft, ...submission }) =>
      unit.trading.submit({
        ...submission,
        draft:
          draft.type === 'limit' && draft.extendedHours !== true
            ? { ...draft, timeInForce: 'gtc' }
            : draft,
      }),
  },
});

/** Beside each order for AAPL it sends another one, under an id that is written down as it should be. */
const placeUnasked: NonNullable<Breakage['desk']> = (unit) => ({
  ...unit,
  trading: {
    ...unit.trading,
    submit(submission) {
      const intentId = submission.intentId.replace(/.{6}$/, '0dd0dd');
      if (submission.draft.symbol === 'AAPL') void unit.trading.submit({ ...submission, intentId });
      return unit.trading.submit(submission);
    },
  },
});

/** It begins nothing. */
function sayClosed(): NonNullable<Breakage['desk']> {
  const said: Closing[] = [];
  return (unit) => ({
    ...unit,
    closings: {
      ...unit.closings,
      begin(closingId, how) {
        const held = unit.book.positions().filter(({ qty }) => !qty.startsWith('-'));
        const closing: Closing = {
          closingId,
          kind: 'flatten',
          how,
          confirmedAt: 0,
          state: 'ended',
          symbols: held.map(({ symbol, qty }) => ({
            symbol,
            side: 'long',
            qty,
            step: 'closed',
            text: 'Closed.',
            intentIds: [],
          })),
        };
        said.push(closing);
        return ok(closing);
      },
      list: () => [...said, ...unit.closings.list()],
    },
  });
}

function leaveOut(): NonNullable<Breakage['broker']> {
  let answers = 0;
  return (app) =>
    app.addHook('onSend', async ({ url }, _reply, payload) => {
      if (url !== '/v2/positions' || typeof payload !== 'string' || answers++ % 3 > 0)
        return payload;
      return JSON.stringify((JSON.parse(payload) as unknown[]).slice(1));
    });
}

const splitAnyway: NonNullable<Breakage['broker']> = (app) =>
  app.addHook('onSend', async ({ url }, reply, payload) => {
    if (url !== '/_paper/market/split' || reply.statusCode !== 422) return payload;
    reply.code(200);
    return JSON.stringify({ at: new Date(0).toISOString(), booked: [] });
  });

const isOrder = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && 'client_order_id' in body;
