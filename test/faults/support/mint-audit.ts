// The broker's ledger of mints against the desk's journal. The ledger says under which key each request was made, so
// that labels used twice hide nothing.
import type { Intent } from '#contract/intents.ts';
import type { Paper } from '#test/faults/support/paper.ts';
import type { TestAccount } from '#test/faults/support/desk.ts';

export type LedgerMint = {
  tokenization_request_id: string;
  idempotency_key: string | null;
  account_id: string;
  status: string;
  client_request_id?: string;
};

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

export async function auditMints(paper: Paper, account: TestAccount): Promise<MintAudit> {
  const ledger = (await ledgerMints(paper)).filter(
    ({ account_id }) => account_id === account.brokerAccountId,
  );
  const byKey = Map.groupBy(ledger, ({ idempotency_key }) => idempotency_key);
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
  return { mints: intents.length, requests: ledger.length, states, problems };
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
