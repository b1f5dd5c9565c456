// Lookup blindness: what a lagging replica answers. Orders younger than `ms` are missing from lists and not found by id.
export function hideNewOrders(body: unknown, nowMs: number, ms: number): unknown {
  const isHidden = (item: unknown) => {
    const createdMs = orderCreatedMs(item);
    return createdMs !== undefined && nowMs - createdMs < ms;
  };
  if (Array.isArray(body)) return body.filter((item) => !isHidden(item));
  return isHidden(body) ? undefined : body;
}

function orderCreatedMs(item: unknown): number | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  if (!('client_order_id' in item) || !('created_at' in item)) return undefined;
  return Date.parse(String(item.created_at));
}
