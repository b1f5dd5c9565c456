// The people at the desks of a simulation, and what happens around them: random intents under random faults, desks that
// end and start again, clocks that jump, a network that breaks down. And the two judgements afterwards.
import type { OrderDraft } from '#contract/orders.ts';
import { createRandom } from '#main/paper/ids.ts';
import type { SimulatedAccount, World } from '#test/faults/simulation/world.ts';
import {
  actOnce,
  letPersonDecide,
  unknownIntents,
  type Actor,
} from '#test/faults/support/actions.ts';
import { audit, mayStillBeSentAgain, type AgeMs, type Audit } from '#test/faults/support/audit.ts';
import type { FaultKind } from '#test/faults/support/kinds.ts';

export type PeopleOptions = {
  seed: number;
  kinds: readonly FaultKind[];
  /** How many intents in a hundred have a fault ordered for them; all unless it is given. */
  faultShare?: number;
  /** What somebody makes of a random order before it is sent. */
  reshape?: (draft: OrderDraft, account: SimulatedAccount) => OrderDraft;
};

export type Counts = Record<'restarts' | 'jumps' | 'sleeps' | 'breakdowns', number>;

export type People = {
  random: () => number;
  counts: Counts;
  /** How often each fault really happened, by its name. */
  fired: Record<string, number>;
  isArmed(account: SimulatedAccount): boolean;
  /** Until every desk takes orders. */
  untilArmed(): Promise<boolean>;
  /** What the desk does when its computer slept. */
  wake(account: SimulatedAccount): void;
  work(intents: number): Promise<void>;
  /** Faults end, and the desk does what it may still do by itself. */
  settle(): Promise<void>;
  /** Before and after a person has decided what stayed unknown. */
  judge(): Promise<{ afterFaults: Audit; afterPerson: Audit }>;
};

const WORKERS = 6;
const HOUR_MS = 3_600_000;
const ARM_MS = 60_000;
/** The latest landing of an order whose connection was cut. */
const LANDED_MS = 3_100;
/** After that, lookups get ten seconds, most of which nobody needs. */
const HEAL_MS = 10_000;
const DECIDED_MS = 2_500;

export function createPeople(world: World, options: PeopleOptions): People {
  const { seed, kinds, faultShare = 1, reshape } = options;
  const { time, accounts, control } = world;
  const random = createRandom(`${seed}/people`);
  const confirmed = new Map<string, { elapsed: number; wall: number }>();
  const counts: Counts = { restarts: 0, jumps: 0, sleeps: 0, breakdowns: 0 };
  const fired: Record<string, number> = {};
  let ordered: { name: string; ids: string[] }[] = [];

  function wake(account: SimulatedAccount): void {
    counts.sleeps++;
    account.limitsEndedAt = time.now();
    account.unit.wake();
  }

  const actor: Actor = {
    random,
    newIntentId() {
      const intentId = world.newIntentId();
      confirmed.set(intentId, { elapsed: time.now(), wall: world.clock.wall() });
      return intentId;
    },
    wake: (account) => wake(account as SimulatedAccount),
    ...(reshape && {
      reshape: (draft, account) => reshape(draft, account as SimulatedAccount),
    }),
  };
  /** The desk's rule in other words: the larger of both clocks, and endless after a sleep or in another run. */
  const ageMs: AgeMs = ({ intentId }, account) => {
    const at = confirmed.get(intentId);
    if (!at || at.elapsed <= (account as SimulatedAccount).limitsEndedAt) return Infinity;
    return Math.max(time.now() - at.elapsed, world.clock.wall() - at.wall);
  };
  const isArmed = ({ unit, isDown }: SimulatedAccount) => !isDown && unit.gate.armState().isArmed;
  const untilArmed = () => time.until(() => accounts.every(isArmed), ARM_MS);

  async function orderFault(): Promise<void> {
    if (faultShare < 1 && random() >= faultShare) return;
    const kind = kinds[Math.floor(random() * kinds.length)];
    if (!kind) return;
    const ids: string[] = [];
    for (const rule of kind.rules(random))
      ids.push((await control<{ id: string }>('POST', '/faults', rule)).id);
    ordered.push({ name: kind.name, ids });
  }

  /** Not at once, so that it meets whatever is under way then. */
  function disturb(account: SimulatedAccount): void {
    const what = random();
    const soonMs = random() * 400;
    if (what < 0.02) {
      counts.restarts++;
      const downMs = random() * 2_000;
      time.delay(soonMs, () => {
        if (account.isDown) return;
        account.crash();
        time.delay(downMs, () => account.reopen());
      });
    } else if (what < 0.03) {
      counts.jumps++;
      time.delay(soonMs, () => world.clock.jump(random() < 0.5 ? HOUR_MS : -HOUR_MS));
    } else if (what < 0.04) {
      counts.breakdowns++;
      time.delay(soonMs, () => world.wire.breakDown(random() * 1_000));
    }
  }

  /** A person does not wait for the end of the faults to deal with an unknown order. */
  async function decideOne(account: SimulatedAccount): Promise<void> {
    const { trading } = account.unit;
    const unknown = unknownIntents(account);
    const intent = unknown[Math.floor(random() * unknown.length)];
    if (!intent) return;
    const what = random();
    if (what < 0.4) trading.setAside(intent.intentId, random() < 0.5);
    else if (what < 0.8) await trading.sendAgain(intent.intentId, ['stream-down']);
    else if (what < 0.9) await trading.lookAgain(intent.intentId);
    else void trading.cancelUnknown(intent.intentId);
  }

  async function work(intents: number): Promise<void> {
    let next = 0;
    async function workOn(): Promise<void> {
      while (next < intents) {
        next++;
        const account = accounts[Math.floor(random() * accounts.length)];
        if (!account) continue;
        await time.sleep(random() ** 2 * 100);
        await orderFault();
        disturb(account);
        await time.until(() => isArmed(account), ARM_MS);
        // People see that the network is down; only a few try nevertheless.
        if (random() < 0.9) await time.until(() => !world.wire.isDown(), ARM_MS);
        if (random() < 0.2) await decideOne(account);
        await actOnce(account, actor);
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, workOn));
  }

  const hasResendable = (account: SimulatedAccount): boolean =>
    account.unit.journal.unsettled().some((intent) => mayStillBeSentAgain(intent, account, ageMs));

  /** A kind of several rules has happened when each of them has. */
  async function countFired(): Promise<void> {
    const faults = await control<{ id: string; fired: number }[]>('GET', '/faults');
    const times = new Map(faults.map((fault) => [fault.id, fault.fired]));
    for (const { name, ids } of ordered) {
      const hasHappened = ids.every((id) => (times.get(id) ?? 0) > 0);
      fired[name] = (fired[name] ?? 0) + Number(hasHappened);
    }
    ordered = [];
  }

  return {
    random,
    counts,
    fired,
    isArmed,
    untilArmed,
    wake,
    work,
    async settle() {
      await countFired();
      await control('DELETE', '/faults');
      await untilArmed();
      await time.sleep(LANDED_MS);
      await time.until(() => !accounts.some(hasResendable), HEAL_MS);
    },
    async judge() {
      const afterFaults = await audit(world, accounts, ageMs);
      await letPersonDecide(accounts, random, (isTrue) => time.until(isTrue, DECIDED_MS));
      return { afterFaults, afterPerson: await audit(world, accounts, ageMs) };
    },
  };
}
