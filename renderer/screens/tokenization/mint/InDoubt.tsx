import { useAll } from '#renderer/session/use-all.ts';
import { isInDoubt } from '#renderer/screens/tokenization/mint/mint-words.ts';
import { MintStanding } from '#renderer/screens/tokenization/mint/MintStanding.tsx';
import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';

/** Mints whose fate is open, however old; the one that the form tells of is left to the form. */
export function InDoubt() {
  const { feeds, lastMint } = useMintDesk();
  const open = useAll(feeds.mints).filter(
    (row) => isInDoubt(row) && row.intent.intentId !== lastMint,
  );
  if (open.length === 0) return null;
  return (
    <section className="panel in-doubt" aria-labelledby="in-doubt-title">
      <h2 id="in-doubt-title" className="panel-title">
        Unconfirmed mints <span className="count">{open.length}</span>
      </h2>
      <ul className="in-doubt-list">
        {open.map((row) => (
          <li key={row.intent.intentId}>
            <MintStanding row={row} isTitled />
          </li>
        ))}
      </ul>
    </section>
  );
}
