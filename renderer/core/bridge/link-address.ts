// Where an application sends a person: in Electron the system opens links of the scheme, in the web shell main hears them
// on its port, by the plain address of this computer that every page can name.
import type { Bridge } from '#contract/bridge.ts';

type Page = { ballast?: Bridge; location: Pick<Location, 'port'> };

export const linkAddress = (page: Page = window): string =>
  page.ballast
    ? 'ballast://oauth/authorize'
    : `http://127.0.0.1:${page.location.port}/oauth/authorize`;
