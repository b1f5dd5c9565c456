// The one place through which every number goes: tabular digits, its sign's color, its staleness, and whether it is
// hidden. The others say how a number is written.
import type { ReactNode } from 'react';
import { HIDDEN } from '#contract/private-text.ts';
import { directionOf } from '#renderer/ui/format.ts';
import { usePrivacy } from '#renderer/ui/privacy.ts';

type Props = {
  /** Undefined when it is not known. */
  text: string | undefined;
  /** Says how much somebody has, and is hidden in privacy mode. Prices of the market are nobody's. */
  isPersonal?: boolean;
  stale?: boolean;
  /** Reckoned, and not read yet. */
  isEstimate?: boolean | undefined;
  /** The number whose color this takes, as it is written. */
  sign?: string | undefined;
  /** In place of one that is not known. */
  missing?: ReactNode;
};

export function Num({
  text,
  isPersonal = false,
  stale = false,
  isEstimate = false,
  sign,
  missing = '–',
}: Props) {
  const isPrivate = usePrivacy();
  if (text === undefined) return <span className="num quiet-text">{missing}</span>;
  if (isPersonal && isPrivate)
    return (
      <span className="num hidden-number">
        <span aria-hidden="true">{HIDDEN}</span>
        <span className="visually-hidden">hidden</span>
      </span>
    );
  const color = stale ? 'stale' : (directionOf(sign) ?? '');
  return (
    <span className={`num ${color}`}>
      {isEstimate && (
        <>
          <span aria-hidden="true">≈</span>
          <span className="visually-hidden">estimated </span>
        </>
      )}
      {text}
    </span>
  );
}
