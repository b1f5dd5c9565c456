// What the proof is made of, and which files of the suites belong to each part.
import type { Part } from '#test/support/proof.ts';

export type PartPlan = {
  title: string;
  /** What is claimed, in one sentence. */
  claim: string;
  project: 'faults' | 'fuzz' | 'soak';
  files: string[];
};

export const PLAN: Record<Part, PartPlan> = {
  orders: {
    title: 'Orders',
    claim:
      'Whatever happens to a request or its answer, the broker has each order once or not at all, and the journal says which.',
    project: 'faults',
    files: ['test/faults/campaign', 'test/faults/simulation'],
  },
  crashes: {
    title: 'Crashes',
    claim:
      'A desk that dies at any moment, or whose disk or clock fails it, comes back knowing what can be known.',
    project: 'faults',
    files: ['test/faults/crash', 'test/faults/journal-crash', 'test/faults/disasters'],
  },
  streams: {
    title: 'Streams',
    claim: 'A stream that is cut or goes mute leaves one mark, and what it missed is read again.',
    project: 'faults',
    files: ['test/faults/streams', 'test/faults/many-streams'],
  },
  mints: {
    title: 'Mints',
    claim: 'A mint happens once, like an order.',
    project: 'faults',
    files: ['test/faults/mints'],
  },
  airlock: {
    title: 'Airlock',
    claim: 'Nothing that is done on a paper account reaches a live one.',
    project: 'faults',
    files: ['test/faults/accounts/airlock'],
  },
  guards: {
    title: 'Guards',
    claim: 'Slips of the finger are stopped, and no way out is.',
    project: 'faults',
    files: ['test/faults/guards'],
  },
  stop: {
    title: 'Stop all trading',
    claim: 'Once the stop has answered, no order and no change leaves the desk.',
    project: 'faults',
    files: ['test/faults/stop'],
  },
  fuzz: {
    title: 'Fuzz',
    claim: 'Nothing that can be said to the desk from any side breaks it or changes what it knows.',
    project: 'fuzz',
    files: ['test/fuzz/'],
  },
  soak: {
    title: 'Soak',
    claim: 'A trading day of 500 symbols leaves nothing behind.',
    project: 'soak',
    files: ['test/soak/'],
  },
};
