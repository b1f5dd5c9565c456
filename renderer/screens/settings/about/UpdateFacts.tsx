import type { Bridge } from '#contract/bridge.ts';
import { QUESTIONS } from '#contract/questions.ts';
import type { PackageKind, UpdateState } from '#contract/updates.ts';
import { AskedNote } from '#renderer/session/AskedNote.tsx';
import { useUpdates } from '#renderer/session/use-updates.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { Fact } from '#renderer/ui/Fact.tsx';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';
import { formatExchangeMoment } from '#renderer/ui/format.ts';
import { Problem } from '#renderer/ui/Problem.tsx';
import { sizeText } from '#renderer/ui/size-text.ts';
import { useNow } from '#renderer/ui/use-now.ts';

const INSTALL: Record<PackageKind, (path: string) => string> = {
  deb: (path) => `In a terminal: sudo apt install ${shellWord(path)}`,
  appimage: () => 'Make the file executable and start it instead of the old one.',
  dmg: () => 'Open the file and drag Ballast to Applications.',
  nsis: () => 'Run the file.',
};

/** As a terminal takes it for one word. */
function shellWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** New versions are told, saved and verified here, and installed by a person. */
export function UpdateFacts({ bridge }: { bridge: Bridge }) {
  const state = useUpdates(bridge);
  return (
    <Fact name="New versions">
      {state === undefined ? (
        <span className="skeleton" />
      ) : state.feed === 'on' ? (
        <Following bridge={bridge} state={state} />
      ) : (
        NOT_FOLLOWING[state.feed]
      )}
    </Fact>
  );
}

const NOT_FOLLOWING = {
  none: 'This copy follows no update feed. New versions come from where you got this one; where that is a package repository, with your system’s updates.',
  off: 'Ballast does not look for new versions now: its data folder, or the file updates.json in it, cannot be used, and what was read could not be remembered.',
  broken:
    'Ballast cannot look for new versions: the address or the keys of its update feed cannot be used. Ask whoever packed this copy for another one.',
} as const;

type Props = { bridge: Bridge; state: UpdateState };

function Following({ bridge, state }: Props) {
  const { run, failure, isBusy } = useWork();
  const now = useNow(60_000);
  const { isLooking, lastLookAt, found, refused } = state;
  return (
    <>
      <p role="status">
        {found
          ? `Ballast ${found.version} is available, published ${found.publishedAt.slice(0, 10)}.`
          : refused
            ? `The last look failed, ${formatExchangeMoment(refused.at, now)}.`
            : lastLookAt === undefined
              ? 'Not looked for yet.'
              : 'This was the newest version at the last look.'}
      </p>
      {lastLookAt !== undefined && (
        <p className="quiet-text">
          {refused ? 'Last look that succeeded' : 'Last look'}:{' '}
          {formatExchangeMoment(lastLookAt, now)}.
        </p>
      )}
      {refused && (
        <p className="note note-warn" role="alert">
          {refused.why} ({formatExchangeMoment(refused.at, now)})
        </p>
      )}
      <FailureNote failure={failure} />
      {found && found.notes !== '' && <p className="update-notes">{found.notes}</p>}
      <p>
        <button
          type="button"
          className="small"
          disabled={isLooking || isBusy}
          onClick={() => void run(bridge.call('updates.look', {}), () => undefined)}
        >
          Look now
        </button>
      </p>
      <Saving bridge={bridge} state={state} />
    </>
  );
}

function Saving({ bridge, state: { found, file } }: Props) {
  const saving = useWork();
  const showing = useWork();
  const isSaving = file?.state === 'saving';
  return (
    <>
      {/* Why it was not saved is told below, also where another window asked for it. */}
      <FailureNote failure={file?.state === 'failed' ? undefined : saving.failure} />
      <AskedNote question={QUESTIONS.saveUpdate} isAsked={saving.isBusy && !isSaving} />
      {isSaving && (
        <p>
          <span role="status">Saving {file.name}.</span>{' '}
          <span className="num">{Math.floor((100 * file.done) / file.size)}%</span>{' '}
          <button
            type="button"
            className="small"
            onClick={() => void bridge.call('updates.cancel', {})}
          >
            Cancel<span className="visually-hidden"> saving</span>
          </button>
        </p>
      )}
      <Problem text={file?.why} />
      {file?.path !== undefined && (
        <>
          <p role="status">
            Verified: <code>{file.path}</code> is Ballast {file.version} as it was signed.
          </p>
          <p>Quit Ballast and install it yourself. {INSTALL[file.kind](file.path)}</p>
          <FailureNote failure={showing.failure} />
          <p>
            <button
              type="button"
              className="small"
              onClick={() =>
                void showing.run(bridge.call('updates.showFolder', {}), () => undefined)
              }
            >
              Show its folder
            </button>
          </p>
        </>
      )}
      {found?.file && !isSaving && (
        <p>
          <button
            type="button"
            className="small"
            disabled={saving.isBusy}
            onClick={() => void saving.run(bridge.call('updates.fetch', {}), () => undefined)}
          >
            Save and verify…
          </button>{' '}
          <span className="quiet-text">
            {found.file.name}, {sizeText(found.file.size)}
          </span>
        </p>
      )}
    </>
  );
}
