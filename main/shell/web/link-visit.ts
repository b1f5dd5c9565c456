// A link of any page in the browser reaches the desk here: main hears it and asks the desk's own tab to show it, as the
// system's links do in Electron. It carries no token and gets none; the name of this start is in no answer. A page cannot
// do it behind a person's back: the browser says that somebody clicked, or opened the address themselves.
import type { IncomingMessage } from 'node:http';
import type { Desk } from '#main/desk.ts';

type Answer = { status: number; text: string };

export const LINK_PATH = '/oauth/authorize';
const LONGEST = 10_000;

export function visitByLink(
  { method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  port: number,
  desk: Pick<Desk, 'navigate'>,
): Answer {
  // Names that another computer cannot take: one that resolves to this computer is turned away.
  if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`)
    return {
      status: 403,
      text: `Links for Ballast begin with http://127.0.0.1:${port}${LINK_PATH}.`,
    };
  if (method !== 'GET') return { status: 405, text: 'Links can only be opened.' };
  const isOpened =
    headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (!isOpened || headers['sec-fetch-user'] !== '?1')
    return {
      status: 403,
      text: 'This link was not clicked, so Ballast does not show it. Go back and click it, or paste it under Apps.',
    };
  const link = `ballast:/${url}`;
  if (link.length > LONGEST) return { status: 414, text: 'The link is too long.' };
  desk.navigate({ place: 'authorize', link });
  return { status: 200, text: GO_ON };
}

const GO_ON = `Ballast received this request. Continue in its tab: it shows who is asking for what, and nothing happens until you decide.
If no Ballast tab is open, open the last address that it printed in the terminal, then click the link again.
`;
