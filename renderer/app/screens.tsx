// The screens, in the order of the navigation. A screen that is not listed here is not offered anywhere.
import type { ComponentType } from 'react';
import type { ScreenName } from '#renderer/session/session.ts';
import { late } from '#renderer/ui/late.tsx';

type Screen = { name: ScreenName; title: string; component: ComponentType };

const Opening = () => <p className="empty">Opening…</p>;
const screenOf = (load: () => Promise<ComponentType>): ComponentType =>
  late(load, Opening).Component;

const desk = late(
  async () => (await import('#renderer/screens/desk/DeskScreen.tsx')).DeskScreen,
  Opening,
);

/** The desk is what a window opens with: its file is read while the accounts are asked for. */
export const readDeskAhead = desk.ahead;

/** A window that shows one chart and none of the desk's panels. */
export const chartWindow = late(
  async () =>
    (await import('#renderer/screens/desk/window/ChartWindowScreen.tsx')).ChartWindowScreen,
  () => <p className="empty">Opening the chart</p>,
);

export const SCREENS: readonly Screen[] = [
  {
    name: 'desk',
    title: 'Desk',
    component: desk.Component,
  },
  {
    name: 'account',
    title: 'Account',
    component: screenOf(
      async () => (await import('#renderer/screens/account/AccountScreen.tsx')).AccountScreen,
    ),
  },
  {
    name: 'tokenization',
    title: 'Tokenization',
    component: screenOf(
      async () =>
        (await import('#renderer/screens/tokenization/TokenizationScreen.tsx')).TokenizationScreen,
    ),
  },
  {
    name: 'apps',
    title: 'Apps',
    component: screenOf(
      async () => (await import('#renderer/screens/apps/AppsScreen.tsx')).AppsScreen,
    ),
  },
  {
    name: 'activity',
    title: 'Activity',
    component: screenOf(
      async () => (await import('#renderer/screens/activity/ActivityScreen.tsx')).ActivityScreen,
    ),
  },
  {
    name: 'settings',
    title: 'Settings',
    component: screenOf(
      async () => (await import('#renderer/screens/settings/SettingsScreen.tsx')).SettingsScreen,
    ),
  },
];

export const hasScreen = (name: ScreenName): boolean =>
  SCREENS.some((screen) => screen.name === name);
