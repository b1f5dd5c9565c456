import { expect, it } from 'vitest';
import { topMargin } from '#renderer/chart/legend-room.ts';

it.each([
  // A legend of one line in a high pane has room in the usual margin.
  [24, 400, 0.12],
  [54, 300, 0.2],
  [94, 200, 0.5],
  // Bars that are half as high as the pane are still bars.
  [300, 320, 0.5],
  [24, 0, 0.12],
])('a legend of %i pixels in a pane of %i takes %f of it', (legendPx, height, part) => {
  expect(topMargin(legendPx, height)).toBeCloseTo(part);
});
