// A journal that the first edition left when it was killed, as bytes: what today's code reads out of it.
import { createHash } from 'node:crypto';
import { cpSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Opened } from '#main/journal/types.ts';
import { createHarness, value } from '#test/unit/journal/harness.ts';

const FIXTURE = fileURLToPath(new URL('../../fixtures/first-edition', import.meta.url));
const ACCOUNT = '609b59f9-7ec0-48bc-afda-daa34d27469b';
const JOURNAL = join('data/accounts', ACCOUNT);
const WALLET = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';

const SUMS = {
  'data/accounts/609b59f9-7ec0-48bc-afda-daa34d27469b/journal.db':
    'd861d7826105e79b50e899cb2077585b2505698374f8b4f5b49197a60a6aa807',
  'data/accounts/609b59f9-7ec0-48bc-afda-daa34d27469b/journal.db-wal':
    'b84ead5133ccb98bd7abf77f36fca263d49580f1cf5ed06fd8ae43eadcb8fac1',
  'data/embedded/paper.db': 'ec4793b7c5be6bc9a92b93e61abd41d2b5855c844412c87c4144d9121981be4a',
  'data/settings.json': '4de07e75ac11bd44a512ba41bb26402ceab7853b3f98b3a7c3c65376a0b4c69a',
  'stopped/settings.json': '9abe76007e1e03e82a2ce5df0c786fbb5f828e8881ca72fcd80e1b9d82a90235',
};

/** The broker's ids of orders and requests. */
const ID = {
  aapl: '5e48459b-fd7f-496e-aef0-64edb906ce90',
  msft: 'f27edab4-6195-4171-93d4-8ca0248b2c07',
  nvda: '0bded982-bc77-41ee-80d0-1be763989a7e',
  nvdaChanged: '48a6fba1-3633-409f-a663-2293583d2943',
  amd: '54eb5f5a-d486-40f5-93b2-46b159c80bb7',
  tsla: '1d359ac5-3a6d-4cef-afcb-b1739a14096a',
  mint3: '0b0d8bc4-62fe-4953-a4c6-e6b75dfdcf5b',
  mint2: '3d279329-51fd-48a9-8b5c-a3b4819721aa',
  row1: 'f5843a6d-35a2-4c5e-b291-69b28118dc2b',
  row2: 'd049ad23-eb15-4bbb-ab7b-43d49c15f916',
};

/** Oldest first: what was decided, its kind and state, what it aims at, what came of it, its lines of evidence. */
const INTENTS = [
  ['Buy 20 AAPL', 'place', 'accepted', undefined, ID.aapl, 4],
  ['Buy 2 MSFT', 'place', 'accepted', undefined, ID.msft, 4],
  ['Change buy MSFT', 'replace', 'refused', ID.msft, undefined, 3],
  ['Buy 3 NVDA', 'place', 'accepted', undefined, ID.nvda, 4],
  ['Change buy NVDA', 'replace', 'accepted', ID.nvda, ID.nvdaChanged, 4],
  ['Buy 5 AMD', 'place', 'accepted', undefined, ID.amd, 5],
  ['Buy 6 INTC', 'place', 'refused', undefined, undefined, 3],
  ['Mint 3 AAPL', 'mint', 'accepted', undefined, ID.mint3, 3],
  ['Mint 2 AAPL', 'mint', 'accepted', undefined, ID.mint2, 3],
  ['Mint 1 AAPL', 'mint', 'refused', undefined, undefined, 3],
  ['Mint 1 AAPL', 'mint', 'accepted', undefined, ID.row1, 3],
  ['Mint 2 AAPL', 'mint', 'accepted', undefined, ID.row2, 3],
  ['Buy 7 KO', 'place', 'not-sent', undefined, undefined, 2],
  ['Buy 1 TSLA', 'place', 'accepted', undefined, ID.tsla, 4],
  ['Buy 10 META', 'place', 'unknown', undefined, undefined, 7],
  ['Change buy TSLA', 'replace', 'unknown', ID.tsla, undefined, 3],
  ['Buy 8 AMZN', 'place', 'set-aside', undefined, undefined, 5],
  // It was sent and had no answer when the desk was killed; the last line says so.
  ['Buy 9 GOOGL', 'place', 'unknown', undefined, undefined, 3],
];

const harness = createHarness();
const titleOf = ({ title }: { title: string }) => /^(\w+ \w+ [A-Z]+)/.exec(title)?.[1] ?? title;

function openCopy(): Opened {
  cpSync(join(FIXTURE, JOURNAL), harness.state.folder, { recursive: true });
  return harness.openAll({ accountId: ACCOUNT });
}

function intentsOf({ journal }: Opened) {
  return value(journal.list())
    .intents.toReversed()
    .map((intent) => [
      titleOf(intent),
      intent.kind,
      intent.state,
      intent.targetId,
      intent.resultId,
      value(journal.evidence(intent.intentId)).length,
    ]);
}

it('is kept as it was written', () => {
  const files = globSync('{data,stopped}/**/*.*', { cwd: FIXTURE }).sort();
  const sums = files.map((file) => {
    const bytes = readFileSync(join(FIXTURE, file));
    return [file, createHash('sha256').update(bytes).digest('hex')];
  });
  expect(Object.fromEntries(sums)).toEqual(SUMS);
});

it('opens with every intent, what it aims at and what came of it', () => {
  const opened = openCopy();
  const { setAside, salvaged, problem } = opened;
  expect({ setAside, salvaged, problem }).toEqual({
    setAside: undefined,
    salvaged: 0,
    problem: undefined,
  });
  expect(intentsOf(opened)).toEqual(INTENTS);
  expect(opened.recovered.map(titleOf)).toEqual(['Buy 9 GOOGL']);
  opened.journal.close();
  expect(intentsOf(harness.openAll({ accountId: ACCOUNT }))).toEqual(INTENTS);
});

it('goes on with what was open, and finds the changes of an order under its id', () => {
  const { journal } = openCopy();
  expect(journal.unsettled().map(titleOf)).toEqual([
    'Buy 10 META',
    'Change buy TSLA',
    'Buy 8 AMZN',
    'Buy 9 GOOGL',
  ]);
  expect(journal.pendingCancels().map(titleOf)).toEqual(['Buy 8 AMZN']);
  const about = (id: string) => value(journal.about(id)).map(titleOf).toSorted();
  expect(about(ID.nvda)).toEqual(['Buy 3 NVDA', 'Change buy NVDA']);
  expect(about(ID.nvdaChanged)).toEqual(['Change buy NVDA']);
  expect(about(ID.tsla)).toEqual(['Buy 1 TSLA', 'Change buy TSLA']);
});

it('has the batch and the addresses', () => {
  const { journal } = openCopy();
  const [batch, ...others] = value(journal.batches());
  expect(others).toEqual([]);
  expect(batch).toMatchObject({ name: 'november.csv', state: 'done' });
  const rows = value(journal.batchRows(batch?.batchId ?? ''));
  expect(rows?.map(({ form, intentId }) => [form?.qty, form?.label, intentId])).toEqual([
    ['1', 'row one', '01a1e0ee-0f54-7206-bd9c-b9e43419e4ca'],
    ['2', 'row two', '01a1e0ee-0f54-76c1-8b68-46babba836df'],
  ]);
  expect(value(journal.addresses())).toEqual([
    { name: 'Treasury', network: 'solana', address: WALLET },
  ]);
});

it('has what was last known of the account', () => {
  const { account, positions, orders, executions, tokenizations } = value(
    openCopy().journal.load(),
  );
  expect(account?.value.status).toBe('ACTIVE');
  expect(positions?.value.map(({ symbol, qty }) => [symbol, qty])).toEqual([['AAPL', '14']]);
  expect(Object.fromEntries(orders.map(({ value: { id, status } }) => [id, status]))).toEqual({
    [ID.aapl]: 'filled',
    [ID.msft]: 'new',
    [ID.nvda]: 'replaced',
    [ID.nvdaChanged]: 'new',
    [ID.amd]: 'canceled',
    [ID.tsla]: 'new',
  });
  expect(executions.map(({ value: { orderId, qty } }) => [orderId, qty])).toEqual([
    [ID.aapl, '20'],
  ]);
  expect(
    tokenizations
      .map(({ value: { qty, status } }) => `${String(qty)} ${String(status)}`)
      .toSorted(),
  ).toEqual(['1 completed', '1 rejected', '2 completed', '2 rejected', '3 completed']);
});
