// The minute that runs, over the bridge and on the wire: a page that comes in the middle of it is told all of it, because
// main has heard it or read it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/periods.ts';
import { createAccountDesk, hostsOf, type AccountDesk } from '#test/faults/support/account-desk.ts';
import { until } from '#test/faults/support/desk.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';

const KEY = { keyId: 'PKRUNNINGMINUTE0001', secretKey: 'secret-of-the-minute' };

let folder: string;
let paper: Paper;
let desk: AccountDesk;
let accountId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-minute-'));
  paper = await startPaper({ folder, seed: 7 });
  await paper.control('POST', '/accounts', { ...KEY, cash: '100000' });
  desk = await createAccountDesk();
  ({ accountId } = await desk.must('accounts.connect', {
    label: 'A minute',
    environment: 'paper',
    hosts: hostsOf(paper),
    credentials: KEY,
    keepIn: 'this-run',
    isUnverifiedAllowed: false,
  }));
  await desk.must('accounts.open', { accountId });
});
afterAll(async () => {
  await desk.stop();
  await paper.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('is told whole to a page that comes in the middle of it, and as another page has it', async () => {
  const prices = desk.watch('prices', { accountId });
  const first = desk.watch('bars', { accountId, symbol: 'AAPL' });
  // The desk began somewhere in the minute: what traded before is read. Where nothing had, that is no proof, and the next
  // minute is the first that is known from its beginning.
  await until(
    'all of a running minute is known',
    () => {
      const forming = first.items().findLast((bar) => bar.forming);
      return forming?.forming !== undefined && forming.forming.from === undefined;
    },
    1.25 * MINUTE_MS,
  );
  const ofMinute = () => {
    const all = prices.items().filter(({ symbol }) => symbol === 'AAPL');
    const time = Math.floor((all.at(-1)?.tradedAt ?? 0) / MINUTE_MS) * MINUTE_MS;
    return { time, prices: all.filter(({ tradedAt }) => tradedAt >= time).map(numberOf) };
  };
  await until('two prices of one minute', () => new Set(ofMinute().prices).size >= 2);
  const heard = ofMinute();
  const second = desk.watch('bars', { accountId, symbol: 'AAPL' });
  await until('the second page is told', () => second.items().some((bar) => bar.forming));
  const forming = second.items().find((bar) => bar.forming);
  const begun = first.items().findLast((bar) => bar.forming && bar.time === forming?.time);
  expect(forming?.forming).toEqual({});
  expect(forming?.open).toBe(begun?.open);
  // Unless the next minute began just now.
  if (forming?.time !== heard.time) return;
  expect(forming.high).toBeGreaterThanOrEqual(Math.max(...heard.prices));
  expect(forming.low).toBeLessThanOrEqual(Math.min(...heard.prices));
});

const numberOf = ({ price }: { price: string }): number => Number(price);
