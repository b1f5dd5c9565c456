// A disk that does not take what a person changed: a sentence, and nothing is changed.
import { expect, it } from 'vitest';
import { createDeskHandlers } from '#main/gateway/handlers/desk.ts';
import { createDispatch, type Handlers } from '#main/gateway/dispatch.ts';
import { createPageHandlers } from '#main/gateway/handlers/page.ts';
import { createSettings } from '#main/desk/settings/settings.ts';
import { createVersions } from '#main/desk/settings/versions.ts';
import { createMemoryDisk, storeOn } from '#test/support/memory-document.ts';

function setUp() {
  const disk = createMemoryDisk();
  const settings = createSettings({ store: storeOn(disk), log: () => undefined });
  let ids = 0;
  const versions = createVersions(() => `v${++ids}`);
  const secondPerson = { guards: async () => undefined };
  const deps = { settings, versions, secondPerson } as unknown as Parameters<
    typeof createDeskHandlers
  >[0];
  const page = { settings, versions } as unknown as Parameters<typeof createPageHandlers>[0];
  const handlers = { ...createDeskHandlers(deps), ...createPageHandlers(page) } as Handlers;
  return { disk, settings, dispatch: createDispatch({ handlers, report: () => 'ref' }) };
}

it.each([
  ['guards.set', 'guards.get'],
  ['ui.set', 'ui.get'],
] as const)(
  '%s on a full disk says so, keeps its version, and goes when there is room',
  async (set, get) => {
    const { disk, settings, dispatch } = setUp();
    const before = (await dispatch(get, {})) as {
      value: { version: string; value: object; appearance: { version: string; value: object } };
    };
    const now = set === 'ui.set' ? before.value.appearance : before.value;
    const input =
      set === 'ui.set'
        ? {
            area: 'appearance',
            value: { ...now.value, theme: 'dark' },
            from: now.version,
            to: crypto.randomUUID(),
          }
        : { guards: now.value, from: now.version };
    disk.isFull = true;
    const refused = {
      ok: false,
      failure: {
        kind: 'not-allowed',
        message: expect.stringMatching(
          /^The disk is full\. This was not saved, and nothing was changed\./,
        ) as string,
      },
    };
    expect(await dispatch(set, input)).toMatchObject(refused);
    expect(await dispatch(get, {})).toEqual(before);
    expect(settings.get().ui).toBeUndefined();
    disk.isFull = false;
    expect(await dispatch(set, input)).toMatchObject({ ok: true });
  },
);
