// Windows that try to talk to the desk through its own preload, and what they are answered.
import { join } from 'node:path';
import type { ElectronApplication } from 'playwright/test';

type Answers = {
  stranger: unknown;
  /** The desk's own page in a window that nobody admitted. */
  notAdmitted: unknown;
  admitted: unknown;
  /** The same window, once something else is in it. */
  ledAway: unknown;
};

export const askInStrangers = (app: ElectronApplication): Promise<Answers> =>
  app.evaluate(
    async ({ BrowserWindow, Menu }, preload) => {
      const stranger = 'data:text/html,<p>stranger</p>';
      const ask = (window: Electron.BrowserWindow): Promise<unknown> =>
        window.webContents.executeJavaScript("window.ballast.call('desk.info', {})");
      const askAt = async (url: string): Promise<unknown> => {
        const window = new BrowserWindow({
          show: false,
          webPreferences: { preload, sandbox: true },
        });
        await window.loadURL(url);
        const answer = await ask(window);
        window.destroy();
        return answer;
      };
      const answers = {
        stranger: await askAt(stranger),
        notAdmitted: await askAt('app://ballast/index.html'),
      };

      const known = BrowserWindow.getAllWindows();
      const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'File');
      file?.submenu?.items.find(({ label }) => label === 'New window')?.click();
      const opened = BrowserWindow.getAllWindows().find((window) => !known.includes(window));
      if (!opened) throw new Error('no window was opened');
      await new Promise<void>((resolve) =>
        opened.webContents.once('did-finish-load', () => resolve()),
      );
      const admitted = await ask(opened);
      await opened.loadURL(stranger);
      const ledAway = await ask(opened);
      opened.destroy();
      return { ...answers, admitted, ledAway };
    },
    join(process.cwd(), 'out/preload/index.cjs'),
  );
