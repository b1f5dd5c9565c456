import { HAS_THIS_ID } from '#contract/intents.ts';
import type { Order } from '#contract/orders.ts';
import { judge, type AttemptOutcome, type Finding } from '#main/account/intents/judge.ts';

/** What an answer to a placement or a change proves. The client order id is the intent's. */
export const judgeOrder = (outcome: AttemptOutcome<Order>, clientOrderId: string): Finding<Order> =>
  judge(outcome, {
    isAnswer: (order) => order.clientOrderId === clientOrderId,
    landedBefore: (status, message) =>
      status === 422 && /client_order_id/i.test(message) ? HAS_THIS_ID : undefined,
    refusedText: (status, message) => `The broker refused (${status}): ${message}.`,
  });
