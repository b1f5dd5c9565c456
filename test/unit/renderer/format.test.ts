import { expect, it } from 'vitest';
import { formatTimeTooltip } from '#renderer/ui/format.ts';

it('writes a moment in local time, as the system does, and in the world’s', () => {
  const moment = Date.parse('2026-07-05T08:07:06.005Z');
  const local = new Date(moment).toLocaleString();
  expect(formatTimeTooltip(moment)).toBe(`${local} local · 2026-07-05T08:07:06.005Z`);
});
