// The sections of the settings, in their order. A new one is a line here.
import type { ComponentType } from 'react';
import type { DeskInfo, Environment } from '#contract/records.ts';
import { AboutSection } from '#renderer/screens/settings/about/AboutSection.tsx';
import { DataSection } from '#renderer/screens/settings/about/DataSection.tsx';
import { AccountsSection } from '#renderer/screens/settings/accounts/AccountsSection.tsx';
import { LockSection } from '#renderer/screens/settings/accounts/LockSection.tsx';
import { AlertsSection } from '#renderer/screens/settings/alerts/AlertsSection.tsx';
import { AppearanceForm } from '#renderer/screens/settings/appearance/AppearanceForm.tsx';
import { KeysSection } from '#renderer/screens/settings/appearance/KeysSection.tsx';
import { WindowSection } from '#renderer/screens/settings/appearance/WindowSection.tsx';
import { BreakItSection } from '#renderer/screens/settings/break-it/BreakItSection.tsx';
import { GuardsSection } from '#renderer/screens/settings/guards/GuardsSection.tsx';
import { OrdersSection } from '#renderer/screens/settings/orders/OrdersSection.tsx';

type Where = { environment: Environment; shell: DeskInfo['shell'] | undefined };

type SettingsSection = {
  id: string;
  title: string;
  component: ComponentType;
  /** It draws its own heading. */
  hasTitle?: true;
  /** Left out elsewhere. */
  isFor?: (where: Where) => boolean;
};

export const SECTIONS: readonly SettingsSection[] = [
  { id: 'accounts', title: 'Accounts', component: AccountsSection, hasTitle: true },
  { id: 'lock', title: 'Lock', component: LockSection, hasTitle: true },
  { id: 'orders', title: 'Orders', component: OrdersSection },
  { id: 'guards', title: 'Guards', component: GuardsSection },
  { id: 'alerts', title: 'Alerts', component: AlertsSection },
  { id: 'appearance', title: 'Appearance', component: AppearanceForm },
  { id: 'keys', title: 'Keyboard shortcuts', component: KeysSection },
  {
    id: 'window',
    title: 'Window and startup',
    component: WindowSection,
    isFor: ({ shell }) => shell === 'electron',
  },
  {
    id: 'break-it',
    title: 'Break it',
    component: BreakItSection,
    isFor: ({ environment }) => environment === 'embedded',
  },
  { id: 'data', title: 'Data', component: DataSection },
  { id: 'about', title: 'About', component: AboutSection },
];
