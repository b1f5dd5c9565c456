// The fee of a mint. The broker's documents call it 'fees charged for this tokenization request', a number without a unit,
// publish no schedule and tell it of a request that ended: what is not told is not shown.
import type { TokenizationRequest } from '#contract/tokenization.ts';

export const FEE_TITLE =
  'The number that the broker reports. It does not say in which currency or unit';
const FEE_UNIT = 'as the broker reports it, unit not stated';

/** Before a mint is sent. `requests`: 1, unless it is a batch. */
export const feeBeforehand = (requests = 1): string =>
  requests === 1
    ? 'Not known in advance. The broker reports it when the mint is completed, without a unit.'
    : 'Not known in advance. The broker reports one for each request when it is completed, without a unit.';

/** What the last mint of the same kind was charged. */
export function lastFee(
  requests: readonly TokenizationRequest[],
  { issuer, network }: { issuer: string; network: string },
): TokenizationRequest | undefined {
  let last: TokenizationRequest | undefined;
  for (const one of requests)
    if (
      one.type === 'mint' &&
      one.fees !== undefined &&
      one.issuer === issuer &&
      one.network === network &&
      (last === undefined || Date.parse(one.createdAt) > Date.parse(last.createdAt))
    )
      last = one;
  return last;
}

export function feeOf({ fees, status }: TokenizationRequest): string {
  if (fees !== undefined) return FEE_UNIT;
  return status === 'pending' ? 'reported when it is completed' : 'none reported';
}
