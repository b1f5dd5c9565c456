// The way out over the real wire: people flatten accounts while something rests and something goes wrong, and each is
// timed from the confirmation until the broker holds nothing any more.
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Closing } from '#contract/closings.ts';
import type { OrderDraft } from '#contract/orders.ts';
import { decimal, isZero, sign } from '#main/domain/decimal.ts';
import { unknownIntents } from '#test/faults/support/actions.ts';
import { createRandom } from '#test/faults/support/campaign.ts';
import { newIntentId, until, untilArmed, type TestAccount } from '#test/faults/support/desk.ts';
import { marketDraft, restingDraft } from '#test/faults/support/drafts.ts';
import { FAULT_KINDS, type FaultKind, type Rule } from '#test/faults/support/kinds.ts';
import { readLedgers } from '#test/faults/support/ledger.ts';
import { CANCEL, createRig, type Rig } from '#test/faults/support/rig.ts';
import { percentile } from '#test/faults/support/stream-faults.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale, SCALE } from '#test/support/scale.ts';

const SEED = Number(process.env['EXIT_SEED'] ?? randomInt(2 ** 31));
const DESKS = 10;
const ROUNDS = Math.ceil(atScale(2_000, 20) / DESKS);
/** Not to be out by then, however often it is asked for, is the failure. */
const AT_MOST_MS = 120_000;
const SYMBOLS = ['AAPL', 'MSFT', 'NVDA'] as const;
const repeat = `EXIT_SEED=${SEED} BALLAST_SCALE=${SCALE} npx vitest run --project campaigns test/campaigns/exits.test.ts`;

const POSITIONS = { method: 'GET', path: '/v2/positions' };
const failing = (status: number, headers = {}) => ({
  kind: 'status',
  status,
  when: 'before',
  body: { message: 'fault' },
  headers,
});
const once = (match: object, act: object): Rule[] => [{ match, act, times: 1 }];

/** Those of every order, and those of what a way out does besides. */
const KINDS: readonly FaultKind[] = [
  ...FAULT_KINDS,
  { name: 'positions 500', rules: () => once(POSITIONS, failing(500)) },
  { name: 'positions 429', rules: () => once(POSITIONS, failing(429, { 'retry-after': '1' })) },
  { name: 'positions hang', rules: () => once(POSITIONS, { kind: 'hang', when: 'before' }) },
  { name: 'cancel 500', rules: () => once(CANCEL, failing(500)) },
  { name: 'cancel 429', rules: () => once(CANCEL, failing(429, { 'retry-after': '1' })) },
  { name: 'cancel lost', rules: () => once(CANCEL, { kind: 'lost' }) },
  { name: 'cancel hangs', rules: () => once(CANCEL, { kind: 'hang', when: 'before' }) },
];

type Tally = { ms: number[]; goneOn: number; falselyClosed: string[] };

async function place({ unit }: TestAccount, draft: OrderDraft): Promise<void> {
  const placed = await unit.trading.submit({
    intentId: newIntentId(),
    draft,
    confirmations: ['stream-down'],
  });
  if (!placed.ok) throw new Error(JSON.stringify(placed.failure));
}

/** One position or more, of which a resting sale holds a part, and a buy that rests beside it. */
async function getIn(account: TestAccount, random: () => number): Promise<void> {
  const { book } = account.unit;
  const wanted = SYMBOLS.filter((_, i) => i === 0 || random() < 0.5);
  const missing = (): string[] =>
    wanted.filter((symbol) => !book.standingPositions().some((held) => held.symbol === symbol));
  // What a fault of another account took away is bought again.
  for (let tries = 0; tries < 5 && missing().length > 0; tries++) {
    for (const symbol of missing()) await place(account, marketDraft(symbol, '10'));
    await until('all are held', () => missing().length === 0, 3_000).catch(() => undefined);
  }
  for (const symbol of wanted) {
    const sale = { ...marketDraft(symbol, '4', 'sell'), type: 'limit' as const };
    if (random() < 0.5) await place(account, { ...sale, limitPrice: decimal('9000') });
    if (random() < 0.3) await place(account, restingDraft(symbol));
  }
}

/** Confirmed once; and where it says what is left, the person goes on. */
async function getOut(rig: Rig, account: TestAccount, tally: Tally): Promise<void> {
  const { closings } = account.unit;
  const began = performance.now();
  const { closingId } = closings.plan('flatten');
  const begun = closings.begin(closingId, 'market');
  if (!begun.ok) throw new Error(JSON.stringify(begun.failure));
  const now = (): Closing | undefined =>
    closings.list().find((closing) => closing.closingId === closingId);
  for (;;) {
    await until('it has ended', () => now()?.state === 'ended', AT_MOST_MS);
    if (now()?.symbols.every(({ step }) => step === 'closed')) break;
    if (performance.now() - began > AT_MOST_MS) throw new Error(JSON.stringify(now()));
    tally.goneOn++;
    // An exit of which nobody knows is given up first, or it would be waited for again.
    for (const { intentId } of unknownIntents(account))
      account.unit.trading.setAside(intentId, true);
    const gone = closings.goOn(closingId);
    if (!gone.ok) throw new Error(JSON.stringify(gone.failure));
  }
  tally.ms.push(performance.now() - began);
  const { held, orders } = await heldBy(rig, account);
  if (held.length > 0 || orders > 0)
    tally.falselyClosed.push(`${held.join(', ')} and ${orders} orders are left`);
}

async function heldBy(rig: Rig, { brokerAccountId }: TestAccount) {
  const seat = { brokerAccountId, cash: '10000000' };
  const [ledger] = await readLedgers(rig.paper().control, [seat]);
  if (!ledger) throw new Error('no ledger');
  const symbols = [...ledger.symbols()];
  return {
    held: symbols.filter((symbol) => !isZero(ledger.held(symbol))),
    orders: ledger.openOrders().length,
    wasShort: symbols.filter((symbol) => ledger.heldEver(symbol).some((qty) => sign(qty) < 0)),
  };
}

it(`people get out of ${DESKS * ROUNDS} accounts under faults (EXIT_SEED=${SEED})`, async () => {
  const rig = await createRig(17);
  try {
    const accounts: TestAccount[] = [];
    for (let n = 0; n < DESKS; n++)
      accounts.push(rig.open(await rig.newSeat(), { mayResend: true }));
    await Promise.all(accounts.map(untilArmed));
    const tally: Tally = { ms: [], goneOn: 0, falselyClosed: [] };
    const ended = await Promise.allSettled(
      accounts.map(async (account, number) => {
        const random = createRandom(SEED + number);
        for (let round = 0; round < ROUNDS; round++) {
          await getIn(account, random);
          const kind = KINDS[Math.floor(random() * KINDS.length)];
          const faults: string[] = [];
          for (const { match, act, ...more } of kind?.rules(random) ?? [])
            faults.push(await rig.fault(match, act, more));
          await getOut(rig, account, tally);
          // What has not happened by then is for nobody's next way in.
          for (const faultId of faults) await rig.removeFault(faultId);
        }
      }),
    );
    const stuck = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    const shorts: string[] = [];
    for (const account of accounts) shorts.push(...(await heldBy(rig, account)).wasShort);
    const audit = await rig.audit(accounts);
    tellProof({
      part: 'exits',
      what: `ways out over the wire under ${KINDS.length} kinds of fault, from the confirmation until nothing is held`,
      count: tally.ms.length,
      zero: {
        'not out': stuck.length,
        'said to be closed and not so': tally.falselyClosed.length,
        'sold twice': shorts.length,
        'lost, duplicated or on the wrong account': audit.problems.length,
      },
      figures: {
        'until nothing is held: p50, p99, worst': [0.5, 0.99, 1]
          .map((share) => `${percentile(tally.ms, share)} ms`)
          .join(', '),
        'said what is left, and the person went on': tally.goneOn,
      },
      seed: SEED,
      repeat,
    });
    expect(stuck.join('\n'), repeat).toBe('');
    expect(tally.falselyClosed, repeat).toEqual([]);
    expect(shorts, repeat).toEqual([]);
    expect(audit.problems, repeat).toEqual([]);
    expect(tally.ms).toHaveLength(DESKS * ROUNDS);
  } finally {
    await rig.stop();
  }
});
