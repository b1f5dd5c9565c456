// One run of the simulation: one seed, one history. Random intents under random faults, desks that end and start again,
// clocks that jump, a network that breaks down; then the faults end, and the broker's ledger is held against the journals
// twice: when the desk has done what it may do by itself, and when a person has decided what stayed unknown.
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '#main/paper/ids.ts';
import { createDigest } from '#test/faults/simulation/digest.ts';
import {
  createWorld,
  type Breakage,
  type SimulatedAccount,
  type World,
} from '#test/faults/simulation/world.ts';
import {
  actOnce,
  letPersonDecide,
  unknownIntents,
  type Actor,
} from '#test/faults/support/actions.ts';
import { audit, mayStillBeSentAgain, type AgeMs, type Audit } from '#test/faults/support/audit.ts';
import { FAULT_KINDS, type FaultKind } from '#test/faults/support/kinds.ts';
import { readLedgers } from '#test/faults/support/ledger.ts';
import { differencesOf } from '#test/faults/support/told.ts';

export type SimulationOptions = {
  seed: number;
  intents: number;
  kinds?: readonly FaultKind[];
  breakage?: Breakage;
};

export type Simulated = {
  seed: number;
  intents: number;
  /** How often each fault really happened, by its name. */
  fired: Record<string, number>;
  restarts: number;
  jumps: number;
  sleeps: number;
  breakdowns: number;
  afterFaults: Audit;
  afterPerson: Audit;
  /** What the desk said for certain and had to take back, although the ledger and the journal agree in the end. */
  takenBack: string[];
  /** What the desk shows in the end and the broker does not have, or the other way round. */
  differences: string[];
  /** Of everything that happened, in order; the same for the same seed. */
  digest: string;
  virtualMs: number;
};

const MEMORY_FOLDER = '/dev/shm';
const WORKERS = 6;
const HOUR_MS = 3_600_000;
const ARM_MS = 60_000;
/** The latest landing of an order whose connection was cut. */
const LANDED_MS = 3_100;
/** After that, lookups get ten seconds, most of which nobody needs. */
const HEAL_MS = 10_000;
const DECIDED_MS = 2_500;
const SHOW_MS = 30_000;

export async function simulate(options: SimulationOptions): Promise<Simulated> {
  const folder = mkdtempSync(join(fastestFolder(), 'ballast-simulation-'));
  const digest = createDigest();
  const { seed, breakage } = options;
  try {
    const world = await createWorld({
      seed,
      folder,
      breakage,
      onArrival: (...arrival) => digest.addArrival(world.time.now(), ...arrival),
    });
    const history = await world.time.run(live(world, options));
    await world.time.run(world.stop());
    for (const { journalPath } of world.accounts) digest.addJournal(journalPath);
    return { ...history, digest: digest.value(), virtualMs: Math.round(world.time.now()) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function live(
  world: World,
  { seed, intents, kinds = FAULT_KINDS }: SimulationOptions,
): Promise<Omit<Simulated, 'digest' | 'virtualMs'>> {
  const { time, accounts, control } = world;
  const random = createRandom(`${seed}/people`);
  const confirmed = new Map<string, { elapsed: number; wall: number }>();
  const counts = { restarts: 0, jumps: 0, sleeps: 0, breakdowns: 0 };
  const ordered: { name: string; ids: string[] }[] = [];

  const actor: Actor = {
    random,
    newIntentId() {
      const intentId = world.newIntentId();
      confirmed.set(intentId, { elapsed: time.now(), wall: world.clock.wall() });
      return intentId;
    },
    wake(account) {
      counts.sleeps++;
      (account as SimulatedAccount).limitsEndedAt = time.now();
      account.unit.wake();
    },
  };
  /** The desk's rule in other words: the larger of both clocks, and endless after a sleep or in another run. */
  const ageMs: AgeMs = ({ intentId }, account) => {
    const at = confirmed.get(intentId);
    if (!at || at.elapsed <= (account as SimulatedAccount).limitsEndedAt) return Infinity;
    return Math.max(time.now() - at.elapsed, world.clock.wall() - at.wall);
  };
  const isArmed = ({ unit, isDown }: SimulatedAccount) => !isDown && unit.gate.armState().isArmed;

  async function orderFault(): Promise<void> {
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

  let next = 0;
  async function work(): Promise<void> {
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

  await time.until(() => accounts.every(isArmed), ARM_MS);
  await Promise.all(Array.from({ length: WORKERS }, work));
  const fired = await countFired(control, ordered);
  await control('DELETE', '/faults');
  await time.until(() => accounts.every(isArmed), ARM_MS);
  await time.sleep(LANDED_MS);
  await time.until(() => !accounts.some((account) => hasResendable(account, ageMs)), HEAL_MS);
  const afterFaults = await audit(world, accounts, ageMs);
  await letPersonDecide(accounts, random, (isTrue) => time.until(isTrue, DECIDED_MS));
  const afterPerson = await audit(world, accounts, ageMs);
  const differences = await untilPagesAgree(world);
  const { takenBack } = world;
  return { seed, intents, fired, ...counts, afterFaults, afterPerson, takenBack, differences };
}

const hasResendable = (account: SimulatedAccount, ageMs: AgeMs): boolean =>
  account.unit.journal.unsettled().some((intent) => mayStillBeSentAgain(intent, account, ageMs));

/** A kind of several rules has happened when each of them has. */
async function countFired(
  control: World['control'],
  ordered: readonly { name: string; ids: string[] }[],
): Promise<Record<string, number>> {
  const faults = await control<{ id: string; fired: number }[]>('GET', '/faults');
  const times = new Map(faults.map(({ id, fired }) => [id, fired]));
  const counts: Record<string, number> = {};
  for (const { name, ids } of ordered) {
    const hasHappened = ids.every((id) => (times.get(id) ?? 0) > 0);
    counts[name] = (counts[name] ?? 0) + Number(hasHappened);
  }
  return counts;
}

/** What the pages were told, against the ledger; the desk gets a while to read what it may have missed. */
async function untilPagesAgree({ time, accounts, control }: World): Promise<string[]> {
  for (let waitMs = 1_000; ; waitMs *= 2) {
    const ledgers = await readLedgers(control, accounts);
    const differences = accounts.flatMap(({ page }, i) => {
      const ledger = ledgers[i];
      return ledger ? differencesOf(page, ledger) : [];
    });
    if (differences.length === 0 || waitMs > SHOW_MS) return differences;
    await time.sleep(waitMs);
  }
}

/** In memory where the system has such a folder: the journal syncs every step, which takes its time on a disk. */
function fastestFolder(): string {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    return MEMORY_FOLDER;
  } catch {
    return tmpdir();
  }
}
