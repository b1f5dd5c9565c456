import { defineConfig } from 'vitest/config';
import { GROWTH } from './test/support/scale.ts';

const suite = (name: string, include: string[], timeoutMs: number) => ({
  test: {
    name,
    include,
    environment: 'node',
    setupFiles: ['test/support/landing-seed.ts'],
    // No module keeps state, so files can share one process; loading everything anew for each is half of the time.
    isolate: false,
    testTimeout: timeoutMs * Math.max(1, GROWTH),
    hookTimeout: timeoutMs,
    // What is polled is another process, on a machine that does much else.
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
});

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      suite('unit', ['test/unit/**/*.test.ts', 'test/architecture.test.ts'], 20_000),
      // Real keyrings on D-Bus sessions of their own; Linux only.
      suite('keyring', ['test/keyring/**/*.test.ts'], 60_000),
      suite('broker', ['test/broker/**/*.test.ts'], 60_000),
      suite('conformance', ['test/conformance/**/*.test.ts', 'test/oauth/**/*.test.ts'], 60_000),
      // A real desk in its process, asked over its bridge as a page would ask.
      suite('desk', ['test/desk/**/*.test.ts'], 120_000),
      // Beside much else each takes three times as long: the limit is for what hangs.
      suite('faults', ['test/faults/**/*.test.ts'], 600_000),
      // Only within the proof: random tries by the thousand, and a whole trading day.
      suite('campaigns', ['test/campaigns/**/*.test.ts'], 600_000),
      // The deb on a Debian of its own; as root, on Debian only.
      suite('package', ['test/package/**/*.test.ts'], 600_000),
      suite('soak', ['test/soak/**/*.test.ts'], 600_000),
    ],
  },
});
