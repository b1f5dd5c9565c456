import '#renderer/app/frame/toasts.css';
import type { ReactNode } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import { MONEY_WORDS } from '#renderer/core/environment.ts';
import { Toasts } from '#renderer/app/frame/Toasts.tsx';

type Props = { profile: AccountProfile; children?: ReactNode };

/** At the foot of every window: what was just said, and which money is meant. */
export function FrameFoot({ profile, children }: Props) {
  return (
    <footer className="frame-foot">
      <Toasts account={profile.label} />
      <p className="foot-words cut" title={MONEY_WORDS[profile.environment]}>
        {MONEY_WORDS[profile.environment]}
      </p>
      {children}
    </footer>
  );
}
