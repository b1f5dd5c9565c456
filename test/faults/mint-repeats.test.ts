// Repetitions over the real wire, with the guards that a new desk has: nobody types that one is meant, and the ledger of
// the broker holds each mint once.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINT_AGAIN } from '#contract/mint-guards.ts';
import { DEFAULT_GUARDS } from '#contract/trading.ts';
import {
  newIntentId,
  OPEN_GUARDS,
  until,
  untilArmed,
  type TestAccount,
} from '#test/faults/support/desk.ts';
import { ledgerMints } from '#test/faults/support/mint-audit.ts';
import { aForm, buyShares } from '#test/faults/support/mint-campaign.ts';
import { BY_LABEL, LIST, MINT } from '#test/faults/support/mint-kinds.ts';
import { createRig, type Rig, type Seat } from '#test/faults/support/rig.ts';

const { mintRepeat, mintSize, mintDay, mintNames } = DEFAULT_GUARDS;
const guards = { ...OPEN_GUARDS, mintRepeat, mintSize, mintDay, mintNames };
let rig: Rig;
let seat: Seat;
let desk: TestAccount;

beforeAll(async () => {
  rig = await createRig(21);
  await rig
    .paper()
    .control('PUT', '/tokenization', { delayMs: 100, redeems: { every: 0, afterMs: 0 } });
  seat = await rig.newSeat('mint');
  desk = rig.open(seat, { guards });
  await untilArmed(desk);
  await buyShares(desk, '1000');
});
afterAll(() => rig.stop());

const submit = (form: ReturnType<typeof aForm>, meant?: string) =>
  desk.unit.mints.submit(newIntentId(), form, meant);
const count = async (label: string) =>
  (await ledgerMints(rig.paper())).filter((mint) => mint.client_request_id === label).length;

it('a mint whose answer was lost is not sent under a second key', async () => {
  await rig.fault(MINT, { kind: 'lost' });
  for (const match of [BY_LABEL, LIST]) await rig.fault(match, { kind: 'blind', ms: 2_000 });
  const form = aForm({ label: 'lost' });
  expect(await submit(form)).toMatchObject({ ok: true, value: { state: 'unknown' } });
  for (const again of [form, aForm({ qty: '1.0', label: 'lost' }), aForm({ label: '' })])
    expect(JSON.stringify(await submit(again))).toContain('its outcome is not known: lost.');
  await until('it is found', () =>
    desk.unit.mints.rows().every(({ intent }) => intent.state === 'accepted'),
  );
  expect(JSON.stringify(await submit(form))).toMatch(/Already minted \d+ s ago: lost, /);
  expect(await count('lost')).toBe(1);
  expect((await submit(form, MINT_AGAIN)).ok).toBe(true);
  expect(await count('lost')).toBe(2);
});

it('a mint of another desk is a repetition as soon as it is known', async () => {
  const other = rig.open({ ...seat, name: 'other' });
  await untilArmed(other);
  const form = aForm({ qty: '3', label: 'theirs' });
  expect((await other.unit.mints.submit(newIntentId(), form)).ok).toBe(true);
  await desk.unit.mints.requests.list({});
  expect(JSON.stringify(await submit(aForm({ qty: '3', label: 'mine' })))).toMatch(
    /Already minted \d+ s ago, not by this desk: theirs, /,
  );
  expect(await count('mine')).toBe(0);
});

it('a mint is worth what the last price says', async () => {
  expect(JSON.stringify(await submit(aForm({ qty: '900', label: 'large' })))).toMatch(
    /This mint is worth \$[\d,.]+, more than your limit of \$50,000\.00/,
  );
  expect(await count('large')).toBe(0);
});
