import { describe, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { createPageHandlers } from '#main/gateway/handlers/page.ts';
import { createSettings } from '#main/desk/settings/settings.ts';

const noAccount = () => Promise.reject(new Error('no call here is about an account'));

function setUp(stored?: unknown) {
  let file = stored;
  const store = { read: () => file, write: (value: unknown) => (file = value) };
  const open = () =>
    createPageHandlers({
      on: noAccount,
      settings: createSettings({ store, log: () => undefined }),
    });
  return { open, file: () => file };
}

const appearance = {
  theme: 'light',
  isColourBlindSafe: true,
  isPrivate: false,
  isCompact: false,
  isReviewSkipped: false,
} as const;

describe('what the screens remember', () => {
  it('has defaults that the contract accepts', async () => {
    const answer = await setUp().open()['ui.get']({});
    expect(answer.ok && calls['ui.get'].output.parse(answer.value)).toMatchObject({
      appearance: { theme: 'system', isCompact: true },
      layouts: { saved: {} },
    });
  });

  it('keeps each area apart, over a restart', async () => {
    const { open } = setUp();
    const first = open();
    await first['ui.set']({ area: 'appearance', value: appearance });
    await first['ui.set']({ area: 'layouts', value: { current: { a: 1 }, saved: { two: [2] } } });
    const answer = await open()['ui.get']({});
    expect(answer).toMatchObject({
      ok: true,
      value: { appearance, layouts: { current: { a: 1 }, saved: { two: [2] } } },
    });
  });

  it('changes only the members that are meant, whatever the rest of the value says', async () => {
    const { open } = setUp();
    const handlers = open();
    const dark = { ...appearance, theme: 'dark', isReviewSkipped: true } as const;
    await handlers['ui.set']({ area: 'appearance', value: dark, members: ['theme'] });
    expect(await handlers['ui.get']({})).toMatchObject({
      value: { appearance: { theme: 'dark', isReviewSkipped: false, isColourBlindSafe: false } },
    });
    await handlers['ui.set']({ area: 'appearance', value: dark, members: ['isReviewSkipped'] });
    await handlers['ui.set']({ area: 'appearance', value: appearance, members: ['isPrivate'] });
    expect(await open()['ui.get']({})).toMatchObject({
      value: { appearance: { theme: 'dark', isReviewSkipped: true, isPrivate: false } },
    });
  });

  it('loses only the area that is damaged', async () => {
    const { open } = setUp({
      ui: { appearance: { theme: 'mauve' }, layouts: { saved: { a: 1 } } },
    });
    expect(await open()['ui.get']({})).toMatchObject({
      ok: true,
      value: { appearance: { theme: 'system' }, layouts: { saved: { a: 1 } } },
    });
  });

  it('refuses what no file can hold, and keeps what there was', async () => {
    const { open } = setUp();
    await open()['ui.set']({ area: 'layouts', value: { current: 1, saved: {} } });
    const ring: Record<string, unknown> = {};
    ring['ring'] = ring;
    for (const current of [ring, 1n]) {
      const answer = await open()['ui.set']({ area: 'layouts', value: { current, saved: {} } });
      expect(answer).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
    }
    expect(await open()['ui.get']({})).toMatchObject({ value: { layouts: { current: 1 } } });
  });

  it('refuses a layout that is too large, and keeps the one before', async () => {
    const { open, file } = setUp();
    await open()['ui.set']({ area: 'layouts', value: { current: 1, saved: {} } });
    const before = JSON.stringify(file());
    const answer = await open()['ui.set']({
      area: 'layouts',
      value: { current: 'x'.repeat(600_000), saved: {} },
    });
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
    expect(JSON.stringify(file())).toBe(before);
  });

  it.each([
    [{ area: 'appearance', value: { theme: 'mauve' } }],
    [{ area: 'keys', value: {} }],
    [{ area: 'layouts', value: { saved: { ['x'.repeat(41)]: 1 } } }],
    [{ area: 'views', value: { orders: [{ name: '' }] } }],
    [{ area: 'layouts' }],
  ])('refuses %j', (input) => {
    expect(calls['ui.set'].input.safeParse(input).success).toBe(false);
  });
});
