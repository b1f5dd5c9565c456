// How far the broker's orders and fills are known. The mark is the broker's own: the id of an activity, and a moment of
// its clock. It is kept in the journal, so that a desk that was closed for days goes on where it ended, and our clock,
// which may be wrong and may be set, decides nothing.
import { ok, type Result } from '#contract/failure.ts';
import type { Execution, Order } from '#contract/orders.ts';
import type { Client } from '#main/broker/client.ts';
import type { Journal, ReadMark } from '#main/journal/types.ts';
import type { Activity } from '#main/wire/activities.ts';

type Deps = {
  client: Pick<Client, 'allActivities' | 'marketClock'>;
  journal: Pick<Journal, 'mark' | 'saveMark'>;
  signal: AbortSignal;
};

type ReadMarks = {
  /** From when on a pass asks for orders, as the broker spells time; a failure when nobody can say. */
  since(known: Known): Promise<Result<string>>;
  /** Every fill that is not known to be known. */
  readFills(after: string, onPage?: (read: number) => void): Promise<Result<Activity[]>>;
  /** A pass has been answered whole. */
  advance(orders: readonly Order[], fills: readonly Activity[]): Promise<void>;
};

/** What an earlier run has left: from a journal of a version that kept no mark, the newest of it is one. */
type Known = { orders: readonly Order[]; executions: readonly Execution[] };

const LOOK_BACK_MS = 2 * 24 * 3_600_000;
/** Listings lag behind what they list, so each pass overlaps the one before. */
const OVERLAP_MS = 300_000;

export function createReadMarks({ client, journal, signal }: Deps): ReadMarks {
  let mark: ReadMark = {};
  let isStored = false;
  let first: number | undefined;
  /** What the broker's clock has told last. */
  let told: number | undefined;

  /** From the journal each time: one that opens late, or anew, knows better than this run what it has. */
  function readStored(): void {
    const stored = journal.mark();
    if (!stored.ok) return;
    mark = stored.value ?? {};
    isStored = true;
  }

  const present = (): number | undefined => (told === undefined ? told : told + OVERLAP_MS);

  /** The broker's present, asked for unless this moment is known to be none of its future; undefined when nobody can say. */
  async function presentFor(time: number): Promise<number | undefined> {
    const known = present();
    if (known !== undefined && time <= known) return known;
    const clock = await client.marketClock(signal);
    if (clock.ok) told = timeOf(clock.value.timestamp);
    return present();
  }

  /** A record of the broker's that is dated in its future: a pass that began there would never read what happens now. */
  async function isAhead(time: number): Promise<boolean> {
    const limit = await presentFor(time);
    return limit !== undefined && time > limit;
  }

  /** While the broker has no records to go by. Asked for once in a run: what is older than needed does no harm. */
  async function firstMoment({ orders, executions }: Known): Promise<Result<string>> {
    if (first !== undefined) return moment(first);
    const clock = await client.marketClock(signal);
    if (!clock.ok) return clock;
    const now = timeOf(clock.value.timestamp);
    told = now;
    const past = now - LOOK_BACK_MS;
    const times = [...orders.map(submitted), ...executions.map(({ at }) => timeOf(at))];
    first = Math.min(past, newest(times.filter((time) => time <= now)) ?? past);
    return moment(first);
  }

  return {
    async since(known) {
      readStored();
      const { ordersUntil } = mark;
      if (ordersUntil !== undefined && !(await isAhead(ordersUntil))) return moment(ordersUntil);
      mark = {};
      return firstMoment(known);
    },
    async readFills(after, onPage) {
      const query = { activityTypes: ['FILL'] };
      if (mark.activityId !== undefined) {
        const since = mark.activityId;
        const answer = await client.allActivities({ ...query, since }, { signal, onPage });
        if (answer.ok || answer.failure.kind !== 'refused') return answer;
        // The broker no longer knows the activity that it named.
        mark = { ordersUntil: mark.ordersUntil };
      }
      return client.allActivities({ ...query, after }, { signal, onPage });
    },
    async advance(orders, fills) {
      const ordered = orders.flatMap((order) => [submitted(order), timeOf(order.updatedAt)]);
      const filled = fills.map((fill) => timeOf(fill.execution?.at));
      const last = newest([...ordered, ...filled]);
      const limit = last === undefined ? last : await presentFor(last);
      if (limit === undefined) return;
      const times = filled.map((time) => (time > limit ? NaN : time));
      const ordersUntil = newest([
        mark.ordersUntil ?? NaN,
        ...[...ordered, ...times].filter((time) => time <= limit),
      ]);
      const bound = (newest(times) ?? NaN) - OVERLAP_MS;
      const passed = newest(times.filter((time) => time <= bound));
      const activityId = fills[times.lastIndexOf(passed ?? NaN)]?.id ?? mark.activityId;
      const next = { activityId, ordersUntil };
      if (JSON.stringify(next) === JSON.stringify(mark)) return;
      mark = next;
      // What a journal that was not read yet has is from before: this run's mark would hide what happened since.
      if (isStored) journal.saveMark(mark);
    },
  };
}

const moment = (ms: number): Result<string> => ok(new Date(ms - OVERLAP_MS).toISOString());

const timeOf = (text: string | undefined): number => Date.parse(text ?? '');
const submitted = ({ submittedAt, createdAt }: Order): number => timeOf(submittedAt ?? createdAt);

function newest(times: readonly number[]): number | undefined {
  const known = times.filter((time) => !Number.isNaN(time));
  return known.length === 0 ? undefined : known.reduce((a, b) => Math.max(a, b));
}
