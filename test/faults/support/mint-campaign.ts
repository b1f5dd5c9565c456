// Random mints through the real client and journal under random faults, then the ledger against the journal, twice: when
// the faults are over, and when a person has dealt with what stayed unknown.
import { isUnsettled } from '#contract/intents.ts';
import type { MintForm } from '#contract/tokenization.ts';
import { MintForm as Form } from '#contract/tokenization.ts';
import { newIntentId, until, untilArmed, type TestAccount } from '#test/faults/support/desk.ts';
import { marketDraft } from '#test/faults/support/drafts.ts';
import { auditMints, mintIntents, type MintAudit } from '#test/faults/support/mint-audit.ts';
import { MINT_FAULTS } from '#test/faults/support/mint-kinds.ts';
import { createRig, type Rig } from '#test/faults/support/rig.ts';

export type MintCampaign = {
  seconds: number;
  kinds: Record<string, number>;
  afterFaults: MintAudit;
  afterPerson: MintAudit;
};

type Options = {
  mints: number;
  seed: number;
  workers?: number;
  onProgress?: (done: number) => void;
};

export const SYMBOLS = ['AAPL', 'MSFT', 'NVDA'] as const;
const WALLETS: [network: string, address: string][] = [
  ['solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['ton', 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF'],
];

export const aForm = (members: Partial<Record<keyof MintForm, string>> = {}): MintForm =>
  Form.parse({
    underlyingSymbol: 'AAPL',
    qty: '1',
    issuer: 'xstocks',
    network: 'solana',
    walletAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    label: '',
    ...members,
  });

/** An Authorized Participant with shares to mint from. */
export async function openParticipant(rig: Rig, shares?: string): Promise<TestAccount> {
  const account = rig.open(await rig.newSeat('mint'));
  await untilArmed(account);
  await buyShares(account, shares);
  return account;
}

export async function buyShares({ unit }: TestAccount, shares = '5000'): Promise<void> {
  for (const symbol of SYMBOLS)
    await unit.trading.submit({
      intentId: newIntentId(),
      draft: marketDraft(symbol, shares),
      confirmations: ['stream-down'],
    });
  await until('the shares are there', () =>
    SYMBOLS.every((symbol) =>
      unit.book.positions().some((one) => one.symbol === symbol && one.qty === shares),
    ),
  );
}

export async function runMintCampaign(options: Options): Promise<MintCampaign> {
  const { mints, seed, workers = 6, onProgress = () => undefined } = options;
  const started = performance.now();
  const random = createRandom(seed);
  const rig = await createRig(seed);
  const kinds: Record<string, number> = {};
  try {
    await rig
      .paper()
      .control('PUT', '/tokenization', { delayMs: 200, redeems: { every: 0, afterMs: 0 } });
    const account = await openParticipant(rig);
    const foreign = watchForeign(account);
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < mints) {
        const index = next++;
        const kind = MINT_FAULTS[Math.floor(random() * MINT_FAULTS.length)];
        if (!kind) continue;
        kinds[kind.name] = (kinds[kind.name] ?? 0) + 1;
        for (const rule of kind.rules(random)) await rig.paper().control('POST', '/faults', rule);
        if (random() < 0.1)
          await rig
            .paper()
            .control('PUT', '/tokenization', { next: [random() < 0.5 ? 'refuse' : 'reject'] });
        if (random() < 0.1) {
          await sendElsewhere(rig, account, random);
          foreign.sent++;
        }
        await mintOnce(account, random);
        if (index % 500 === 0) onProgress(index);
      }
    };
    await Promise.all(Array.from({ length: workers }, worker));
    await rig.clearFaults();
    await untilQuiet(account);
    const afterFaults = await auditMints(rig.paper(), account, foreign);
    await letPersonDecide(account, random);
    const afterPerson = await auditMints(rig.paper(), account, foreign);
    const seconds = Math.round((performance.now() - started) / 1000);
    return { seconds, kinds, afterFaults, afterPerson };
  } finally {
    await rig.stop();
  }
}

function watchForeign({ unit }: TestAccount) {
  const told = new Set<string>();
  unit.onNews((news) => {
    if (news.kind === 'foreign-request' && news.isSure)
      told.add(news.request.tokenizationRequestId);
  });
  return { sent: 0, told };
}

/** Another program's mint, sometimes under a label of ours, or a redeem. The issuer may refuse it like any other. */
async function sendElsewhere(
  rig: Rig,
  { brokerAccountId: accountId }: TestAccount,
  random: () => number,
): Promise<void> {
  const [path, more] =
    random() < 0.5
      ? ['/tokenization/redeem', {}]
      : ['/tokenization/mint', random() < 0.5 ? { client_request_id: 'weekly' } : {}];
  const body = { accountId, underlying_symbol: 'AAPL', qty: '0.5', ...more };
  await rig
    .paper()
    .control('POST', path, body)
    .catch((error: Error) => {
      if (!error.message.includes('the issuer refused')) throw error;
    });
}

/** One mint, sometimes from two windows; often under a label that others have too, with the very same contents. */
async function mintOnce({ unit }: TestAccount, random: () => number): Promise<void> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const [network, walletAddress] = pick(WALLETS);
  const form = aForm({
    underlyingSymbol: pick(SYMBOLS),
    qty: pick(['0.5', '0.25', '0.000000001', '1.123456789']),
    network,
    walletAddress,
    label: random() < 0.3 ? pick(['weekly', 'desk a']) : '',
  });
  const intentId = newIntentId();
  const windows = random() < 0.1 ? 2 : 1;
  await Promise.all(Array.from({ length: windows }, () => unit.mints.submit(intentId, form)));
}

/** Nothing that the desk would still send by itself is open, and late landings have landed. */
async function untilQuiet(account: TestAccount): Promise<void> {
  const { unit } = account;
  await until(
    'the desk has done what it does by itself',
    () =>
      unit.mints
        .rows()
        .every(({ intent, retry }) => !retry && !['recorded', 'sent'].includes(intent.state)),
    300_000,
  );
  await new Promise((resolve) => setTimeout(resolve, 3_200));
}

async function letPersonDecide(account: TestAccount, random: () => number): Promise<void> {
  const { unit } = account;
  for (const { intentId } of mintIntents(account).filter(isUnsettled)) {
    if (random() < 0.2) unit.mints.setAside(intentId);
    else await unit.mints.sendAgain(intentId);
  }
  await untilQuiet(account);
}

function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
