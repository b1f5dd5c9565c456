// A step of the broker that cannot be taken (a disk that is full, for one) is reported once, and the next is taken.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createBroker } from '#main/paper/broker.ts';
import { parseOptions } from '#main/paper/options.ts';

it('a step that fails is reported once and ends nothing', async () => {
  const parsed = parseOptions(['--port', '0', '--key', 'K', '--secret', 'S']);
  if (!parsed.ok) throw new Error(parsed.message);
  const steps: (() => void)[] = [];
  const reported: string[] = [];
  let isFailing = false;
  const broker = await createBroker(parsed.options, {
    wall() {
      if (isFailing) throw new Error('database or disk is full');
      return Date.now();
    },
    schedule(run) {
      steps.push(run);
      return () => undefined;
    },
    randomBytes,
    log: (message) => reported.push(message),
  });
  const stepOnce = (): void => steps.splice(0).forEach((run) => run());

  isFailing = true;
  for (let step = 0; step < 5; step++) stepOnce();
  isFailing = false;
  stepOnce();
  expect(reported).toEqual(['Error: database or disk is full']);
  const headers = { 'APCA-API-KEY-ID': 'K', 'APCA-API-SECRET-KEY': 'S' };
  const answer = await fetch(`${broker.addresses.rest}/v2/account`, { headers });
  expect([answer.status, steps.length]).toEqual([200, 1]);
  await broker.stop();
});
