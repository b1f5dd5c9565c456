// The handle of an alert's line: a slider that moves it, for a pointer and for the keyboard, and a button that removes
// it. Nothing is sent to a broker by either.
import { LEFT_PX } from '#renderer/chart/handle-places.ts';
import { DRAG_PX } from '#renderer/chart/order-handle.ts';
import { priceText, tickOf } from '#renderer/chart/order-marks.ts';

export type AlertMark = {
  id: string;
  price: number;
  /** 'Alert at 191.20', 'Alert at 191.20, triggered 10:32' */
  title: string;
  isOver: boolean;
};

export type AlertHandle = {
  price(): number;
  set(mark: AlertMark): void;
  /** Where its line is, and where there is room for it; undefined when its price is out of sight. */
  place(at: { lineY: number; x: number; y: number } | undefined): void;
  /** In pixels; read after a change of its words only. */
  width(): number;
  hasFocus(): boolean;
  stop(): void;
};

type Deps = {
  priceAt(clientY: number): number | undefined;
  onMoving(price: number): void;
  onMoved(id: string, price: string): void;
  onRemove(id: string): void;
};

const STEPS: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

export function createAlertHandle(layer: HTMLElement, first: AlertMark, deps: Deps): AlertHandle {
  let mark = first;
  let moving: number | undefined;
  /** The pointer that holds it: where it took hold, and how far from the line. */
  let held: { pointerId: number; y: number; offY: number } | undefined;
  let offY = 0;
  let width: number | undefined;
  const element = document.createElement('div');
  const grip = document.createElement('div');
  grip.className = 'alert-grip';
  grip.role = 'slider';
  grip.tabIndex = 0;
  grip.ariaOrientation = 'vertical';
  const words = document.createElement('span');
  grip.append(bell(), words);
  grip.title = 'Drag, or use the arrow keys and Enter, to move this alert';
  const remove = document.createElement('button');
  remove.type = 'button';
  remove.className = 'alert-remove';
  remove.textContent = '×';
  element.append(grip, remove);
  layer.append(element);
  show();

  function price(): number {
    return moving ?? mark.price;
  }

  function show(): void {
    const text = priceText(price());
    element.className = `alert-handle${mark.isOver ? ' over' : ''}`;
    const shown = moving === undefined ? mark.title : `Alert at ${text}`;
    if (words.textContent !== shown) {
      words.textContent = shown;
      width = undefined;
    }
    grip.ariaLabel = mark.title;
    grip.ariaValueNow = text;
    grip.ariaValueMin = '0';
    grip.ariaValueMax = String(Math.ceil(mark.price * 10));
    grip.ariaValueText = `${text}${moving === undefined ? '' : ', Enter moves the alert here'}`;
    remove.ariaLabel = `Remove ${mark.title}`;
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
    if (asked !== undefined) deps.onMoved(mark.id, priceText(asked));
  }

  grip.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const { top, height } = element.getBoundingClientRect();
    const lineY = top + height / 2 + offY;
    held = { pointerId: event.pointerId, y: event.clientY, offY: lineY - event.clientY };
    grip.setPointerCapture(event.pointerId);
    grip.focus({ preventScroll: true });
  });
  grip.addEventListener('pointermove', (event) => {
    if (event.pointerId !== held?.pointerId) return;
    if (moving === undefined && Math.abs(event.clientY - held.y) < DRAG_PX) return;
    const next = deps.priceAt(event.clientY + held.offY);
    if (next !== undefined && next > 0) moveTo(next);
  });
  grip.addEventListener('pointerup', (event) => {
    if (event.pointerId !== held?.pointerId) return;
    held = undefined;
    finish();
  });
  const letGo = (): void => {
    held = undefined;
    moveTo(undefined);
  };
  grip.addEventListener('pointercancel', letGo);
  grip.addEventListener('blur', letGo);
  grip.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    if (step !== undefined) moveTo(Math.max(price() + step * tickOf(price()), tickOf(0)));
    else if (event.key === 'Enter' || event.key === ' ') finish();
    else if (event.key === 'Delete') deps.onRemove(mark.id);
    else if (event.key === 'Escape' && moving !== undefined) letGo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  remove.addEventListener('click', () => deps.onRemove(mark.id));

  return {
    price,
    set(next) {
      mark = next;
      show();
    },
    place(at) {
      offY = at ? at.lineY - at.y : 0;
      element.classList.toggle('away', at === undefined);
      element.style.transform = `translate(${at?.x ?? LEFT_PX}px, ${at?.y ?? 0}px) translateY(-50%)`;
    },
    width() {
      return (width ??= element.offsetWidth);
    },
    hasFocus: () => element.contains(document.activeElement),
    stop: () => element.remove(),
  };
}

const SVG = 'http://www.w3.org/2000/svg';

function bell(): SVGElement {
  const icon = document.createElementNS(SVG, 'svg');
  icon.setAttribute('viewBox', '0 0 16 16');
  icon.ariaHidden = 'true';
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', 'M3 11.5h10L11.7 9V6.2a3.7 3.7 0 0 0-7.4 0V9zM6.7 13.4h2.6');
  icon.append(path);
  return icon;
}
