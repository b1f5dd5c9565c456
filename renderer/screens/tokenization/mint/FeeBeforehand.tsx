import { feeBeforehand, lastFee } from '#renderer/screens/tokenization/fee-words.ts';
import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';
import { useAll } from '#renderer/session/use-all.ts';
import { Quantity } from '#renderer/ui/Quantity.tsx';

type Props = { issuer: string; network: string };

/** What can be said of a fee before there is one: that it is not known, and what the last one was. */
export function FeeBeforehand({ issuer, network }: Props) {
  const known = useAll(useMintDesk().feeds.tokenizations);
  const last = lastFee(
    known.map(({ request }) => request),
    { issuer, network },
  );
  return (
    <span>
      {feeBeforehand()}
      {last && (
        <>
          {' '}
          Last one at {issuer} on {network}: <Quantity value={last.fees} />, for{' '}
          <Quantity value={last.qty} /> {last.underlyingSymbol}.
        </>
      )}
    </span>
  );
}
