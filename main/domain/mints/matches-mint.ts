// Whether a request at the broker is the one that a stored mint asked for, member by member.
import type { TokenizationRequest } from '#contract/tokenization.ts';
import { isEqual, type Decimal } from '#main/domain/decimal.ts';
import { walletKey } from '#main/domain/mints/wallet-key.ts';

type MintTerms = {
  underlyingSymbol: string;
  qty: Decimal;
  issuer: string;
  network: string;
  walletAddress: string;
  clientRequestId: string;
};

/** What is different, in words; nothing when it is the same. Members that the request does not carry say nothing. */
export function mintDifferences(asked: MintTerms, request: TokenizationRequest): string[] {
  const { walletAddress, clientRequestId } = request;
  return [
    request.type !== 'mint' && `it is a ${request.type}`,
    request.underlyingSymbol !== asked.underlyingSymbol && `it is of ${request.underlyingSymbol}`,
    !isEqual(request.qty, asked.qty) && `its quantity is ${request.qty}`,
    request.issuer !== asked.issuer && `its issuer is ${request.issuer}`,
    request.network !== asked.network && `its network is ${request.network}`,
    walletAddress !== undefined &&
      !isSameWallet(asked, walletAddress) &&
      `its wallet is ${walletAddress}`,
    clientRequestId !== undefined &&
      clientRequestId !== asked.clientRequestId &&
      `its label is ${clientRequestId}`,
  ].filter((difference) => difference !== false);
}

/** The same mint under whatever label. */
export const isSameMint = (a: MintTerms, b: MintTerms): boolean =>
  a.underlyingSymbol === b.underlyingSymbol &&
  isEqual(a.qty, b.qty) &&
  a.issuer === b.issuer &&
  a.network === b.network &&
  isSameWallet(a, b.walletAddress);

/** In whatever spelling: a broker may write an address of Ethereum in lower case, and it is the same wallet. */
const isSameWallet = (
  { network, walletAddress }: Pick<MintTerms, 'network' | 'walletAddress'>,
  other: string,
): boolean => walletKey(network, walletAddress) === walletKey(network, other);
