// Breaking the practice broker on purpose, through its control interface. Only the practice account has one.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { FaultPanel } from '#contract/calls/paper.ts';
import { Decimal as DecimalText } from '#contract/decimal.ts';
import { invalid, notAllowed, ok, type Result } from '#contract/failure.ts';
import { isTerminal } from '#contract/orders.ts';
import { decimal, mul, toFixed } from '#main/domain/decimal.ts';
import { PAPER_FAULTS, type PaperFault } from '#main/domain/paper-faults.ts';
import { createControl, type PracticeConnection } from '#main/desk/practice/control.ts';
import { isRecord } from '#main/tools/json.ts';

export type BreakIt = {
  panel(): Promise<Result<FaultPanel>>;
  start(name: string, times: number): Promise<Result<FaultPanel>>;
  /** Everything, or the one fault of this name. */
  heal(name?: string): Promise<Result<FaultPanel>>;
};

/** What the broker tells of a rule that was set. */
const Fault = z.object({ id: z.string(), fired: z.number(), left: z.number().nullish() });

const Ledger = z.object({
  orders: z.array(z.object({ id: z.string(), status: z.string() })),
  executions: z.array(
    z.object({ execution_id: z.string(), order_id: z.string(), price: DecimalText }),
  ),
});
const Left = z.object({ left: z.number().positive() });
const ONE_PERCENT_MORE = decimal('1.01');

export function createBreakIt(practice: PracticeConnection): BreakIt {
  /** The rules that each fault was made of, for each time that it was started: the one that counts, and what follows it. */
  const started = new Map<string, { counts: string; follow: string[] }[]>();

  const ask = createControl(practice);
  const control = (method: string, path: string, body?: object): Promise<Result<unknown>> =>
    ask(method, path, z.unknown(), body);

  /** Asked of the broker, which may have ended and begun anew. */
  async function lastingNow() {
    const found: { name: string; path: string; off: object }[] = [];
    for (const { name, lasting, counted } of PAPER_FAULTS) {
      if (counted) {
        const state = await control('GET', counted.path);
        const isLeft = state.ok && Left.safeParse(state.value).success;
        if (isLeft) found.push({ name, path: counted.path, off: counted.body(0) });
      }
      if (!lasting) continue;
      const { path, on, off } = lasting;
      const state = await control('GET', path);
      if (state.ok && has(state.value, on)) found.push({ name, path, off });
    }
    return found;
  }

  /** The newest first; of an order that is open the broker takes nothing back. */
  async function reviseFills(verb: 'bust' | 'correct', times: number): Promise<Result<null>> {
    const answer = await control('GET', '/ledger');
    if (!answer.ok) return answer;
    const ledger = Ledger.safeParse(answer.value);
    const over = new Set(
      ledger.data?.orders.filter(({ status }) => isTerminal(status)).map(({ id }) => id),
    );
    const fills = ledger.data?.executions.filter(({ order_id: id }) => over.has(id)) ?? [];
    if (fills.length === 0)
      return notAllowed(
        'There is no finished order with a fill. Buy something with a market order first.',
      );
    for (const { execution_id: id, price } of fills.slice(-times).toReversed()) {
      const body =
        verb === 'correct' ? { price: toFixed(mul(price, ONE_PERCENT_MORE), 2) } : undefined;
      const done = await control('POST', `/executions/${id}/${verb}`, body);
      if (!done.ok) return done;
    }
    return ok(null);
  }

  /** What was done before a refusal stays done. */
  async function doAtOnce(
    { path, body, whyNot }: NonNullable<PaperFault['atOnce']>,
    times: number,
  ): Promise<Result<unknown>> {
    for (let nth = 0; nth < times; nth++) {
      const done = await control('POST', path, body);
      if (!done.ok)
        return done.failure.kind === 'unavailable' && done.failure.status < 500
          ? notAllowed(whyNot)
          : done;
    }
    return ok(null);
  }

  async function startRules(fault: PaperFault, times: number): Promise<Result<unknown>> {
    const add = (rule: object) => ask('POST', '/faults', Fault, rule);
    for (const rule of fault.rules) {
      const first = await add({ times, ...rule });
      if (!first.ok) return first;
      const made = { counts: first.value.id, follow: [] as string[] };
      started.set(fault.name, [...(started.get(fault.name) ?? []), made]);
      for (const next of fault.followed ?? []) {
        const added = await add({ ...next, follows: made.counts });
        if (!added.ok) return added;
        made.follow.push(added.value.id);
      }
    }
    return ok(null);
  }

  /** One that is made of rules; those that last are few, and are healed with everything. */
  async function healOne(name: string): Promise<Result<FaultPanel>> {
    const ids = (started.get(name) ?? []).flatMap(({ counts, follow }) => [counts, ...follow]);
    started.delete(name);
    // One that is used up is gone already.
    for (const id of ids) await control('DELETE', `/faults/${id}`);
    return panel();
  }

  async function panel(): Promise<Result<FaultPanel>> {
    const listed = await control('GET', '/faults');
    if (!listed.ok) return listed;
    const faults = z.array(Fault).safeParse(listed.value);
    const known = new Map((faults.data ?? []).map((fault) => [fault.id, fault]));
    const isLeft = (id: string): boolean => known.has(id) && known.get(id)?.left !== 0;
    const active = [...started].flatMap(([name, all]) => {
      const left = all.filter(({ counts, follow }) => [counts, ...follow].some(isLeft));
      // One order hits all of them.
      const hits = Math.max(...left.map(({ counts }) => known.get(counts)?.fired ?? 0));
      return left.length > 0 ? [{ name, hits }] : [];
    });
    for (const { name } of await lastingNow()) active.push({ name, hits: 0 });
    const choices = PAPER_FAULTS.map(({ name, text, ...fault }) => ({
      name,
      text,
      isLasting: fault.lasting !== undefined,
    }));
    return ok({ choices, active });
  }

  return {
    panel,
    async start(name, times) {
      const fault = PAPER_FAULTS.find((one) => one.name === name);
      if (!fault) return invalid('There is no such fault.', 'name');
      if (fault.lasting) {
        const put = await control('PUT', fault.lasting.path, fault.lasting.on);
        return put.ok ? panel() : put;
      }
      if (fault.toFills) {
        const done = await reviseFills(fault.toFills.verb, times);
        return done.ok ? panel() : done;
      }
      if (fault.atOnce) {
        const done = await doAtOnce(fault.atOnce, times);
        return done.ok ? panel() : done;
      }
      if (fault.counted) {
        const put = await control('PUT', fault.counted.path, fault.counted.body(times));
        return put.ok ? panel() : put;
      }
      const put = await startRules(fault, times);
      return put.ok ? panel() : put;
    },
    async heal(name) {
      if (name !== undefined) return healOne(name);
      const cleared = await control('DELETE', '/faults');
      if (!cleared.ok) return cleared;
      started.clear();
      for (const { path, off } of await lastingNow()) {
        const put = await control('PUT', path, off);
        if (!put.ok) return put;
      }
      return panel();
    },
  };
}

/** What was put there is there, whatever else is. */
const has = (state: unknown, members: object): boolean =>
  isRecord(state) &&
  Object.entries(members).every(([name, value]) => isDeepStrictEqual(state[name], value));
