import { expect, it } from 'vitest';
import { createDeskHandlers } from '#main/gateway/handlers/desk.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const nothing = { info: { version: '1', shell: 'electron', dataFolder: '/data' } } as const;

function setUp(openFolder?: (path: string) => Promise<boolean>) {
  const time = createFakeTime();
  const handlers = createDeskHandlers({
    ...nothing,
    delay: time.delay,
    openFolder,
  } as Parameters<typeof createDeskHandlers>[0]);
  return { time, open: () => handlers['desk.openFolder']({}) };
}

it('opens the desk’s own folder, and not again for two seconds', async () => {
  const opened: string[] = [];
  const { time, open } = setUp(async (path) => opened.push(path) > 0);
  for (let at = 0; at < 3; at++) expect(await open()).toMatchObject({ ok: true });
  expect(opened).toEqual(['/data']);
  time.advance(2_000);
  await open();
  expect(opened).toHaveLength(2);
});

it.each([
  ['there is no way to', undefined],
  ['there is nothing to show it with', async () => false],
])('says so where %s', async (_what, openFolder) => {
  const { open } = setUp(openFolder);
  // A second click is no success either.
  for (let at = 0; at < 2; at++)
    expect(await open()).toMatchObject({
      failure: { message: 'There is no file manager here to show it.' },
    });
});
