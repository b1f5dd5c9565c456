import { describe, expect, it } from 'vitest';
import { boundsOf, mayBeArchived, rangeIssue } from '#renderer/screens/activity/activity-time.ts';

const NOW = Date.parse('2026-11-17T02:30:00Z');
const iso = (ms: number | undefined) => ms !== undefined && new Date(ms).toISOString();
const range = (from: string, to: string) => ({ period: 'range', from, to }) as const;
const WHOLE = { from: '', to: '' };

describe('the time of the activity', () => {
  it('begins today at midnight in New York, and a period so many days ago', () => {
    expect(boundsOf({ period: 'all', ...WHOLE }, NOW)).toEqual({});
    expect(iso(boundsOf({ period: 'today', ...WHOLE }, NOW).from)).toBe('2026-11-16T05:00:00.000Z');
    expect(iso(boundsOf({ period: 'week', ...WHOLE }, NOW).from)).toBe('2026-11-10T02:30:00.000Z');
    // A range that was typed before waits for its turn.
    const waiting = { period: 'all', from: '2026-11-17T09:30', to: '' } as const;
    expect(boundsOf(waiting, NOW)).toEqual({});
  });

  it('is a range with all of its last minute, open where nothing is typed', () => {
    const { from, to } = boundsOf(range('2026-11-16T09:30', '2026-11-16T23:59'), NOW);
    expect([iso(from), iso(to)]).toEqual(['2026-11-16T14:30:00.000Z', '2026-11-17T05:00:00.000Z']);
    expect(boundsOf(range('', ''), NOW)).toEqual({});
    expect(rangeIssue(range('2026-11-17T09:30', '2026-11-17T09:29'))).toContain('From');
    expect(rangeIssue(range('2026-11-17T09:30', '2026-11-17T09:30'))).toBeUndefined();
    expect(rangeIssue(range('2026-11-17T09:30', ''))).toBeUndefined();
  });

  it.each([
    ['2019-03', {}, true],
    ['2019-03', { to: Date.UTC(2019, 2, 1) }, false],
    ['2019-03', { to: Date.UTC(2019, 2, 1) + 1 }, true],
    ['2019-03', { from: Date.UTC(2020, 0, 1) }, true],
    ['2019-03', { from: NOW }, false],
  ])('of the archive of %s and %j: %s', (month, bounds, isThere) => {
    expect(mayBeArchived(month, bounds, NOW)).toBe(isThere);
  });
});
