// What the proof is made of, and which files of the suites belong to each part.
import type { Part } from '#test/support/proof.ts';

export type PartPlan = {
  title: string;
  /** What is claimed, in one sentence. */
  claim: string;
  files: string[];
};

export const PLAN: Record<Part, PartPlan> = {
  orders: {
    title: 'Orders',
    claim:
      'Whatever happens to a request or its answer, the broker has each order once or not at all, and the journal says which.',
    files: ['test/campaigns/orders', 'test/campaigns/simulation'],
  },
  crashes: {
    title: 'Crashes',
    claim:
      'A desk that dies at any moment, or whose disk or clock fails it, comes back knowing what can be known.',
    files: [
      'test/campaigns/crashes',
      'test/faults/crash',
      'test/faults/journal-crash',
      'test/faults/disasters',
    ],
  },
  streams: {
    title: 'Streams',
    claim: 'A stream that is cut or goes mute leaves one mark, and what it missed is read again.',
    files: ['test/faults/streams', 'test/campaigns/streams'],
  },
  exits: {
    title: 'The way out',
    claim: 'Whoever wants out gets out, once, or reads what is left and why.',
    files: ['test/campaigns/exits', 'test/faults/way-out'],
  },
  mints: {
    title: 'Mints',
    claim: 'A mint happens once, like an order.',
    files: ['test/faults/mints', 'test/campaigns/mints'],
  },
  airlock: {
    title: 'Airlock',
    claim: 'Nothing that is done on a paper account changes anything at a live one.',
    files: ['test/faults/accounts/airlock'],
  },
  guards: {
    title: 'Guards',
    claim: 'Slips of the finger are stopped, and no way out is.',
    files: ['test/faults/guards'],
  },
  stop: {
    title: 'Stop all trading',
    claim: 'Once the stop has answered, no order and no change leaves the desk.',
    files: ['test/campaigns/stop'],
  },
  fuzz: {
    title: 'Fuzz',
    claim: 'Nothing that can be said to the desk from any side breaks it or changes what it knows.',
    files: ['test/campaigns/fuzz-'],
  },
  soak: {
    title: 'Soak',
    claim: 'A trading day of 500 symbols leaves nothing behind.',
    files: ['test/soak/'],
  },
};
