// Tokens that an account has minted and that were not redeemed to it, by symbol, issuer and network: a token of
// one issuer is not one of another. Only what the issuer has completed counts; what is pending stands beside it.
import type { TokensOutstanding } from '#contract/day-end.ts';
import type { TokenizationRequest } from '#contract/tokenization.ts';
import { add, isZero, mul, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';

export function outstandingOf(
  requests: readonly TokenizationRequest[],
  priceOf: (symbol: string) => Decimal | undefined,
): TokensOutstanding[] {
  const groups = Map.groupBy(
    requests.filter(({ status }) => status !== 'rejected'),
    ({ underlyingSymbol, issuer, network }) =>
      JSON.stringify([underlyingSymbol, issuer.toLowerCase(), network.toLowerCase()]),
  );
  return [...groups.keys()].sort().map((key) => {
    const [symbol, issuer, network] = JSON.parse(key) as [string, string, string];
    const sum = (type: string, isCompleted: boolean): Decimal =>
      (groups.get(key) ?? [])
        .filter((one) => one.type === type && (one.status === 'completed') === isCompleted)
        .reduce((total, { qty }) => add(total, qty), ZERO);
    const [minted, redeemed] = [sum('mint', true), sum('redeem', true)];
    const outstanding = sub(minted, redeemed);
    const price = priceOf(symbol);
    return {
      symbol,
      issuer,
      network,
      minted,
      redeemed,
      outstanding,
      pending: sum('mint', false),
      ...(price !== undefined && { price, value: mul(outstanding, price) }),
    };
  });
}

/** Undefined while the price of one of them is not known. */
export const valueOf = (tokens: readonly TokensOutstanding[]): Decimal | undefined =>
  tokens
    .filter(({ outstanding }) => !isZero(outstanding))
    .reduce<Decimal | undefined>(
      (total, { value }) =>
        total === undefined || value === undefined ? undefined : add(total, value),
      ZERO,
    );
