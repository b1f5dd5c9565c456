// Where the tour's card stands: beside what it points at and never over it, nor over the panel or dialog around it as
// long as the window has room elsewhere.
export type Box = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

const GAP = 16;
const EDGE = 8;
/** The header has the kill switch, which nothing covers. */
const TOP = 48;

export function placeCard(
  target: Box,
  around: Box,
  card: Size,
  window: Size,
): { left: number; top: number } {
  const places = [
    ...beside(around, target, card),
    ...beside(target, target, card),
    ...corners(card, window),
  ].map((place) => within(place, card, window));
  const isFree = (keep: Box) => (place: { left: number; top: number }) =>
    !overlaps({ ...place, ...card }, keep);
  return (
    places.find(isFree(around)) ??
    places.find(isFree(target)) ??
    // No window is that small; then it is in nobody's way at the bottom.
    within({ left: EDGE, top: window.height }, card, window)
  );
}

/** Left, right, above and below, level with the target; the nearest to it first. */
function beside(box: Box, target: Box, card: Size): { left: number; top: number }[] {
  const left = target.left + target.width / 2 - card.width / 2;
  const top = target.top + target.height / 2 - card.height / 2;
  const far = (place: { left: number; top: number }): number =>
    Math.abs(place.left - left) + Math.abs(place.top - top);
  return [
    { left: box.left - GAP - card.width, top },
    { left: box.left + box.width + GAP, top },
    { left, top: box.top - GAP - card.height },
    { left, top: box.top + box.height + GAP },
  ].sort((a, b) => far(a) - far(b));
}

const corners = (card: Size, { width, height }: Size): { left: number; top: number }[] =>
  [height - card.height, TOP].flatMap((top) =>
    [0, width - card.width].map((left) => ({ left, top })),
  );

const within = (place: { left: number; top: number }, card: Size, window: Size) => ({
  left: Math.max(EDGE, Math.min(place.left, window.width - card.width - EDGE)),
  top: Math.max(TOP, Math.min(place.top, window.height - card.height - EDGE)),
});

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;
