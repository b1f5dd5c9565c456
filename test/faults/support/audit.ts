// The broker's ledger against the desk's journal. Whatever the journal says for certain must be so at the broker, and
// whatever is at the broker must be in the journal.
import type { Evidence, Intent } from '#contract/intents.ts';
import { MARKET_RESEND_MS, OTHER_RESEND_MS } from '#main/account/orders/place.ts';
import { readOrderBody } from '#main/wire/order-body.ts';
import type { Paper } from '#test/faults/support/paper.ts';
import type { TestAccount } from '#test/faults/support/desk.ts';

/** How long ago it was confirmed, as far as the limit for sending again is concerned; sleep makes it endless. */
export type AgeMs = (intent: Intent, account: TestAccount) => number;

export type LedgerOrder = {
  id: string;
  client_order_id: string;
  account_id: string;
  parent_id?: string | null;
};

export type Audit = {
  orders: number;
  accepted: number;
  refused: number;
  notSent: number;
  unknown: number;
  setAside: number;
  /** Unknown although the desk may still send it again by itself. */
  unknownResendable: number;
  lost: number;
  duplicated: number;
  wrongAccount: number;
  /** What went wrong, in words, for whoever must find out why. */
  problems: string[];
  /** The evidence of whatever the desk might still have sent, line by line. */
  stillOpen: string[];
};

export async function audit(
  paper: Pick<Paper, 'control'>,
  accounts: readonly TestAccount[],
  ageMs: AgeMs = ageByWall,
): Promise<Audit> {
  const ledger = await paper.control<{ orders: LedgerOrder[] }>('GET', '/ledger');
  const atBroker = new Map<string, LedgerOrder[]>();
  for (const order of ledger.orders) {
    const known = atBroker.get(order.client_order_id) ?? [];
    atBroker.set(order.client_order_id, [...known, order]);
  }
  const result: Audit = {
    orders: 0,
    accepted: 0,
    refused: 0,
    notSent: 0,
    unknown: 0,
    setAside: 0,
    unknownResendable: 0,
    lost: 0,
    duplicated: 0,
    wrongAccount: 0,
    problems: [],
    stillOpen: [],
  };
  const journalled = new Set<string>();
  for (const account of accounts)
    for (const intent of intentsOf(account)) {
      journalled.add(intent.intentId);
      judge(intent, account, atBroker.get(intent.intentId) ?? [], result, ageMs);
    }
  for (const [clientOrderId, [order]] of atBroker) {
    if (journalled.has(clientOrderId) || order === undefined) continue;
    // A leg comes with its parent, under an id of the broker's own.
    if (typeof order.parent_id === 'string') continue;
    result.lost++;
    result.problems.push(`order ${order.id} (${clientOrderId}) is in no journal`);
  }
  return result;
}

export function intentsOf({ unit }: TestAccount): Intent[] {
  const intents: Intent[] = [];
  for (let before: { confirmedAt: number; intentId: string } | undefined; ;) {
    const page = unit.journal.list({ kinds: ['place', 'replace'], limit: 1_000, before });
    if (!page.ok) throw new Error(page.failure.message);
    intents.push(...page.value.intents);
    if (!page.value.next) return intents;
    before = page.value.next;
  }
}

function judge(
  intent: Intent,
  account: TestAccount,
  found: readonly LedgerOrder[],
  result: Audit,
  ageMs: AgeMs,
): void {
  const describe = `${intent.kind} ${intent.intentId} is ${intent.state} (${intent.reason ?? ''})`;
  const complain = (count: 'lost' | 'duplicated' | 'wrongAccount', why: string): void => {
    result[count]++;
    result.problems.push(`${describe}: ${why}`);
  };
  result.orders++;
  if (found.length > 1) complain('duplicated', `${found.length} orders at the broker`);
  if (found.some((order) => order.account_id !== account.brokerAccountId))
    complain('wrongAccount', 'it is on another account');
  switch (intent.state) {
    case 'accepted':
      result.accepted++;
      if (found.length === 0) complain('lost', 'the broker does not have it');
      break;
    case 'refused':
      result.refused++;
      if (found.length > 0) complain('lost', 'the broker has it');
      break;
    case 'not-sent':
      result.notSent++;
      if (found.length > 0) complain('lost', 'the broker has it');
      break;
    case 'unknown':
    case 'recorded':
    case 'sent':
      result.unknown++;
      if (mayStillBeSentAgain(intent, account, ageMs)) {
        result.unknownResendable++;
        result.stillOpen.push(`${describe}: ${evidenceOf(intent, account)}`);
      }
      break;
    case 'set-aside':
      result.setAside++;
      break;
    default:
      intent.state satisfies never;
  }
}

function evidenceOf({ intentId }: Intent, { unit }: TestAccount): string {
  const lines = unit.journal.evidence(intentId);
  return lines.ok ? JSON.stringify(lines.value) : lines.failure.message;
}

/**
 * Within the limit of its type since the person confirmed, on a broker that refuses reused ids, and never given up. Not
 * one that was sent again and refused: the desk has its answer, and what became of the attempt before it nobody knows.
 * Nor one that would close more than is there any more: sent again it would open a position, so a person decides.
 */
export function mayStillBeSentAgain(intent: Intent, account: TestAccount, ageMs: AgeMs): boolean {
  const limitMs =
    readOrderBody(intent.body)?.type === 'market' ? MARKET_RESEND_MS : OTHER_RESEND_MS;
  return (
    account.mayResend &&
    intent.kind === 'place' &&
    intent.state === 'unknown' &&
    !intent.cancelWhenFound &&
    ageMs(intent, account) <= limitMs &&
    !has(intent, account, 'answered', /^The broker refused/) &&
    !has(intent, account, 'not-sent', /this order would close more than is left/)
  );
}

function has(
  { intentId }: Intent,
  { unit }: TestAccount,
  kind: Evidence['kind'],
  words: RegExp,
): boolean {
  const lines = unit.journal.evidence(intentId);
  return lines.ok && lines.value.some((line) => line.kind === kind && words.test(line.text));
}

const ageByWall: AgeMs = ({ confirmedAt }, { wokenAt }) =>
  confirmedAt > wokenAt ? Date.now() - confirmedAt : Infinity;
