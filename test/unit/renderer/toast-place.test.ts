import { describe, expect, it } from 'vitest';
import { toastCorner, type Box } from '#renderer/app/frame/toast-place.ts';

const area: Box = { left: 0, top: 80, right: 1440, bottom: 870 };
const size = { width: 360, height: 200 };
const corner = (ticket: Box | undefined) => toastCorner(ticket, area, size);

describe('notices', () => {
  it('stand at the bottom left, with or without a ticket elsewhere', () => {
    expect(corner(undefined)).toBe('bottom-left');
    expect(corner({ left: 1120, top: 80, right: 1440, bottom: 600 })).toBe('bottom-left');
  });

  it.each<[string, Box, string]>([
    ['at the bottom left', { left: 0, top: 600, right: 320, bottom: 870 }, 'top-left'],
    ['over the left side', { left: 0, top: 80, right: 320, bottom: 870 }, 'bottom-right'],
    ['along the bottom', { left: 0, top: 500, right: 1440, bottom: 870 }, 'top-left'],
  ])('leave a ticket %s free', (_where, ticket, expected) => {
    expect(corner(ticket)).toBe(expected);
  });
});
