// The handle of a line: a slider for a pointer and for the keyboard, and an × where the line is an order's. It holds the
// price while it is moved, and gives it back when it is let go.
import { gainAt, priceText, tickOf } from '#renderer/chart/order-marks.ts';
import { lineWords, shortWords, type LineMark } from '#renderer/chart/line-marks.ts';

export type Handle = {
  /** Where the line is: the price of its mark, or the one it is being moved to. */
  price(): number;
  isMoving(): boolean;
  set(mark: LineMark): void;
  /** In pixels; read after a change of its words only. */
  width(): number;
  /** Where its line is, and where there is room for it beside the others. Away, it is seen only with the focus. */
  place(at: Place): void;
  hasFocus(): boolean;
  focus(): void;
  /** A pointer took hold of the line. */
  hold(event: PointerEvent): void;
  stop(): void;
};

type Place = {
  lineY: number;
  x: number;
  y: number;
  hairPx: number;
  isAway: boolean;
  /** Then its hair alone tells which line is its own. */
  isNarrow: boolean;
};

/** `moving`: told on the way. `left`: nothing is to be made of it; the price is the one that it began at. */
type MovePhase = 'moving' | 'done' | 'left';

type Deps = {
  priceAt(clientY: number): number | undefined;
  onMove(mark: LineMark, price: number, phase: MovePhase): void;
  onCancel(mark: LineMark): Promise<void>;
};

const STEPS: Record<string, number> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
};

/** Less than this is the hand that shakes, and not a drag. */
export const DRAG_PX = 4;

export function createHandle(layer: HTMLElement, first: LineMark, deps: Deps): Handle {
  let mark = first;
  let moving: number | undefined;
  let startedAt = first.price;
  /** The pointer that holds it: where it took hold, and how far from the line. */
  let held: { pointerId: number; y: number; offY: number } | undefined;
  let isAsked = false;
  let width: number | undefined;
  let placed = '';
  /** It had to make room: then it says where its line is, if there is room for that. */
  let isOff = false;
  let isNarrow = false;
  let isAway = true;
  let offY = 0;
  const box = document.createElement('div');
  const hair = document.createElement('span');
  const element = document.createElement('div');
  const cancel = document.createElement('button');
  hair.className = 'order-hair';
  cancel.type = 'button';
  cancel.className = 'order-cancel';
  cancel.textContent = '×';
  box.append(hair, element);
  layer.append(box);
  show();

  function price(): number {
    return moving ?? mark.price;
  }

  function show(): void {
    const text = priceText(price());
    const hasPrice = moving !== undefined || (isOff && !isNarrow && !mark.beside);
    const now = { ...mark, price: price() };
    const words = hasPrice ? lineWords(now) : shortWords(now);
    box.className = `order-line ${mark.tone}`;
    element.className = 'order-handle';
    element.classList.toggle('moving', moving !== undefined);
    element.classList.toggle('fixed', mark.moves === 'never');
    box.classList.toggle('draft', mark.moves === 'field' || mark.moves === 'exit');
    // Out of sight it keeps its place in the tab order: focus brings the keyboard to it all the same.
    box.classList.toggle('away', isAway);
    if (element.textContent !== words) {
      element.textContent = words;
      width = undefined;
    }
    if (mark.moves === 'never') {
      for (const name of element.getAttributeNames())
        if (name !== 'class') element.removeAttribute(name);
    } else {
      element.role = 'slider';
      element.tabIndex = 0;
      element.ariaOrientation = 'vertical';
      element.ariaLabel = mark.name;
      element.title = mark.hint;
      element.ariaValueNow = text;
      element.ariaValueMin = '0';
      element.ariaValueMax = String(Math.ceil(mark.price * 10));
      const isAsking = moving !== undefined && mark.moves !== 'field';
      element.ariaValueText = [
        text,
        ...(mark.closes ? [spoken(gainAt(mark.closes, price()))] : []),
        ...(isAsking ? ['Enter reviews the change'] : []),
      ].join(', ');
    }
    if (mark.cancel === undefined) return cancel.remove();
    if (!cancel.isConnected) box.append(cancel);
    cancel.ariaLabel = mark.cancel;
    cancel.title = 'Cancel this order';
    // A button that is disabled loses the focus.
    cancel.ariaDisabled = String(isAsked);
  }

  function moveTo(next: number): void {
    if (moving === undefined) startedAt = mark.price;
    moving = Number(priceText(next));
    show();
    deps.onMove(mark, moving, 'moving');
  }

  function finish(): void {
    if (moving === undefined) return;
    const asked = moving;
    if (priceText(asked) === priceText(startedAt)) return letGo();
    moving = undefined;
    // The field that it fills says so a frame later.
    if (mark.moves === 'field') mark = { ...mark, price: asked };
    show();
    deps.onMove(mark, asked, 'done');
  }

  function letGo(): void {
    held = undefined;
    if (moving === undefined) return;
    moving = undefined;
    if (mark.moves === 'field') mark = { ...mark, price: startedAt };
    show();
    deps.onMove(mark, startedAt, 'left');
  }

  function hold(event: PointerEvent): void {
    if (event.button !== 0 || mark.moves === 'never') return;
    event.preventDefault();
    const { top, height } = box.getBoundingClientRect();
    const lineY = top + height / 2 + offY;
    held = { pointerId: event.pointerId, y: event.clientY, offY: lineY - event.clientY };
    element.setPointerCapture(event.pointerId);
    element.focus({ preventScroll: true });
  }

  element.addEventListener('pointerdown', hold);
  element.addEventListener('pointermove', (event) => {
    if (event.pointerId !== held?.pointerId) return;
    if (moving === undefined && Math.abs(event.clientY - held.y) < DRAG_PX) return;
    // By as much as the pointer moved: its label may be far from the line.
    const next = deps.priceAt(event.clientY + held.offY);
    if (next !== undefined && next > 0 && priceText(next) !== priceText(price())) moveTo(next);
  });
  element.addEventListener('pointerup', (event) => {
    if (event.pointerId !== held?.pointerId) return;
    held = undefined;
    finish();
  });
  element.addEventListener('pointercancel', letGo);
  element.addEventListener('blur', () => (mark.moves === 'field' ? finish() : letGo()));
  element.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    if (mark.moves === 'never' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (step !== undefined) moveTo(Math.max(price() + step * tickOf(price()), tickOf(0)));
    else if (event.key === 'Enter' || event.key === ' ') finish();
    else if (event.key === 'Escape' && moving !== undefined) letGo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  cancel.addEventListener('click', () => {
    if (isAsked) return;
    isAsked = true;
    show();
    void deps.onCancel(mark).finally(() => {
      isAsked = false;
      show();
    });
  });

  return {
    price,
    isMoving: () => moving !== undefined,
    set(next) {
      mark = next;
      show();
    },
    width() {
      return (width ??= box.offsetWidth);
    },
    place(at) {
      const next = JSON.stringify(at);
      if (next === placed) return;
      placed = next;
      offY = at.lineY - at.y;
      ({ isAway, isNarrow } = at);
      isOff = Math.abs(offY) >= 2;
      show();
      box.style.transform = `translate(${at.x}px, ${at.y}px) translateY(-50%)`;
      hair.hidden = !isOff || isAway;
      hair.classList.toggle('rising', offY < 0);
      hair.style.width = `${at.hairPx}px`;
      hair.style.height = `${Math.abs(offY)}px`;
    },
    hasFocus: () => box.contains(document.activeElement),
    focus: () => (mark.moves === 'never' ? cancel : element).focus({ preventScroll: true }),
    hold,
    stop: () => box.remove(),
  };
}

/** A screen reader may leave out a sign: 'a loss of $84.20' */
const spoken = (gain: string): string =>
  gain.replace('≈', 'about ').replace('−', 'a loss of ').replace('+', 'a gain of ');
