import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calls, type Input } from '#contract/calls.ts';
import type { UiArea, UiDocument } from '#contract/ui.ts';
import { createSettings } from '#main/desk/settings/settings.ts';
import { createVersions } from '#main/desk/settings/versions.ts';
import { createPageHandlers } from '#main/gateway/handlers/page.ts';

const noAccount = () => Promise.reject(new Error('no call here is about an account'));

function setUp(stored?: unknown) {
  let file = stored;
  const store = { read: () => file, write: (value: unknown) => (file = value) };
  const open = () => {
    const handlers = createPageHandlers({
      on: noAccount,
      settings: createSettings({ store, log: () => undefined }),
      versions: createVersions(randomUUID),
    });
    const set = <A extends UiArea>(
      area: A,
      value: UiDocument<A>,
      from: string,
      to = randomUUID(),
    ) =>
      // The area and its value belong together by their types; the union cannot say so.
      handlers['ui.set']({ area, value, from, to } as Input<'ui.set'>);
    async function get() {
      const answer = await handlers['ui.get']({});
      if (!answer.ok) throw new Error(answer.failure.kind);
      return calls['ui.get'].output.parse(answer.value);
    }
    return {
      get,
      set,
      /** As a page does that has just read it. */
      change: async <A extends UiArea>(area: A, value: UiDocument<A>) =>
        set(area, value, (await get())[area].version),
    };
  };
  return { open, file: () => file };
}

const appearance = {
  theme: 'light',
  isColourBlindSafe: true,
  isPrivate: false,
  isCompact: false,
  isReviewSkipped: false,
  isTourAnswered: false,
} as const;

describe('what the screens remember', () => {
  it('has defaults that the contract accepts', async () => {
    expect(await setUp().open().get()).toMatchObject({
      appearance: { value: { theme: 'system', isCompact: true } },
      layouts: { value: { saved: {} } },
    });
  });

  it('keeps each area apart, over a restart', async () => {
    const { open } = setUp();
    const first = open();
    await first.change('appearance', appearance);
    await first.change('layouts', { current: { a: 1 }, saved: { two: [2] } });
    expect(await open().get()).toMatchObject({
      appearance: { value: appearance },
      layouts: { value: { current: { a: 1 }, saved: { two: [2] } } },
    });
  });

  it('changes nothing for a window that saw an older version, and tells it what holds', async () => {
    const { open, file } = setUp();
    const main = open();
    const seen = (await main.get()).appearance;
    const to = randomUUID();
    expect(await main.set('appearance', appearance, seen.version, to)).toEqual({
      ok: true,
      value: null,
    });
    const before = JSON.stringify(file());
    const late = { ...seen.value, theme: 'dark' } as const;
    for (const from of [seen.version, '', randomUUID()])
      expect(await main.set('appearance', late, from)).toMatchObject({
        ok: false,
        failure: { kind: 'outdated', now: { value: appearance, version: to } },
      });
    expect(JSON.stringify(file())).toBe(before);
    // The other areas have versions of their own, and the one that it was told serves for the next change.
    expect(await main.change('views', { orders: [] })).toMatchObject({ ok: true });
    expect(await main.set('appearance', late, to)).toMatchObject({ ok: true });
  });

  it('takes no version that a former start gave out', async () => {
    const { open } = setUp();
    const first = open();
    await first.change('appearance', appearance);
    const { version } = (await first.get()).appearance;
    expect(await open().set('appearance', { ...appearance, theme: 'dark' }, version)).toMatchObject(
      {
        failure: { kind: 'outdated', now: { value: appearance } },
      },
    );
  });

  it('loses only the area that is damaged', async () => {
    const { open } = setUp({
      ui: { appearance: { theme: 'mauve' }, layouts: { saved: { a: 1 } } },
    });
    expect(await open().get()).toMatchObject({
      appearance: { value: { theme: 'system' } },
      layouts: { value: { saved: { a: 1 } } },
    });
  });

  it('refuses what no file can hold, and keeps what there was', async () => {
    const { open } = setUp();
    await open().change('layouts', { current: 1, saved: {} });
    const ring: Record<string, unknown> = {};
    ring['ring'] = ring;
    const main = open();
    const { version } = (await main.get()).layouts;
    for (const current of [ring, 1n]) {
      const answer = await main.set('layouts', { current, saved: {} }, version);
      expect(answer).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
    }
    // What was refused is no new version.
    expect((await main.get()).layouts).toEqual({ value: { current: 1, saved: {} }, version });
  });

  it('refuses a layout that is too large, and keeps the one before', async () => {
    const { open, file } = setUp();
    await open().change('layouts', { current: 1, saved: {} });
    const before = JSON.stringify(file());
    const answer = await open().change('layouts', { current: 'x'.repeat(600_000), saved: {} });
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
    expect(JSON.stringify(file())).toBe(before);
  });

  const change = { from: '', to: randomUUID() };
  it.each([
    [{ area: 'appearance', value: { theme: 'mauve' }, ...change }],
    [{ area: 'nowhere', value: {}, ...change }],
    [{ area: 'keys', value: { changed: { palette: ['Ctrl K'] } }, ...change }],
    [{ area: 'layouts', value: { saved: { ['x'.repeat(41)]: 1 } }, ...change }],
    [{ area: 'views', value: { orders: [{ name: '' }] }, ...change }],
    [{ area: 'layouts', ...change }],
    [{ area: 'layouts', value: { saved: {} } }],
    [{ area: 'layouts', value: { saved: {} }, from: '', to: '' }],
  ])('refuses %j', (input) => {
    expect(calls['ui.set'].input.safeParse(input).success).toBe(false);
  });
});

describe('where the desk was left', () => {
  const PLACE = {
    accountId: '11111111-1111-4111-8111-111111111111',
    screen: 'activity',
    symbol: 'BRK.B',
  } as const;

  function open(shell: 'electron' | 'web', stored?: unknown) {
    let file = stored;
    const store = { read: () => file, write: (value: unknown) => (file = value) };
    const handlers = createPageHandlers({
      on: noAccount,
      settings: createSettings({ store, log: () => undefined }),
      versions: createVersions(randomUUID),
      info: { shell },
    });
    return { handlers, file: () => file };
  }

  it('is told to the first window of the next start, and in Electron to each that follows', async () => {
    const first = open('web');
    expect(await first.handlers['places.first']({})).toEqual({ ok: true, value: null });
    expect(await first.handlers['places.leave'](PLACE)).toMatchObject({ ok: true });
    const web = open('web', first.file()).handlers;
    expect(await web['places.first']({})).toEqual({ ok: true, value: PLACE });
    expect(await web['places.first']({})).toEqual({ ok: true, value: null });
    const electron = open('electron', first.file()).handlers;
    for (let at = 0; at < 2; at++)
      expect(await electron['places.first']({})).toEqual({ ok: true, value: PLACE });
  });

  it('is none where it cannot be read, and costs nothing else', async () => {
    const damaged = open('web', { version: 2, place: { screen: 'nowhere' }, isStopped: true });
    expect(await damaged.handlers['places.first']({})).toEqual({ ok: true, value: null });
  });
});
