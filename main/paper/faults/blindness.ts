// Lookup blindness: what a lagging replica answers. Orders and tokenization requests younger than `ms` are missing from
// lists and not found by id.
export function hideNew(body: unknown, nowMs: number, ms: number): unknown {
  const isHidden = (item: unknown) => {
    const createdMs = createdMsOf(item);
    return createdMs !== undefined && nowMs - createdMs < ms;
  };
  if (Array.isArray(body)) return body.filter((item) => !isHidden(item));
  return isHidden(body) ? undefined : body;
}

function createdMsOf(item: unknown): number | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const isOne = 'client_order_id' in item || 'tokenization_request_id' in item;
  return isOne && 'created_at' in item ? Date.parse(String(item.created_at)) : undefined;
}
