// One run of the simulation: one seed, one history. The people of a minute, with whatever happens around them; then the
// faults end, and the broker's ledger is held against the journals twice: when the desk has done what it may do by itself,
// and when a person has decided what stayed unknown.
import { liveInWorld, type Lived } from '#test/faults/simulation/in-world.ts';
import { untilPagesAgree } from '#test/faults/simulation/pages-agree.ts';
import { createPeople, type Counts } from '#test/faults/simulation/people.ts';
import type { Breakage, World } from '#test/faults/simulation/world.ts';
import type { Audit } from '#test/faults/support/audit.ts';
import { FAULT_KINDS, type FaultKind } from '#test/faults/support/kinds.ts';

export type SimulationOptions = {
  seed: number;
  intents: number;
  kinds?: readonly FaultKind[];
  breakage?: Breakage;
};

export type Simulated = Lived<History>;

type History = Counts & {
  seed: number;
  intents: number;
  /** How often each fault really happened, by its name. */
  fired: Record<string, number>;
  afterFaults: Audit;
  afterPerson: Audit;
  /** What the desk said for certain and had to take back, although the ledger and the journal agree in the end. */
  takenBack: string[];
  /** What the desk shows in the end and the broker does not have, or the other way round. */
  differences: string[];
};

export const simulate = (options: SimulationOptions): Promise<Simulated> =>
  liveInWorld({ seed: options.seed, breakage: options.breakage }, (world) => live(world, options));

async function live(
  world: World,
  { seed, intents, kinds = FAULT_KINDS }: SimulationOptions,
): Promise<History> {
  const people = createPeople(world, { seed, kinds });
  await people.untilArmed();
  await people.work(intents);
  await people.settle();
  const judgement = await people.judge();
  const differences = await untilPagesAgree(world);
  const { fired, counts } = people;
  return { seed, intents, fired, ...counts, ...judgement, takenBack: world.takenBack, differences };
}
