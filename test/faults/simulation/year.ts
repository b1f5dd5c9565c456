// A year of the protocol in virtual time: a person is at the desk for some minutes of a day, and between them the desk is
// closed, has crashed or sleeps, while the broker's market goes on by the exchange's calendar. Sessions with random
// intents under random faults as in a run of a minute; keys that the broker exchanges; splits. Whenever a session has
// settled the pages must show no order beyond its end, and at the end of each week everything is judged.
import type { OrderDraft } from '#contract/orders.ts';
import { decimal } from '#main/domain/decimal.ts';
import { newYorkTime } from '#main/domain/new-york.ts';
import { createRandom } from '#main/paper/ids.ts';
import { createCalendarAudit, type BookRow } from '#test/faults/simulation/calendar-audit.ts';
import { countFacts, RARE_FACTS, type Diary } from '#test/faults/simulation/calendar-facts.ts';
import { momentOf } from '#test/faults/simulation/exchange-days.ts';
import { liveInWorld, type Lived } from '#test/faults/simulation/in-world.ts';
import { untilPagesAgree } from '#test/faults/simulation/pages-agree.ts';
import { createPeople, type Counts } from '#test/faults/simulation/people.ts';
import { planSessions, type Session } from '#test/faults/simulation/sessions.ts';
import { createToldYear, type ToldYear } from '#test/faults/simulation/told-year.ts';
import { createWaysOut, type WaysOut } from '#test/faults/simulation/ways-out.ts';
import type { Breakage, SimulatedAccount, World } from '#test/faults/simulation/world.ts';
import { createYearSplits } from '#test/faults/simulation/year-splits.ts';
import type { Audit } from '#test/faults/support/audit.ts';
import { marketDraft } from '#test/faults/support/drafts.ts';
import { FAULT_KINDS, type FaultKind } from '#test/faults/support/kinds.ts';

export type YearOptions = {
  seed: number;
  /** The first date, in New York's 2026. */
  from?: string;
  days?: number;
  /** Of the sessions that are usual, so many take place; all unless it is given. */
  share?: number;
  /** In how many of a hundred sessions somebody leaves a position amid faults, and in as many when all is quiet. */
  outShare?: number;
  kinds?: readonly FaultKind[];
  breakage?: Breakage;
  onWeek?: (date: string, complaints: readonly string[]) => void;
};

export type Year = Lived<{
  seed: number;
  sessions: Record<string, number>;
  nights: Record<'crashed' | 'closed' | 'asleep', number>;
  counts: Counts;
  fired: Record<string, number>;
  /** Faults that had to happen and did not: in a whole year each kind, in a part of it any. */
  neverStruck: string[];
  waysOut: WaysOut;
  told: ToldYear;
  /** Of the last week, which knows all orders of the year. */
  last: Audit;
  /** How often each fact of the calendar happened, and those that had to and did not. */
  facts: Record<string, number>;
  neverHappened: string[];
  complaints: string[];
}>;

const FIRST = '2026-01-05';
const YEAR_DAYS = 364;
const DAYS = 7;
const DAY_MS = 86_400_000;
/** Longer than a desk that crashed stays down. */
const RESTARTED_MS = 2_500;
/** After a sleep a page shows what it showed before, until the broker was asked. */
const READ_MS = 1_000;
const LIVE_MS = 60_000;
/** Nothing is under way any more. */
const GONE_MS = 1_000;
/** A desk with a key that opens nothing, until somebody enters the new one. */
const REFUSED_MS = 5_000;
const FAULT_SHARE = 0.4;
const OUT_SHARE = 0.2;

export const repeatYearCommand = (options: YearOptions): string => {
  const { seed, from = FIRST, days = YEAR_DAYS, share = 1 } = options;
  return `npm run faults -- --year --seed ${seed} --from ${from} --days ${days} --share ${share}`;
};

export const simulateYear = (options: YearOptions): Promise<Year> => {
  const { seed, from = FIRST, days = YEAR_DAYS, breakage } = options;
  const startsAt = momentOf(from, 0);
  const calendar = createCalendarAudit();
  const diary: Diary = {
    presences: [],
    starts: [],
    keyChanges: [],
    splits: [],
    refusedSplits: 0,
    refusedKeys: 0,
    refusedOrders: 0,
  };
  return liveInWorld(
    {
      seed,
      breakage,
      period: { startsAt, longestMs: (days + DAYS) * DAY_MS, hours: 'real' },
      onArrival(atMs, _connection, side, bytes) {
        if (side === 'desk') calendar.hear(bytes, startsAt + atMs);
        else if (bytes.toString('latin1', 0, 12) === 'HTTP/1.1 401') diary.refusedKeys++;
      },
    },
    (world) => live(world, { ...options, from, days, startsAt, calendar, diary }),
  );
};

type Plan = YearOptions & {
  from: string;
  days: number;
  startsAt: number;
  calendar: ReturnType<typeof createCalendarAudit>;
  diary: Diary;
};

async function live(world: World, plan: Plan): Promise<Omit<Year, keyof Lived<object>>> {
  const { seed, kinds = FAULT_KINDS, outShare = OUT_SHARE, calendar, diary, startsAt } = plan;
  const { time, accounts, control, computer, brokerMachine } = world;
  const random = createRandom(`${seed}/year`);
  const people = createPeople(world, {
    seed,
    kinds,
    faultShare: FAULT_SHARE,
    reshape: (draft, account) => reshape(draft, account, random),
  });
  const planned = planSessions({ ...plan, first: plan.from, random });
  const complaints = new Set<string>();
  const sessions: Record<string, number> = {};
  const nights = { crashed: 0, closed: 0, asleep: 0 };
  let night: keyof typeof nights | undefined;
  let last: Audit | undefined;

  const now = (): number => startsAt + time.now();
  const until = (moment: number): Promise<void> => time.sleep(Math.max(0, moment - now()));
  const weekOf = ({ from }: Session): number => Math.floor((from - startsAt) / (DAYS * DAY_MS));
  const readBooks = async (): Promise<BookRow[]> =>
    (await control<{ orders: BookRow[] }>('GET', '/ledger')).orders;
  const complain = (lines: readonly string[]): void => {
    for (const line of lines) complaints.add(`${newYorkTime(now()).date}: ${line}`);
  };
  const splits = createYearSplits(world, { diary, complain });
  const toldYear = createToldYear(world, splits.done);
  const waysOut = createWaysOut(world, {
    random: createRandom(`${seed}/ways-out`),
    now,
    splits: splits.done,
    complain,
  });

  function someone(of: readonly SimulatedAccount[] = accounts): SimulatedAccount {
    const one = of[Math.floor(random() * of.length)] ?? accounts[0];
    if (!one) throw new Error('nobody has an account');
    return one;
  }

  /** Orders of the first account may rest for months: nobody leaves a position there. */
  const leaver = (): SimulatedAccount => someone(accounts.slice(1));

  async function come(): Promise<void> {
    if (night === 'asleep') {
      computer.wakeUp();
      if (random() < 0.5) await time.sleep(50);
      for (const account of accounts) people.wake(account);
    } else if (night !== undefined) {
      diary.starts.push(now());
      for (const account of accounts) account.reopen();
    }
  }

  async function go(next: Session | undefined): Promise<void> {
    // The clock is set right by the network, sooner or later.
    world.clock.jump(Math.floor(now()) - world.clock.wall());
    if (!next) return;
    const how = random();
    night = how < 0.2 ? 'crashed' : how < 0.65 ? 'closed' : 'asleep';
    nights[night]++;
    if (night === 'asleep') {
      world.wire.breakDown(next.from - now());
      computer.fallAsleep();
    } else for (const account of accounts) account[night === 'closed' ? 'close' : 'crash']();
    await time.sleep(GONE_MS);
    brokerMachine.fallAsleep();
  }

  /** Everything is read, and nothing is under way. */
  async function isRead(): Promise<void> {
    await people.untilArmed();
    await time.until(() => accounts.every(isLive), LIVE_MS);
    await time.sleep(READ_MS);
    if (!accounts.every((account) => people.isArmed(account) && isLive(account)))
      complain(['a desk takes no orders, or does not hear of them']);
    for (const { page } of accounts) calendar.checkShown(page, now());
  }

  async function exchangeKey(account: SimulatedAccount): Promise<void> {
    diary.keyChanges.push({ at: now(), accountId: account.brokerAccountId });
    const number = String(diary.keyChanges.length).padStart(4, '0');
    await account.exchangeKey({ keyId: `PKEXCHANGED${number}`, secretKey: `exchanged-${number}` });
  }

  /** Somebody tries an order first, and learns why it cannot be. */
  async function enterKey(account: SimulatedAccount): Promise<void> {
    const { trading, journal } = account.unit;
    const intentId = world.newIntentId();
    const draft = marketDraft('AAPL', '1');
    await trading.submit({ intentId, draft, confirmations: ['stream-down'] });
    await time.sleep(REFUSED_MS);
    const intent = journal.get(intentId);
    if (intent.ok && intent.value?.state === 'refused') diary.refusedOrders++;
    account.enterKey();
  }

  async function judge(): Promise<void> {
    const { afterFaults, afterPerson } = await people.judge();
    const differences = await untilPagesAgree(world, splits.done);
    const rows = await readBooks();
    calendar.checkBooks(rows, world.wishes, now());
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { page } of accounts) calendar.checkTimes(page, byId, now());
    complain([
      ...afterFaults.problems,
      ...afterFaults.stillOpen.map((line) => `still open: ${line}`),
      ...afterPerson.problems,
      ...world.takenBack.splice(0),
      ...differences.map((line) => `shown otherwise: ${line}`),
      ...(await toldYear.judge()),
    ]);
    last = afterPerson;
  }

  async function hold(session: Session, next: Session | undefined): Promise<void> {
    const week = weekOf(session);
    const turn = accounts[Math.floor(week / 3) % accounts.length];
    const isKeyDue = week % 3 === 1 && diary.keyChanges.length <= week / 3 && turn !== undefined;
    const isSplitDue = week % 4 === 1 && splits.done.length <= week / 4;
    const isAway = random() < 0.5;
    await until(session.from);
    brokerMachine.wakeUp();
    await time.sleep(1);
    const from = now();
    const jumps = people.counts.jumps;
    if (isKeyDue && isAway) await exchangeKey(turn);
    await come();
    if (isKeyDue && isAway) await enterKey(turn);
    await isRead();
    toldYear.passOverUntil(now());
    await waysOut.decide();
    const whoLeaves = random() < outShare ? leaver() : undefined;
    await Promise.all([
      people.work(4 + Math.floor(random() * 10)),
      whoLeaves && waysOut.leaveAmidFaults(whoLeaves),
    ]);
    if (session.until !== undefined) await until(session.until);
    await time.sleep(RESTARTED_MS);
    if (isKeyDue && !isAway) {
      await exchangeKey(turn);
      await enterKey(turn);
    }
    await people.settle();
    await waysOut.decide();
    if (people.counts.jumps > jumps) toldYear.passOverFrom(from);
    else if (random() < outShare) await waysOut.leaveQuietly(leaver());
    if (isSplitDue && session.kind !== 'holiday') await splits.next(someone());
    await isRead();
    const isWeekOver = !next || weekOf(next) > week;
    if (isWeekOver) await judge();
    complain(calendar.complaints.splice(0));
    diary.presences.push({ from, to: now() });
    sessions[session.kind] = (sessions[session.kind] ?? 0) + 1;
    if (isWeekOver) plan.onWeek?.(session.date, [...complaints]);
    await go(next);
  }

  await people.untilArmed();
  await go(planned[0]);
  for (const [i, session] of planned.entries()) await hold(session, planned[i + 1]);
  if (!last) throw new Error('no week came to its end');
  const facts = countFacts(await readBooks(), diary, now());
  const isWhole = plan.days >= YEAR_DAYS;
  const neverHappened = Object.entries(facts)
    .filter(([name, times]) => times === 0 && (isWhole || !RARE_FACTS.has(name)))
    .map(([name]) => name);
  const { counts, fired } = people;
  complain(toldYear.tooManyMisjudged());
  return {
    seed,
    sessions,
    nights,
    counts,
    fired,
    neverStruck: neverStruck(kinds, fired, isWhole),
    waysOut: waysOut.counts(),
    told: toldYear.sums(),
    last,
    facts,
    neverHappened,
    complaints: [...complaints],
  };
}

/** A kind without a rule is none. */
export function neverStruck(
  kinds: readonly FaultKind[],
  fired: Readonly<Record<string, number>>,
  isWhole: boolean,
): string[] {
  const names = kinds.filter(({ rules }) => rules(() => 0).length > 0).map(({ name }) => name);
  const never = names.filter((name) => !fired[name]);
  return isWhole || never.length === names.length ? never : [];
}

const isLive = ({ page }: SimulatedAccount): boolean =>
  page.feeds.streams.get('orders')?.phase === 'live';

/** Some rest near the market, where weeks may bring it; some have the evening, too. */
function reshape(draft: OrderDraft, { unit }: SimulatedAccount, random: () => number): OrderDraft {
  if (draft.type !== 'limit' || draft.orderClass !== undefined) return draft;
  const held = unit.book.positions().find(({ symbol }) => symbol === draft.symbol);
  const price = Number(held?.currentPrice ?? 0);
  const isFar = draft.limitPrice === '1' || draft.limitPrice === '9000';
  const away = 0.002 + random() * 0.1;
  const near = price * (draft.side === 'buy' ? 1 - away : 1 + away);
  const isNear = isFar && price > 0 && random() < 0.5;
  return {
    ...draft,
    ...(isNear && { limitPrice: decimal(near.toFixed(2)) }),
    ...(draft.timeInForce === 'day' && random() < 0.3 && { extendedHours: true }),
  };
}
