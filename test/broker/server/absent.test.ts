// What docs/paper.md says is absent: answered with a 404 that names it, and nothing of the specs beside it is.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Broker } from '#main/paper/broker.ts';
import { connect } from '#test/broker/server/sockets.ts';
import { startBroker } from '#test/broker/server/started.ts';

const section = readFileSync('docs/paper.md', 'utf8').split('## What is absent')[1] ?? '';
const rows = section.split('\n').filter((line) => /^\| \w/.test(line) && line.includes('`/'));
const pathsIn = (column: number): string[] =>
  rows.flatMap((row) =>
    [...(row.split('|')[column] ?? '').matchAll(/`(\/[^`]+)`/g)].map((m) => m[1] ?? ''),
  );
const partners = section.split('\n').find((line) => line.startsWith('- the events of')) ?? '';
const REQUESTS = [
  ...pathsIn(2),
  ...[...partners.matchAll(/`(\/[^`]+)`/g)].map(([, path]) => `${path}/**`),
];
const STREAMS = pathsIn(3);
/** As somebody would ask for it. */
const sample = (pattern: string) => pattern.replace('**', 'any/thing').replaceAll('*', 'AAPL');
const covers = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll('**', '.+').replaceAll(/(?<!\.)\*/g, '[^/]+')}$`);

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker(['--start', '2026-03-02T15:00:30Z', '--rate', '100000']);
});
afterAll(() => broker.stop());

async function ask(method: string, path: string) {
  const response = await fetch(broker.addresses.rest + path, {
    method,
    headers: { 'APCA-API-KEY-ID': 'K', 'APCA-API-SECRET-KEY': 'S' },
  });
  const text = await response.text();
  return { status: response.status, text };
}
const noSuch = (method: string, path: string) =>
  `endpoint not found: the practice broker has no ${method} ${path}`;

it.each(REQUESTS)('%s is a 404 that names what was asked for', async (pattern) => {
  for (const method of ['GET', 'POST']) {
    const path = sample(pattern);
    const { status, text } = await ask(method, path);
    expect(status).toBe(404);
    expect(JSON.parse(text)).toEqual({ code: 40410000, message: noSuch(method, path) });
  }
});

it.each(STREAMS)('the stream %s is a 404 instead of the upgrade', async (path) => {
  const { refused } = await connect(broker.addresses.dataStream.replace(/\/v2\/iex$/, path));
  expect(refused).toBe(404);
});

const hasSpecs = existsSync('../shared/specs');
it.skipIf(!hasSpecs).each(['trading', 'data'])(
  'nothing else of the %s spec is absent',
  async (name) => {
    const file = `../shared/specs/${name}.json`;
    const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const patterns = REQUESTS.map(covers);
    for (const [path, methods] of Object.entries(paths)) {
      const isListed = patterns.some((pattern) => pattern.test(path));
      for (const method of Object.keys(methods).filter((each) =>
        /^(get|post|put|patch|delete)$/.test(each),
      )) {
        const asked = path.replaceAll(/\{\w+\}/g, 'AAPL');
        if (asked.startsWith('/v2beta1/events/')) continue; // does not end
        const { text } = await ask(method.toUpperCase(), asked);
        expect([path, text.includes('endpoint not found')]).toEqual([path, isListed]);
      }
    }
  },
);
