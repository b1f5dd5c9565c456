// One application per data folder. A second start hands over its link, if it has one, and ends; macOS hands links over
// by an event, also before the application is ready. Only the scheme of a link is judged here; what it asks is read and
// judged by the desk.
import { app } from 'electron';

const LINK_SCHEME = 'ballast';
const LONGEST = 10_000;

export type Links = {
  /** Called for every further start, with its link if it had one; at once with what came so far. */
  follow(listener: (link: string | undefined) => void): void;
};

/** Undefined when another instance has this folder: it knows of this start, and this one is to end. */
export function claimInstance(argv: readonly string[]): Links | undefined {
  const own = linkIn(argv);
  if (!app.requestSingleInstanceLock({ link: own })) return undefined;
  let waiting = own;
  let onStart = (link: string | undefined): void => void (waiting = link ?? waiting);
  app.on('second-instance', (_event, args, _folder, data) =>
    onStart(linkFrom(data) ?? linkIn(args)),
  );
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const link = linkIn([url]);
    if (link !== undefined) onStart(link);
  });
  // In development the program is Electron itself, which must not become the handler of anybody's links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  return {
    follow(listener) {
      onStart = listener;
      if (waiting !== undefined) listener(waiting);
    },
  };
}

function linkFrom(data: unknown): string | undefined {
  const { link } = (data ?? {}) as { link?: unknown };
  return typeof link === 'string' ? linkIn([link]) : undefined;
}

/** The link among the arguments of a start, if there is one. */
export function linkIn(argv: readonly string[]): string | undefined {
  const link = argv.find((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}://`));
  return link !== undefined && link.length <= LONGEST ? link : undefined;
}
