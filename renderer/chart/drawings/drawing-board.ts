// Drawing on the chart, by pointer and by keyboard: a tool in hand places points; without one a drawing is picked, moved
// and removed. What comes of it is told as a change; the drawings themselves are kept elsewhere.
import type { ISeriesApi, SeriesType } from 'lightweight-charts';
import type { Anchor, Drawing, DrawingKind } from '#contract/drawings.ts';
import type { ChartTheme } from '#renderer/chart/chart-theme.ts';
import type { DrawingChange } from '#renderer/chart/drawings/document.ts';
import { createDrawingLayer } from '#renderer/chart/drawings/drawing-layer.ts';
import { anchorAt, dragged, type Part, type Spot } from '#renderer/chart/drawings/geometry.ts';
import type { PanePlaces } from '#renderer/chart/pane-places.ts';
import { tickOf } from '#renderer/chart/order-marks.ts';

/** The tool in hand, how many points are placed, and where the keyboard is. */
export type Doing = { kind: DrawingKind; placed: number; at: Anchor | undefined } | undefined;

export type DrawingBoard = {
  set(drawings: readonly Drawing[]): void;
  /** Takes a tool into the hand, or puts it away. */
  take(kind: DrawingKind | undefined): void;
  select(id: string | undefined): void;
  /** After whoever comes first where two lie on each other. */
  listen(): void;
  attach(series: ISeriesApi<SeriesType>): void;
  detach(): void;
  setTheme(theme: ChartTheme): void;
  stop(): void;
};

type Deps = {
  host: HTMLElement;
  theme: ChartTheme;
  pane: PanePlaces;
  onChange(change: DrawingChange): void;
  onDoing(doing: Doing): void;
};

type Drag = { drawing: Drawing; now: Drawing; part: Part; from: Spot };

const CLICK_PX = 4;
/** A step of the keyboard up or down, in pixels. */
const STEP_PX = 4;
const FAR = 10;
const ARROWS: Record<string, readonly [bars: number, steps: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function createDrawingBoard({ host, theme, pane, onChange, onDoing }: Deps): DrawingBoard {
  const layer = createDrawingLayer({ theme, places: pane.places, size: pane.size });
  let main: ISeriesApi<SeriesType> | undefined;
  let drawings: readonly Drawing[] = [];
  let selected: string | undefined;
  let tool: DrawingKind | undefined;
  let points: Anchor[] = [];
  /** Where the next point would be: under the pointer, or where the keyboard is. */
  let next: Anchor | undefined;
  let cursor: Spot | undefined;
  let drag: Drag | undefined;
  let pressedAt = { x: 0, y: 0 };
  let isHeld = false;

  function refresh(): void {
    const draft = tool && points.length > 0 && next && draftOf(tool, [...points, next]);
    layer.show({
      drawings: [
        ...drawings.map((drawing) => (drawing.id === drag?.now.id ? drag.now : drawing)),
        ...(draft ? [draft] : []),
      ],
      selected,
      cursor: cursor && next,
    });
  }

  function tellDoing(): void {
    if (tool) host.dataset['drawing'] = tool;
    else delete host.dataset['drawing'];
    onDoing(tool && { kind: tool, placed: points.length, at: cursor && next });
  }

  function take(kind: DrawingKind | undefined): void {
    tool = kind;
    points = [];
    next = cursor = undefined;
    if (kind) {
      selected = undefined;
      host.focus({ preventScroll: true });
    }
    tellDoing();
    refresh();
  }

  function change(before: readonly Drawing[], after: readonly Drawing[]): void {
    const gone = new Set(before.map(({ id }) => id));
    // At once; what is kept comes back the same.
    drawings = [...drawings.filter(({ id }) => !gone.has(id)), ...after];
    onChange({ before, after });
  }

  function put(spot: Spot): void {
    const places = pane.places();
    if (!tool || !places) return;
    points.push(anchorAt(spot, places));
    if (points.length < pointsOf(tool)) {
      next = points.at(-1);
      tellDoing();
      return refresh();
    }
    const drawing = { id: crypto.randomUUID(), kind: tool, points };
    take(undefined);
    selected = drawing.id;
    change([], [drawing]);
    refresh();
  }

  function remove(): void {
    const drawing = drawings.find(({ id }) => id === selected);
    selected = undefined;
    if (drawing) change([drawing], []);
    refresh();
  }

  /** With a tool in hand every press is its, also on an order's line. */
  const pressWithTool = (event: PointerEvent): void => {
    const spot = tool && event.button === 0 ? pane.spotAt(event) : undefined;
    if (!spot) return;
    event.stopImmediatePropagation();
    isHeld = true;
    pressedAt = { x: event.clientX, y: event.clientY };
    cursor = undefined;
    host.focus({ preventScroll: true });
    put(spot);
  };

  const press = (event: PointerEvent): void => {
    if (tool || event.button !== 0 || event.defaultPrevented) return;
    if ((event.target as Element).closest('button, [role="slider"]')) return;
    const spot = pane.spotAt(event);
    const hit = spot && layer.at(pane.pointOf(event));
    if (!hit && selected === undefined) return;
    selected = hit?.drawing.id;
    if (hit) {
      isHeld = true;
      host.focus({ preventScroll: true });
      drag = { drawing: hit.drawing, now: hit.drawing, part: hit.part, from: spot };
    }
    refresh();
  };

  /** The chart must not scroll under what is drawn or dragged. */
  const keepStill = (event: Event): void => {
    if (isHeld) event.stopPropagation();
    isHeld = false;
  };

  const move = (event: PointerEvent): void => {
    const places = tool || drag ? pane.places() : undefined;
    const spot = places && pane.spotAt(event);
    if (!spot) return;
    if (tool) next = anchorAt(spot, places);
    if (tool && cursor) {
      cursor = undefined;
      tellDoing();
    }
    if (drag) drag.now = dragged(drag.drawing, drag.part, drag.from, spot, places);
    refresh();
  };

  const release = (event: PointerEvent): void => {
    const hasMoved =
      Math.hypot(event.clientX - pressedAt.x, event.clientY - pressedAt.y) > CLICK_PX;
    // Pressed at one end and let go at the other, instead of two clicks.
    const spot = tool && points.length > 0 && hasMoved ? pane.spotAt(event) : undefined;
    const done = drag;
    drag = undefined;
    if (spot) put(spot);
    else if (done && JSON.stringify(done.now) !== JSON.stringify(done.drawing))
      change([done.drawing], [done.now]);
  };

  function stepOf(key: string, isFar: boolean): Spot | undefined {
    const arrow = ARROWS[key];
    if (!arrow) return undefined;
    const [bars, steps] = arrow.map((by) => by * (isFar ? FAR : 1));
    const least = tickOf(pane.middle().price);
    return { place: bars ?? 0, price: (steps ?? 0) * Math.max(pane.priceSpan(STEP_PX), least) };
  }

  /** Answers whether the key was meant for it. */
  function keyWithTool(event: KeyboardEvent): boolean {
    const places = pane.places();
    if (event.key === 'Escape') take(undefined);
    else if (!places) return false;
    else if (event.key === 'Enter' || event.key === ' ') put(cursor ?? pane.middle());
    else {
      const step = stepOf(event.key, event.shiftKey);
      if (!step) return false;
      const from = cursor ?? pane.middle();
      cursor = {
        place: from.place + step.place,
        price: Math.max(from.price + step.price, tickOf(0)),
      };
      next = anchorAt(cursor, places);
      tellDoing();
      refresh();
    }
    return true;
  }

  function keyOnSelected(event: KeyboardEvent): boolean {
    const drawing = drawings.find(({ id }) => id === selected);
    if (!drawing) return false;
    if (event.key === 'Delete' || event.key === 'Backspace') remove();
    else if (event.key === 'Escape') {
      selected = drag = undefined;
      refresh();
    } else {
      const places = pane.places();
      const step = event.shiftKey ? stepOf(event.key, false) : undefined;
      if (!step || !places) return false;
      const still = { place: 0, price: 0 };
      change([drawing], [dragged(drawing, 'body', still, step, places)]);
      refresh();
    }
    return true;
  }

  const key = (event: KeyboardEvent): void => {
    if (event.target !== host || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(tool ? keyWithTool(event) : keyOnSelected(event))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  host.addEventListener('pointerdown', pressWithTool, { capture: true });
  host.addEventListener('mousedown', keepStill, { capture: true });
  host.addEventListener('keydown', key);
  globalThis.addEventListener('pointermove', move);
  globalThis.addEventListener('pointerup', release);

  return {
    set(list) {
      drawings = list;
      if (!list.some(({ id }) => id === selected)) selected = undefined;
      refresh();
    },
    take,
    select(id) {
      selected = id;
      host.focus({ preventScroll: true });
      refresh();
    },
    listen: () => host.addEventListener('pointerdown', press, { capture: true }),
    attach(series) {
      main = series;
      series.attachPrimitive(layer);
    },
    detach() {
      main?.detachPrimitive(layer);
      main = undefined;
    },
    setTheme: (to) => layer.setTheme(to),
    stop() {
      host.removeEventListener('pointerdown', pressWithTool, { capture: true });
      host.removeEventListener('pointerdown', press, { capture: true });
      host.removeEventListener('mousedown', keepStill, { capture: true });
      host.removeEventListener('keydown', key);
      globalThis.removeEventListener('pointermove', move);
      globalThis.removeEventListener('pointerup', release);
    },
  };
}

const pointsOf = (kind: DrawingKind): number => (kind === 'horizontal' ? 1 : 2);
const draftOf = (kind: DrawingKind, points: Anchor[]): Drawing => ({ id: 'draft', kind, points });
