// What must hold of a desk that comes back after it was killed, asked of the journal, the broker's ledger and the book,
// and counted for the proof.
import { expect } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import { intentsOf } from '#test/faults/support/audit.ts';
import { brokenPromises, untilSettled, type Obituary } from '#test/faults/support/crash.ts';
import { PATIENT_MS, type TestAccount } from '#test/faults/support/desk.ts';
import type { Rig, Seat } from '#test/faults/support/rig.ts';
import { compareWithBroker } from '#test/faults/support/truth.ts';

export type Tally = {
  /** How often a desk was killed. */
  kills: number;
  lost: number;
  duplicated: number;
  wrongAccount: number;
  /** Final states that the ledger contradicts. */
  untrue: number;
  brokenPromises: number;
  /** Rounds that did not come to their end, for whatever reason. */
  unfinished: number;
};

export const newTally = (): Tally => ({
  kills: 0,
  lost: 0,
  duplicated: 0,
  wrongAccount: 0,
  untrue: 0,
  brokenPromises: 0,
  unfinished: 0,
});

/** As the table of the proof names them. */
export const zerosOf = (tally: Tally): Record<string, number> => ({
  lost: tally.lost,
  duplicated: tally.duplicated,
  'on the wrong account': tally.wrongAccount,
  'said and not so': tally.untrue,
  'promised and not kept': tally.brokenPromises,
  'rounds not ended': tally.unfinished,
});

/** What the journal says for certain before anybody was asked is so already. */
export async function expectNothingFalse(
  rig: Rig,
  intents: readonly Intent[],
  tally: Tally,
): Promise<void> {
  const rows = new Set((await rig.ledger()).map((row) => row.client_order_id));
  const isFalse = ({ intentId, state }: Intent): boolean =>
    state === 'accepted'
      ? !rows.has(intentId)
      : (state === 'refused' || state === 'not-sent') && rows.has(intentId);
  const untrue = intents.filter(isFalse);
  tally.untrue += untrue.length;
  expect(untrue).toEqual([]);
}

/** Nothing lost, nothing doubled, nothing false, and the book shows what the broker has. */
export async function expectHonest(
  rig: Rig,
  account: TestAccount,
  tally: Tally,
  since?: string,
): Promise<void> {
  const { problems, lost, duplicated, wrongAccount } = await rig.audit([account]);
  tally.lost += lost;
  tally.duplicated += duplicated;
  tally.wrongAccount += wrongAccount;
  expect(problems).toEqual([]);
  expect({ lost, duplicated, wrongAccount }).toEqual({ lost: 0, duplicated: 0, wrongAccount: 0 });
  await expect
    .poll(async () => (await compareWithBroker(account, since)).differences, { timeout: 15_000 })
    .toEqual([]);
}

/** Opens what the dead left and waits until everything is settled that can be; the desk goes on for the caller. */
export async function reviveDesk(
  rig: Rig,
  seat: Seat,
  obituaries: readonly Obituary[],
  tally: Tally,
  since?: string,
): Promise<TestAccount> {
  const account = rig.open(seat, { timeoutMs: PATIENT_MS });
  await expectNothingFalse(rig, intentsOf(account), tally);
  await untilSettled(rig, account);
  await rig.clearFaults();
  await expectHonest(rig, account, tally, since);
  for (const obituary of obituaries) {
    const broken = await brokenPromises(rig, account, obituary);
    tally.brokenPromises += broken.length;
    expect(broken).toEqual([]);
  }
  return account;
}
