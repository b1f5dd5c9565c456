// The screens, in the order of the navigation. A screen that is not listed here is not offered anywhere.
import { lazy, type ComponentType } from 'react';
import type { ScreenName } from '#renderer/session/session.ts';

export type Screen = { name: ScreenName; title: string; component: ComponentType };

export const SCREENS: readonly Screen[] = [
  {
    name: 'desk',
    title: 'Desk',
    component: lazy(async () => ({
      default: (await import('#renderer/screens/desk/DeskScreen.tsx')).DeskScreen,
    })),
  },
  {
    name: 'apps',
    title: 'Apps',
    component: lazy(async () => ({
      default: (await import('#renderer/screens/apps/AppsScreen.tsx')).AppsScreen,
    })),
  },
  {
    name: 'settings',
    title: 'Settings',
    component: lazy(async () => ({
      default: (await import('#renderer/screens/settings/SettingsScreen.tsx')).SettingsScreen,
    })),
  },
];

export const hasScreen = (name: ScreenName): boolean =>
  SCREENS.some((screen) => screen.name === name);
