import { expect, it } from 'vitest';
import { placeCard, type Box } from '#renderer/screens/desk/tour/place-card.ts';

const CARD = { width: 300, height: 150 };
const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

const at = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  width,
  height,
});

it('stands beside the panel of what it points at', () => {
  const window = { width: 1280, height: 720 };
  const ticket = at(960, 80, 310, 400);
  expect(placeCard(at(970, 200, 280, 28), ticket, CARD, window)).toEqual({ left: 644, top: 139 });
});

it('never covers what it points at, nor leaves the window, wherever that is', () => {
  for (const window of [
    { width: 900, height: 600 },
    { width: 1280, height: 720 },
  ])
    for (let left = 0; left < window.width - 60; left += 40)
      for (let top = 40; top < window.height - 30; top += 30) {
        const target = at(left, top, 60, 28);
        const around = at(Math.max(0, left - 200), Math.max(0, top - 100), 700, 400);
        const card = { ...placeCard(target, around, CARD, window), ...CARD };
        expect(overlaps(card, target)).toBe(false);
        expect(card.left).toBeGreaterThanOrEqual(8);
        expect(card.top).toBeGreaterThanOrEqual(48);
        expect(card.left + card.width).toBeLessThanOrEqual(window.width - 8);
        expect(card.top + card.height).toBeLessThanOrEqual(window.height - 8);
      }
});
