// The broker's ledger of mints against the desk's journal. The ledger says under which key each request was made, so
// that labels used twice hide nothing.
import { isUnsettled, type Intent } from '#contract/intents.ts';
import type { Paper } from '#test/faults/support/paper.ts';
import type { TestAccount } from '#test/faults/support/desk.ts';

export type LedgerMint = {
  tokenization_request_id: string;
  idempotency_key: string | null;
  account_id: string;
  status: string;
  client_request_id?: string;
};

/** What others sent: how many, and which of them the desk told. */
type Foreign = { sent: number; told: ReadonlySet<string> };

export type MintAudit = {
  mints: number;
  requests: number;
  states: Record<string, number>;
  /** What went wrong, in words. */
  problems: string[];
};

export const ledgerMints = async (paper: Paper): Promise<LedgerMint[]> =>
  (await paper.control<{ mints: LedgerMint[] }>('GET', '/ledger')).mints;

export function mintIntents({ unit }: TestAccount): Intent[] {
  const intents: Intent[] = [];
  for (let before: { confirmedAt: number; intentId: string } | undefined; ;) {
    const page = unit.journal.list({ kinds: ['mint'], limit: 500, before });
    if (!page.ok) throw new Error(page.failure.message);
    intents.push(...page.value.intents);
    if (!page.value.next) return intents;
    before = page.value.next;
  }
}

export async function auditMints(
  paper: Paper,
  account: TestAccount,
  /** Where nobody else sends anything, the redeems of the issuer are not counted. */
  foreign?: Foreign,
): Promise<MintAudit> {
  const isOurs = ({ account_id }: LedgerMint): boolean => account_id === account.brokerAccountId;
  // Before the ledger is read: the issuer may redeem at any moment, and what is listed must be in it.
  const listed = await account.unit.mints.requests.list({});
  const books = await paper.control<{ mints: LedgerMint[]; redeems: LedgerMint[] }>(
    'GET',
    '/ledger',
  );
  const ledger = books.mints.filter(isOurs);
  // The desk mints under a key, always.
  const others = [
    ...ledger.filter((one) => one.idempotency_key === null),
    ...books.redeems.filter(isOurs),
  ];

  const own = ledger.filter((one) => one.idempotency_key !== null);
  const byKey = Map.groupBy(own, ({ idempotency_key }) => idempotency_key);
  const intents = mintIntents(account);
  const known = new Set<string | null>(intents.map(({ intentId }) => intentId));
  const problems = [...byKey].flatMap(([key, requests]) =>
    known.has(key) ? [] : [`${requests.length} requests under ${key}, which is in no journal`],
  );
  const states: Record<string, number> = {};
  for (const intent of intents) {
    states[intent.state] = (states[intent.state] ?? 0) + 1;
    const why = problemOf(intent, byKey.get(intent.intentId) ?? []);
    if (why !== undefined)
      problems.push(`${intent.intentId} is ${intent.state} (${intent.reason}): ${why}`);
  }
  if (foreign && others.length !== foreign.sent)
    problems.push(`${others.length} requests of others, who sent ${foreign.sent}`);
  const sent = new Set(others.map((one) => one.tokenization_request_id));
  if (listed.ok) problems.push(...originProblems(account, intents, sent, foreign?.told ?? sent));
  else problems.push('the requests could not be listed');
  return { mints: intents.length, requests: own.length, states, problems };
}

/** Each request is shown as this desk's or as somebody else's, and each of somebody else is told. */
function originProblems(
  { unit }: TestAccount,
  intents: readonly Intent[],
  sent: ReadonlySet<string>,
  told: ReadonlySet<string>,
): string[] {
  const isOpen = intents.some(isUnsettled);
  const known = unit.mints.requests.known().flatMap(({ request, origin }) => {
    const { tokenizationRequestId: id, clientRequestId } = request;
    // While a mint of ours is open, a request like it may be its own.
    const isRight = origin ? (origin.kind === 'elsewhere') === sent.has(id) : isOpen;
    const whose = sent.has(id) ? 'another’s' : 'ours';
    return isRight ? [] : [`${id} (${clientRequestId}) is ${whose}, shown as ${origin?.kind}`];
  });
  const untold = [...sent].filter((id) => !told.has(id)).map((id) => `${id} was not told`);
  const falsely = [...told].filter((id) => !sent.has(id)).map((id) => `${id} was told falsely`);
  return [...known, ...untold, ...falsely];
}

function problemOf(
  { state, resultId: orderId }: Intent,
  requests: readonly LedgerMint[],
): string | undefined {
  const [request] = requests;
  if (requests.length > 1) return `${requests.length} requests at the broker`;
  switch (state) {
    case 'accepted':
      if (!request) return 'the broker has none';
      return request.tokenization_request_id === orderId
        ? undefined
        : `it is believed to be ${orderId} and is ${request.tokenization_request_id}`;
    case 'refused':
      return request && request.status !== 'rejected'
        ? `the broker has it, ${request.status}`
        : undefined;
    case 'not-sent':
      return request ? 'the broker has it' : undefined;
    case 'recorded':
    case 'sent':
    case 'unknown':
    case 'set-aside':
      return undefined;
    default:
      return state satisfies never;
  }
}
