// The sections of the settings, in the order of their navigation.
import type { ComponentType } from 'react';
import { AccountsSection } from '#renderer/screens/settings/accounts/AccountsSection.tsx';
import { LockSection } from '#renderer/screens/settings/accounts/LockSection.tsx';

export type SettingsSection = { id: string; title: string; component: ComponentType };

export const SECTIONS: readonly SettingsSection[] = [
  { id: 'accounts', title: 'Accounts', component: AccountsSection },
  { id: 'lock', title: 'Lock', component: LockSection },
];
