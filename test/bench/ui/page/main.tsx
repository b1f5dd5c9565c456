// The real desk over the bridge of the bench, and what a bench may ask of the page.
import '#renderer/ui/styles.ts';
import { createRoot } from 'react-dom/client';
import { App } from '#renderer/app/App.tsx';
import { createBenchBridge } from './bench-bridge.ts';
import { createDriver, type Driver } from './driver.ts';
import { MINUTE_MS, readWorld } from './world.ts';

declare global {
  var bench: Driver;
}

const worker = new Worker(new URL('market-worker.ts', import.meta.url), { type: 'module' });
const now = Date.now();
const world = readWorld(location.search);
const bridge = createBenchBridge(world, worker, now - (now % MINUTE_MS));
globalThis.bench = createDriver(bridge, world);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root');
createRoot(root).render(<App bridge={bridge} />);
