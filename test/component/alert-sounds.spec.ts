// What is heard: nothing that the person did not choose, and each sound when it is tried.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import type { Alert } from '#contract/alerts.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ACCOUNT_ID } from '#test/component/support/world.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

/** The tones that were begun, in hertz. */
async function listen(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(window, { heard });
    const start = Object.getOwnPropertyDescriptor(AudioScheduledSourceNode.prototype, 'start')
      ?.value as (this: OscillatorNode, when?: number) => void;
    OscillatorNode.prototype.start = function (when) {
      heard.push(Math.round(this.frequency.value));
      start.call(this, when);
    };
  });
  return () => page.evaluate(() => (window as unknown as { heard: number[] }).heard);
}

const alertOf = (way: Alert['way'], title: string): Alert => ({
  alertId: randomUUID(),
  kind: 'fill',
  at: Date.now(),
  title,
  text: 'At 190.00.',
  target: { accountId: ACCOUNT_ID },
  way,
});

test('each sound is tried in the settings', async ({ page, address }) => {
  const heard = await listen(page);
  await openDesk(page, address);
  await page.getByRole('navigation', { name: 'Screens' }).getByText('Settings').click();
  const sounds = page.getByRole('group', { name: 'Sounds' });
  for (const [name, tones] of [
    ['Try fill', [880, 1_175]],
    ['Try refusal', [587, 392]],
    ['Try unconfirmed', [659, 659, 659]],
  ] as const) {
    const before = (await heard()).length;
    await sounds.getByRole('button', { name }).click();
    expect((await heard()).slice(before)).toEqual(tones);
  }
});

test('only what was chosen is heard', async ({ page, main, address }) => {
  const heard = await listen(page);
  await openDesk(page, address);
  main.tell('alerts', alertOf('notify', 'Bought 1 AAPL'));
  await expect(page.getByRole('log', { name: 'Notices' })).toContainText('Bought 1 AAPL');
  expect(await heard()).toEqual([]);
  main.tell('alerts', alertOf('sound', 'Bought 2 AAPL'));
  await expect.poll(heard).toEqual([880, 1_175]);
});
