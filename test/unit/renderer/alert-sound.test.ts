import { expect, it } from 'vitest';
import { AlertKind } from '#contract/alerts.ts';
import { DEFAULT_ALERTS } from '#main/desk/alerts/alert-store.ts';
import { tonesOf } from '#renderer/core/alert-sound.ts';

it('is silent until a person chooses otherwise', () => {
  expect(Object.values(DEFAULT_ALERTS.ways)).not.toContain('sound');
});

it('has a fill, a refusal and an unconfirmed order sound unlike each other, all within half a second', () => {
  const heard = (['fill', 'refusal', 'unknown'] as const).map((kind) => tonesOf(kind).join(' '));
  expect(new Set(heard).size).toBe(3);
  for (const kind of AlertKind.options) expect(tonesOf(kind).length).toBeLessThanOrEqual(3);
});
