// The web shell: the whole desk in plain Node, its page in a browser tab over loopback.
import { isReturnAddress } from '#contract/oauth.ts';
import { createDesk } from '#main/desk.ts';
import { createComputerPorts } from '#main/shell/common/computer-ports.ts';
import {
  claimDataFolder,
  defaultDataFolder,
  describeOwner,
  finishReplacement,
  openDataFolder,
  readOnlyNote,
} from '#main/shell/common/data-folder.ts';
import { createFileLog } from '#main/shell/common/file-log.ts';
import type { ShellOptions } from '#main/shell/common/options.ts';
import { forgottenCancels } from '#main/shell/common/forgotten-cancels.ts';
import { createPageFiles } from '#main/shell/common/page-files.ts';
import { createRedactor } from '#main/shell/common/redact.ts';
import {
  watchForSleep,
  systemClock,
  systemDelay,
  systemRandom,
} from '#main/shell/common/system.ts';
import { startBrokerChild, startKeychainChild } from '#main/shell/web/child-processes.ts';
import { createEntry } from '#main/shell/web/entry.ts';
import { hasDesktop, openBrowser, openFolder } from '#main/shell/common/open-browser.ts';
import { RENDERER } from '#main/shell/web/places.ts';
import { startWebServer } from '#main/shell/web/server.ts';
import { createSettingsFile } from '#main/shell/web/settings-file.ts';
import { plainQuestions } from '#main/shell/common/plain-words.ts';
import { createTerminal } from '#main/shell/web/terminal.ts';

/** Answers the process's exit code when it ends before it serves; otherwise runs until a signal. */
export async function runWebShell(options: ShellOptions): Promise<number | undefined> {
  const folder = openDataFolder(options.data ?? defaultDataFolder(process.env, process.platform));
  const since = new Date(systemClock.wall()).toISOString();
  const claim = claimDataFolder(folder, { pid: process.pid, shell: 'web', since });
  if (!claim.ok) {
    say(`The data folder ${folder} is in use by ${describeOwner(claim.owner)}.`, process.stderr);
    return 1;
  }
  const { isReadOnly } = claim;
  if (isReadOnly) say(readOnlyNote(folder), process.stderr);
  const notes = finishReplacement(folder, isReadOnly);
  for (const note of notes) say(note);
  const redactor = createRedactor();
  const log = createFileLog(folder, systemClock.wall, redactor);
  const terminal = createTerminal({
    input: process.stdin,
    output: process.stdout,
    onInterrupt: () => process.kill(process.pid, 'SIGINT'),
    delay: systemDelay,
  });
  const desk = createDesk({
    ...createComputerPorts({
      shell: 'web',
      folder,
      isReadOnly,
      redactor,
      log,
      startKeychain: startKeychainChild,
      notes,
    }),
    settings: createSettingsFile(folder, isReadOnly),
    ...plainQuestions(terminal),
    say: terminal.say,
    isLiveAllowed: options.allowLive,
    // The page shows them itself: a browser's notifications belong to its tab.
    notify: () => undefined,
    openExternal: async (url) => {
      // The page is in a browser already and could go there by itself, so nobody is asked a second time.
      if (!options.open || !hasDesktop(process.env, process.platform) || !isReturnAddress(url))
        return 'no-browser';
      return openBrowser(url, process.platform).then(
        () => 'opened',
        () => 'no-browser',
      );
    },
    openFolder: async (path) =>
      options.open &&
      hasDesktop(process.env, process.platform) &&
      openFolder(path, process.platform).then(
        () => true,
        () => false,
      ),
    startBroker: startBrokerChild,
    end() {
      say('Ballast is closing as you confirmed. Start it again.');
      end();
    },
  });
  await desk.start();
  const entry = createEntry(systemRandom, () =>
    say(`To open another tab: ${entry.address(server.port)}`),
  );
  const server = await startWebServer({
    desk,
    pages: createPageFiles(RENDERER),
    entry,
    port: options.port,
    log,
  });
  const address = entry.address(server.port);
  const stopWatching = watchForSleep(systemClock, systemDelay, desk.wake);
  const end = endOnSignal(async () => {
    const forgotten = forgottenCancels(desk.summary().unkeptCancels);
    if (forgotten !== undefined) say(forgotten, process.stderr);
    stopWatching();
    await server.close();
    await desk.stop();
    claim.release();
  });
  say(`Ballast is ready: ${address}`);
  if (options.open && hasDesktop(process.env, process.platform))
    // Without an opener the address is there, printed.
    openBrowser(address, process.platform).catch(() => undefined);
  return undefined;
}

/** Answers what a signal does. */
function endOnSignal(stop: () => Promise<void>): () => void {
  let isEnding = false;
  function end(): void {
    if (isEnding) return;
    isEnding = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        say(`Ballast did not end cleanly: ${String(error)}`, process.stderr);
        process.exit(1);
      },
    );
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  return end;
}

function say(line: string, stream: NodeJS.WriteStream = process.stdout): void {
  stream.write(`${line}\n`);
}
