// What the broker's support needs to find an order and what was said about it: ids, times, statuses and request ids. No
// account number: the ids of the order and of the requests name it there.
import type { Evidence, Intent } from '#contract/intents.ts';
import type { OrderLeg } from '#contract/orders.ts';

type Known = {
  intent: Intent;
  evidence: readonly Evidence[];
  /** As the broker last told it. */
  order: OrderLeg | undefined;
  environment: string;
  now: number;
};

export function supportText({ intent, evidence, order, environment, now }: Known): string {
  const { title, kind, state, intentId, targetId, resultId } = intent;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Written', timeText(now)],
    ['Account', environment],
    [kind === 'replace' ? 'Change' : 'Order', title],
    ['Client order id', intentId],
    ['Order id', resultId],
    ['Order to be changed', targetId],
    ['State in Ballast', state],
    ['Status', order?.status],
    ['Filled', order && `${order.filledQty}${order.qty === undefined ? '' : ` of ${order.qty}`}`],
    ['Submitted', order?.submittedAt],
    ['Updated', order?.updatedAt],
    ['Replaced by', order?.replacedBy],
    ['Replaces', order?.replaces],
  ];
  return [
    ...facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
    '',
    'What happened, in UTC:',
    ...evidence.map(lineText),
    '',
  ].join('\n');
}

function lineText({ at, text, status, requestId, isTakenBack, isBrokersTime }: Evidence): string {
  const answer = [
    status !== undefined && `status ${status}`,
    requestId !== undefined && `request ${requestId}`,
    isBrokersTime && 'broker’s time',
    isTakenBack && 'since reversed by the broker',
  ].filter(Boolean);
  return `${timeText(at)}  ${text}${answer.length === 0 ? '' : ` (${answer.join(', ')})`}`;
}

const timeText = (at: number): string => new Date(at).toISOString();
