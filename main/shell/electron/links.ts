// One application per data folder. A second start hands over its link, if it has one, and ends; macOS hands links over
// by an event, also before the application is ready.
import { app } from 'electron';
import { LINK_SCHEME, linkIn } from '#main/shell/electron/deep-link.ts';

export type Links = {
  /** Called for every further start, with its link if it had one; at once with what came so far. */
  follow(listener: (link: string | undefined) => void): void;
};

/** Undefined when another instance has this folder: it was told, and this one is to end. */
export function claimInstance(argv: readonly string[]): Links | undefined {
  const own = linkIn(argv);
  if (!app.requestSingleInstanceLock({ link: own })) return undefined;
  let waiting = own;
  let tell = (link: string | undefined): void => void (waiting = link ?? waiting);
  app.on('second-instance', (_event, args, _folder, told) => tell(linkFrom(told) ?? linkIn(args)));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const link = linkIn([url]);
    if (link !== undefined) tell(link);
  });
  // In development the program is Electron itself, which must not become the handler of anybody's links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  return {
    follow(listener) {
      tell = listener;
      if (waiting !== undefined) listener(waiting);
    },
  };
}

function linkFrom(told: unknown): string | undefined {
  const { link } = (told ?? {}) as { link?: unknown };
  return typeof link === 'string' ? linkIn([link]) : undefined;
}
