// The handle of an order's line: a slider for a pointer and for the keyboard. It holds the price while it is moved, and
// gives it back when it is let go.
import { priceText, tickOf, type OrderMark } from '#renderer/chart/order-marks.ts';

export type Handle = {
  /** Where the line is: the order's price, or the one it is being moved to. */
  price(): number;
  set(mark: OrderMark): void;
  /** Undefined when its price is out of sight. */
  place(y: number | undefined, paneWidth: number): void;
  /** A pointer took hold of the line. */
  hold(event: PointerEvent): void;
  stop(): void;
};

type Deps = {
  priceAt(clientY: number): number | undefined;
  onMoving(price: number): void;
  onMoved(mark: OrderMark, price: string): void;
};

const STEPS: Record<string, number> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
};

export function createHandle(layer: HTMLElement, first: OrderMark, deps: Deps): Handle {
  let mark = first;
  let moving: number | undefined;
  let pointerId: number | undefined;
  const element = document.createElement('div');
  element.className = `order-handle ${mark.side ?? ''}`.trim();
  element.role = 'slider';
  element.tabIndex = 0;
  element.ariaOrientation = 'vertical';
  layer.append(element);
  show();

  function price(): number {
    return moving ?? mark.price;
  }

  function show(): void {
    const text = priceText(price());
    element.textContent = moving === undefined ? mark.title : `${mark.title} ${text}`;
    element.classList.toggle('moving', moving !== undefined);
    element.ariaLabel = `${mark.title} price`;
    element.title = 'Drag, or use the arrow keys and Enter, to change this order';
    element.ariaValueNow = text;
    element.ariaValueMin = '0';
    element.ariaValueMax = String(Math.ceil(mark.price * 10));
    element.ariaValueText = `${text}${moving === undefined ? '' : ', Enter reviews the change'}`;
  }

  function moveTo(next: number | undefined): void {
    const isBack = next === undefined || priceText(next) === priceText(mark.price);
    moving = isBack ? undefined : Number(priceText(next));
    show();
    deps.onMoving(price());
  }

  function finish(): void {
    const asked = moving;
    moveTo(undefined);
    if (asked !== undefined) deps.onMoved(mark, priceText(asked));
  }

  function hold(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    pointerId = event.pointerId;
    element.setPointerCapture(event.pointerId);
    element.focus({ preventScroll: true });
  }

  element.addEventListener('pointerdown', hold);
  element.addEventListener('pointermove', (event) => {
    if (event.pointerId !== pointerId) return;
    const next = deps.priceAt(event.clientY);
    if (next !== undefined && next > 0) moveTo(next);
  });
  element.addEventListener('pointerup', (event) => {
    if (event.pointerId !== pointerId) return;
    pointerId = undefined;
    finish();
  });
  const letGo = () => {
    pointerId = undefined;
    moveTo(undefined);
  };
  element.addEventListener('pointercancel', letGo);
  element.addEventListener('blur', letGo);
  element.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    if (step !== undefined) moveTo(Math.max(price() + step * tickOf(price()), tickOf(0)));
    else if (event.key === 'Enter' || event.key === ' ') finish();
    else if (event.key === 'Escape' && moving !== undefined) letGo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    price,
    set(next) {
      mark = next;
      show();
    },
    place(y, paneWidth) {
      // Out of sight it keeps its place in the tab order: focus brings the keyboard to it all the same.
      element.classList.toggle('away', y === undefined);
      element.style.transform = `translate(${paneWidth}px, ${y ?? 0}px) translate(-100%, -50%)`;
    },
    hold,
    stop: () => element.remove(),
  };
}
