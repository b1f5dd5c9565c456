// Electron's security checklist, one test for each item, in the order of the table in docs/security.md.
import { expect, test } from 'playwright/test';
import { createFakeBrowser } from '#test/e2e/support/fake-browser.ts';
import { launchDesk, type ElectronDesk } from '#test/e2e/support/electron-desk.ts';
import { askInStrangers } from '#test/e2e/support/strangers.ts';
import { startOutside, type Outside } from '#test/e2e/support/outside.ts';

const browser = createFakeBrowser();
let desk: ElectronDesk;
let outside: Outside;
let address = '';

test.beforeAll(async () => {
  outside = await startOutside();
  address = outside.address;
  desk = await launchDesk({ env: browser.env });
});
test.afterAll(async () => {
  await desk?.close();
  outside?.stop();
  browser.remove();
});

type Preferences = Record<string, unknown>;
/** The preferences of every window, with main's own question among them. */
const preferences = async (): Promise<Preferences[]> =>
  desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) =>
      (
        window.webContents as unknown as { getLastWebPreferences(): Preferences }
      ).getLastWebPreferences(),
    ),
  );
const ofAll = async (name: string): Promise<unknown[]> => [
  ...new Set((await preferences()).map((one) => one[name])),
];

/** What main answers for an address of the page's scheme. */
const serve = (path: string): Promise<{ status: number; policy: string | null; text: string }> =>
  desk.app.evaluate(async ({ session }, url) => {
    const response = await session.defaultSession.fetch(url);
    const policy = response.headers.get('Content-Security-Policy');
    return { status: response.status, policy, text: await response.text() };
  }, path);

// What the system makes of it is seen in test/package/installed.test.ts: here Electron is started without its sandbox.
test('1: every page is made for a sandbox', async () => {
  expect(await ofAll('sandbox')).toEqual([true]);
});

test('2: the page and its preload have worlds of their own', async () => {
  expect(await ofAll('contextIsolation')).toEqual([true]);
  expect(
    await desk.page.evaluate(() => {
      const { ballast } = window as unknown as { ballast: { call: unknown } };
      try {
        ballast.call = () => 'taken over';
      } catch {
        // Frozen: that is the point.
      }
      return String(ballast.call).includes('taken over');
    }),
  ).toBe(false);
});

test('3: the page has nothing of Node', async () => {
  expect(await ofAll('nodeIntegration')).toEqual([false]);
  expect(
    await desk.page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron'].filter(
        (name) => name in window,
      ),
    ),
  ).toEqual([]);
});

test('4: the content policy begins with nothing, and holds', async () => {
  const { policy } = await serve('app://ballast/index.html');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'none'");
  expect(policy).not.toContain('unsafe');
  const outcome = await desk.page.evaluate(async () => {
    const violated = new Promise<string>((resolve) =>
      document.addEventListener(
        'securitypolicyviolation',
        ({ effectiveDirective }) => resolve(effectiveDirective),
        { once: true },
      ),
    );
    const script = document.createElement('script');
    script.textContent = 'window.ranInline = true';
    document.body.append(script);
    // Later: what a debugger evaluates itself is exempt from the policy.
    const evaluated = await new Promise<string>((resolve) =>
      setTimeout(() => {
        try {
          (window as unknown as { eval(text: string): void }).eval('1');
          resolve('evaluated');
        } catch {
          resolve('refused');
        }
      }),
    );
    return { inline: 'ranInline' in window, evaluated, directive: await violated };
  });
  expect(outcome).toEqual({
    inline: false,
    evaluated: 'refused',
    directive: expect.stringContaining('script-src'),
  });
});

test('5: no permission is given', async () => {
  const states = await desk.page.evaluate(async () => {
    const names = ['notifications', 'geolocation', 'camera', 'microphone', 'clipboard-read'];
    const queried = await Promise.all(
      names.map(async (name) => {
        const { state } = await navigator.permissions.query({ name: name as PermissionName });
        return state;
      }),
    );
    const media = await navigator.mediaDevices
      .getUserMedia({ audio: true })
      .then(() => 'given')
      .catch(() => 'refused');
    return [...queried, media, await Notification.requestPermission()];
  });
  expect(new Set(states)).toEqual(new Set(['denied', 'refused']));
  // Nor may the page put a file on the disk.
  const isDownloadRefused = desk.app.evaluate(
    ({ session }) =>
      new Promise<boolean>((resolve) =>
        session.defaultSession.once('will-download', ({ defaultPrevented }) =>
          resolve(defaultPrevented),
        ),
      ),
  );
  await desk.page.evaluate(() =>
    Object.assign(document.createElement('a'), { href: 'data:,x', download: 'x.txt' }).click(),
  );
  expect(await isDownloadRefused).toBe(true);
});

test('6: the page cannot be led away', async () => {
  const before = desk.page.url();
  for (const target of ['https://example.com/', address, 'file:///etc/passwd', 'app://ask/'])
    await desk.page.evaluate((url) => {
      location.href = url;
    }, target);
  await expect
    .poll(() =>
      desk
        .log()
        .filter(({ message }) => message.endsWith('navigation'))
        .map(({ url }) => url),
    )
    .toEqual(expect.arrayContaining(['https://example.com/', 'app://ask/']));
  expect(desk.page.url()).toBe(before);
});

test('7: the page opens no window', async () => {
  const opened = await desk.page.evaluate(
    (url) => [url, 'about:blank', 'app://ballast/index.html'].map((one) => window.open(one)),
    address,
  );
  expect(opened).toEqual([null, null, null]);
  // A middle click asks for a window as well.
  await desk.page.evaluate((url) => {
    const link = Object.assign(document.createElement('a'), { href: `${url}/middle` });
    link.style.cssText = 'position: fixed; inset: 0; z-index: 9999';
    link.id = 'middle';
    document.body.append(link);
  }, address);
  await desk.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    for (const type of ['mouseDown', 'mouseUp'] as const)
      contents?.sendInputEvent({ type, x: 300, y: 300, button: 'middle', clickCount: 1 });
  });
  await expect
    .poll(() => desk.log().map(({ message, url }) => `${message} ${String(url)}`))
    .toContain(`refused: window ${address}/middle`);
  await desk.page.evaluate(() => document.getElementById('middle')?.remove());
  expect(desk.app.windows()).toHaveLength(1);
});

test('8: a redirect leads nowhere', async () => {
  const before = desk.page.url();
  const isStopped = await desk.app.evaluate(({ BrowserWindow }) => {
    let stopped = 0;
    const event = { preventDefault: () => stopped++, url: 'https://example.com/' };
    BrowserWindow.getAllWindows()[0]?.webContents.emit('will-redirect', event);
    return stopped;
  });
  expect(isStopped).toBe(1);
  expect(desk.page.url()).toBe(before);
  expect(desk.log().map(({ message }) => message)).toContain('refused: redirect');
});

test('9: nothing is embedded', async () => {
  expect(await ofAll('webviewTag')).toEqual([false]);
  const outcome = await desk.page.evaluate(async (url) => {
    const webview = document.createElement('webview');
    webview.setAttribute('src', url);
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(webview, frame);
    await new Promise((resolve) => {
      frame.addEventListener('load', resolve);
      document.addEventListener('securitypolicyviolation', resolve);
    });
    const isUnknown = webview.constructor === HTMLElement;
    webview.remove();
    frame.remove();
    return isUnknown;
  }, address);
  expect(outcome).toBe(true);
  const isStopped = await desk.app.evaluate(({ BrowserWindow }) => {
    let stopped = 0;
    const event = { preventDefault: () => stopped++ };
    BrowserWindow.getAllWindows()[0]?.webContents.emit('will-attach-webview', event, {}, {});
    return stopped;
  });
  expect(isStopped).toBe(1);
});

test('10: only known addresses reach the browser, and only after a yes', async () => {
  await desk.app.evaluate(({ dialog }) => {
    const seen = { asked: [] as string[], answer: 0 };
    Object.assign(globalThis, { seen });
    dialog.showMessageBox = (async (options: { detail?: string }) => {
      seen.asked.push(options.detail ?? '');
      return { response: seen.answer, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  });
  type Seen = { asked: string[]; answer: number };
  const seen = async (): Promise<Seen & { opened: string[] }> => ({
    ...(await desk.app.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)),
    opened: browser.opened(),
  });
  const open = (url: string): Promise<unknown> =>
    desk.page.evaluate((one) => window.open(one) === null, url);
  for (const url of [
    'https://www.tradingview.com/evil',
    'https://www.tradingview.com.example.com/',
    'http://www.tradingview.com/',
    'file:///etc/passwd',
    'ballast://oauth/authorize',
    'smb://host/share',
  ])
    await open(url);
  expect(await seen()).toMatchObject({ asked: [], opened: [] });
  await open('https://www.tradingview.com/');
  await expect.poll(seen).toMatchObject({ asked: ['https://www.tradingview.com/'], opened: [] });
  await desk.app.evaluate(() => {
    (globalThis as unknown as { seen: Seen }).seen.answer = 1;
  });
  // By a script in the page: a locator, like the test's pointer, waits for the navigations that were refused to end.
  await expect
    .poll(() =>
      desk.page.evaluate(() => {
        const link = document.querySelector<HTMLAnchorElement>(
          'a[href="https://www.tradingview.com/"]',
        );
        link?.click();
        return link !== null;
      }),
    )
    .toBe(true);
  await expect.poll(async () => (await seen()).asked).toHaveLength(2);
  await expect.poll(seen).toMatchObject({ opened: ['https://www.tradingview.com/'] });
});

test('11: only the desk’s own page is heard', async () => {
  const refusal = { ok: false, failure: { kind: 'not-allowed' } };
  expect(await askInStrangers(desk.app)).toMatchObject({
    stranger: refusal,
    notAdmitted: refusal,
    admitted: { ok: true },
    ledAway: refusal,
  });
  expect(await desk.call('desk.info', {})).toMatchObject({ ok: true });
});

test('12: the page’s scheme serves its own folder and nothing else', async () => {
  const expected: [path: string, answer: string][] = [
    ['app://ballast/../../package.json', '404'],
    ['app://ballast/%2e%2e/%2e%2e/package.json', '404'],
    ['app://ballast/..%2f..%2fpackage.json', '404'],
    ['app://ballast/%2fetc/passwd', '404'],
    ['app://ballast/..%5c..%5cpackage.json', '404'],
    ['app://ballast/.hidden', '404'],
    ['app://ballast/index.html%00.png', '404'],
    ['app://ask/index.html', '404'],
    // The session cancels it before anybody could serve it.
    ['app://other/index.html', 'Error:'],
    ['app://ballast/index.html', '200'],
  ];
  // By a window: Electron's own fetch does not survive every refusal (it hangs, or ends the process).
  const answers = await desk.app.evaluate(async ({ BrowserWindow }, paths) => {
    const window = new BrowserWindow({ show: false });
    let status = '';
    window.webContents.on('did-navigate', (_event, _url, code) => (status = String(code)));
    const found: string[] = [];
    for (const [path] of paths)
      found.push(
        await window.loadURL(path).then(
          () => status,
          (error) => String(error).slice(0, 6),
        ),
      );
    window.destroy();
    return found;
  }, expected);
  expect(answers).toEqual(expected.map(([, answer]) => answer));
});

test('13: all that is shown came with the program', async () => {
  const sources = await desk.page.evaluate(() => [
    location.href,
    ...[...document.querySelectorAll<HTMLScriptElement>('[src]')].map(({ src }) => src),
    ...[...document.querySelectorAll<HTMLLinkElement>('link[href]')].map(({ href }) => href),
  ]);
  expect(sources.length).toBeGreaterThan(2);
  // What is drawn in the page itself comes from nowhere.
  expect(sources.filter((name) => !/^(app:\/\/ballast\/|data:)/.test(name))).toEqual([]);
  expect((await serve('app://ballast/index.html')).text).not.toMatch(/(src|href)="(https?:)?\/\//);
});

test('14: what the page asks for is canceled by the session, past the content policy as well', async () => {
  const canceled = await desk.app.evaluate(async ({ BrowserWindow }, url) => {
    const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
    const outcome = await window.loadURL(url).then(
      () => 'loaded',
      (error: unknown) => String(error),
    );
    window.destroy();
    return outcome;
  }, `${address}/window`);
  expect(canceled).toContain('ERR_BLOCKED_BY_CLIENT');
  expect(outside.reached).toEqual([]);
  expect(
    await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) =>
        webContents.getWebRTCIPHandlingPolicy(),
      ),
    ),
  ).toEqual(['disable_non_proxied_udp']);
  expect(
    await desk.app.evaluate(({ session }) =>
      session.defaultSession.resolveProxy('http://127.0.0.1:8080/'),
    ),
  ).toBe('SOCKS5 127.0.0.1:1');
});

test('18: dialogs that guard something are main’s, and Enter and Escape change nothing', async () => {
  type Options = { buttons?: string[]; defaultId?: number; cancelId?: number };
  await desk.app.evaluate(({ dialog }) => {
    const shown: Options[] = [];
    Object.assign(globalThis, { shown });
    dialog.showMessageBox = (async (options: Options) => {
      shown.push(options);
      return { response: options.defaultId ?? -1, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  });
  expect(await desk.call('trading.stop', {})).toMatchObject({ ok: true });
  expect(await desk.call('trading.resume', {})).toMatchObject({ ok: false });
  const shown = await desk.app.evaluate(
    () => (globalThis as unknown as { shown: Options[] }).shown,
  );
  expect(shown).toMatchObject([
    { buttons: ['Cancel', 'Allow trading'], defaultId: 0, cancelId: 0 },
  ]);
});

test('20: nothing insecure or experimental is switched on', async () => {
  expect(await ofAll('webSecurity')).toEqual([true]);
  for (const name of [
    'allowRunningInsecureContent',
    'experimentalFeatures',
    'nodeIntegrationInWorker',
    'nodeIntegrationInSubFrames',
    'navigateOnDragDrop',
  ])
    expect([name, (await ofAll(name)).filter(Boolean)]).toEqual([name, []]);
  for (const one of await preferences()) {
    expect(one['enableBlinkFeatures'] ?? '').toBe('');
    expect(one['disableBlinkFeatures'] ?? '').toBe('');
  }
  const switches = await desk.app.evaluate(({ app }) =>
    ['disable-web-security', 'allow-running-insecure-content', 'ignore-certificate-errors'].filter(
      (name) => app.commandLine.hasSwitch(name),
    ),
  );
  expect(switches).toEqual([]);
});
