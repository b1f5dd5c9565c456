import { useEffect } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import { iconAddress, windowTitle, type Titled } from '#renderer/core/environment.ts';

/** The window says which account it trades for, also from the taskbar. */
export function useEnvironment(profile: AccountProfile, theme: string, titled: Titled = {}): void {
  const { environment } = profile;
  useTitle(windowTitle(profile, titled));
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const frame = document.querySelector('.frame');
    if (!icon || !frame) return;
    // The color in force, not the pair that the token is.
    icon.href = iconAddress(getComputedStyle(frame).borderTopColor);
    icon.dataset['drawnFor'] = `${environment} ${theme}`;
  }, [environment, theme]);
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = 'Ballast';
    };
  }, [title]);
}
