// What stored bytes stand for: what an intent meant, read back from what was or would be sent.
import { OrderChange, OrderDraft } from '#contract/orders.ts';
import { readJson } from '#main/wire/json.ts';
import { camelize, isRecord } from '#main/wire/names.ts';

/** Undefined for bytes that are no order of ours. */
export function readOrderBody(body: string): OrderDraft | undefined {
  const read = OrderDraft.safeParse(membersOf(body));
  return read.success ? read.data : undefined;
}

/** Undefined for bytes that are no change of ours. */
export function readChangeBody(body: string): OrderChange | undefined {
  const read = OrderChange.safeParse(membersOf(body));
  return read.success ? read.data : undefined;
}

function membersOf(body: string): unknown {
  const record = camelize(readJson(body));
  if (!isRecord(record)) return undefined;
  const { clientOrderId: _, ...members } = record;
  return members;
}
