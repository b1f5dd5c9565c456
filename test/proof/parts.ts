// What the proof is made of, which files of the suites belong to each part, and what each part is blind to.
import type { Part } from '#test/support/proof.ts';

export type PartPlan = {
  title: string;
  /** What is claimed, in one sentence. */
  claim: string;
  /** What this part would not have found. */
  blind: string;
  /** Where that is looked at instead, or that nobody looks. */
  instead: string;
  files: string[];
};

/** Suites of faults that only the proof runs: of every landing, at the size of every run. `npm test` has all others. */
export const ONLY_IN_PROOF = [
  'archive-crash',
  'budget',
  'crash',
  'disasters',
  'exit-crash',
  'guards',
  'journal-crash',
  'mints',
  'simulation',
  'streams',
];

export const PLAN: Record<Part, PartPlan> = {
  orders: {
    title: 'Orders',
    claim:
      'Whatever happens to a request or its answer, the broker has each order once or not at all, and the journal says which.',
    blind:
      'A mistake that the desk and the practice broker share, since both are ours; in virtual time there are no real sockets, no real disk and no kill, and over the wire there is no TLS.',
    instead:
      'Clients that others wrote ask the practice broker in `test/conformance`; kills are the next part, and a proxy and the running desk the second proof; `test/unit/broker/http-tls.test.ts` has TLS. A calendar year of it is a command of its own ([faults.md](faults.md#a-year)). Nobody asks Alpaca’s own servers.',
    files: ['test/campaigns/orders', 'test/campaigns/simulation'],
  },
  crashes: {
    title: 'Crashes',
    claim:
      'A desk that dies at any moment, or whose disk or clock fails it, comes back knowing what can be known.',
    blind:
      'A power cut: after kill -9 the kernel still writes what it was given, so a disk that lies about its syncs is only imitated by tearing the last page. What dies is one account at work, not the windows, the keys and the settings around it.',
    instead:
      'The second proof kills the whole desk and the broker, and fills and breaks a real file system under them; `test/e2e/electron` kills pages. Nobody cuts the power, and nobody does this on Windows or macOS.',
    files: [
      'test/campaigns/crashes',
      'test/faults/crash',
      'test/faults/exit-crash',
      'test/faults/archive-crash',
      'test/faults/journal-crash',
      'test/faults/disasters',
      'test/faults/full-disk-exit',
    ],
  },
  streams: {
    title: 'Streams',
    claim: 'A stream that is cut or goes mute leaves one mark, and what it missed is read again.',
    blind:
      'Connections that die without a word, drip or are half closed: here the practice broker itself ends or silences its streams, on the same computer. The book in memory is compared, not the page.',
    instead:
      'The proxy of the second proof does all of these to both streams; `npm run monkey` compares the page after cuts; `test/e2e/electron/system.spec.ts` has sleep, as an event and not as a computer that slept.',
    files: ['test/faults/streams', 'test/campaigns/streams'],
  },
  exits: {
    title: 'The way out',
    claim: 'Whoever wants out gets out, once, or reads what is left and why.',
    blind:
      'A real market: the practice broker nearly always fills at once, without halts or thin books. The person is a function that always goes on, and no button is pressed.',
    instead:
      '`test/unit/account/orders` has exits that fill in parts or not at all; the second proof asks for ways out over the bridge; `test/e2e/web/positions.spec.ts` presses the buttons. Nobody leaves a real market.',
    files: ['test/campaigns/exits', 'test/faults/way-out'],
  },
  mints: {
    title: 'Mints',
    claim: 'A mint happens once, like an order.',
    blind:
      'Whatever a real issuer or chain does: issuer, custodian and holders are the practice broker’s own, made from the documentation.',
    instead:
      '`test/conformance/tokenization.test.ts` holds the practice broker against that documentation, and `test/e2e/web/tokenization.spec.ts` uses the page. The second proof has no mints. Nobody mints at a real issuer.',
    files: ['test/faults/mints', 'test/campaigns/mints'],
  },
  airlock: {
    title: 'Airlock',
    claim: 'Nothing that is done on a paper account changes anything at a live one.',
    blind:
      'A page that names the wrong account or shows one as the other: calls go straight into the desk. The live server is a second practice broker, where changes are counted and readings are not.',
    instead:
      'Journeys with two accounts in `test/e2e/web/accounts.spec.ts`, and the question for the account number in `test/e2e/electron/arming.spec.ts`. The second proof has one account.',
    files: ['test/faults/accounts/airlock'],
  },
  guards: {
    title: 'Guards',
    claim: 'Slips of the finger are stopped, and no way out is.',
    blind:
      'A slip that nobody thought of: there are thirty, and no scale makes them more. They come as drafts over the bridge, so that what the form itself drops or misreads is not seen.',
    instead:
      'Forms are typed into in `test/component` and `test/e2e/web`; `test/desk/what-if.test.ts` compares random previews with what the broker then does. Nobody watches people trade.',
    files: ['test/faults/guards'],
  },
  stop: {
    title: 'Stop all trading',
    claim: 'Once the stop has answered, no order and no change leaves the desk.',
    blind:
      'What a real network still carries, since the proxy that counts is on the same computer, and whether the button reaches main at all.',
    instead:
      'The button is pressed in `test/e2e/web/first-aid-stop-everywhere.spec.ts` and by `npm run monkey`. The second proof does not stop trading. Nobody measures a real network.',
    files: ['test/campaigns/stop'],
  },
  fuzz: {
    title: 'Fuzz',
    claim: 'Nothing that can be said to the desk from any side breaks it or changes what it knows.',
    blind:
      'Inputs unlike everything we know: most are valid ones, spoiled, and no coverage leads the search. Messages come without a page, links without the system that hands them over, and answers without TLS.',
    instead:
      'The proxy of the second proof spoils bytes of a desk at work; `npm run monkey` types into the page; `test/e2e/electron` has links from the system, and `test/package` those of an installed desk.',
    files: ['test/campaigns/fuzz-'],
  },
  soak: {
    title: 'Soak',
    claim: 'A trading day of 500 symbols leaves nothing behind.',
    blind:
      'What grows by the hour of the wall and not by the minute of the market: the day takes ten minutes. Electron’s own processes are not measured, only the page in Chromium and the core in Node.',
    instead:
      'Nobody runs a desk for days. The second proof and `npm run monkey` run it for half an hour, and measure no memory.',
    files: ['test/soak/'],
  },
  second: {
    title: 'The second proof',
    claim:
      'The same promise from outside: what two windows of a running desk were told is what the broker’s books say.',
    blind:
      'What a page draws, since the windows are programs that speak the bridge; mints, price alerts and the stop, which nobody asks for there; and figures of buying power, equity and prices while something happens. The broker is our practice broker here too, without TLS.',
    instead:
      '`npm run monkey` reads the words of the page, and only `npm run gallery` compares pictures; mints and the stop have parts above. Nobody proves it on Windows or macOS.',
    files: [],
  },
};
