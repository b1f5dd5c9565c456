// The browser tells nobody of a focus that went with its element: a button that is removed or disabled by what it did, a
// dialog that closes after the button that opened it is gone. Whoever goes by keyboard or listens would be nowhere then.
import type { Delay } from '#renderer/core/delay.ts';

type Deps = { page: Document; every: Delay };
type Visit = { element: HTMLElement; ancestors: HTMLElement[]; overlay: Element | null };

const LOOK_EVERY_MS = 150;
const MOST_VISITS = 20;
/** What opens over the page, and gives the focus back when it goes. */
const OVERLAY = 'dialog, .popup-place';
/** Where somebody can be: what takes the focus anyway, or a part of the page with a name. */
const PLACE = '[tabindex], dialog, form, section, main, nav';
/** Of such a part, where it says what it is. */
const HEADING = ':is(h1, h2, h3)[tabindex="-1"]';

/** Gives a lost focus back to where it was, or else to the nearest place around it. Answers a function that ends it. */
export function keepFocus({ page, every }: Deps): () => void {
  let visits: Visit[] = [];
  /** It has the focus for one that may be able to take it again. */
  let standIn: HTMLElement | undefined;
  /** Whoever goes away by hand is heard; a focus that goes with its element is not, or from one that cannot have it. */
  let hasLeft = false;
  /** While there is a place to lose: a page that nobody has touched is not woken for it. */
  let rest: (() => void) | undefined;

  function onFocusIn({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || target === standIn) return;
    standIn = undefined;
    hasLeft = false;
    const ancestors: HTMLElement[] = [];
    for (let at = target.parentElement; at; at = at.parentElement) ancestors.push(at);
    const visit = { element: target, ancestors, overlay: target.closest(OVERLAY) };
    visits = [...visits.filter(({ element }) => element !== target), visit].slice(-MOST_VISITS);
    rest ??= every(LOOK_EVERY_MS, look);
  }

  function onFocusOut({ target }: FocusEvent): void {
    hasLeft = target instanceof HTMLElement && canTakeFocus(target);
  }

  function look(): void {
    const active = page.activeElement;
    if (active !== page.body && active !== standIn) return;
    // Past what opened over the page and is gone, to where somebody was before.
    const at = visits.findLastIndex(({ overlay }) => overlay === null || overlay.isConnected);
    const isClosed = at + 1 < visits.length;
    visits = visits.slice(0, at + 1);
    const last = visits.at(-1);
    if (!last) {
      rest?.();
      rest = undefined;
      return;
    }
    if (!canTakeFocus(last.element)) {
      if (active === standIn) return;
      const place =
        last.ancestors.find((one) => one.matches(PLACE) && isInSight(one)) ??
        // All of it has gone, as the lock does: the page begins at its main part.
        find(page.body, 'main', isInSight);
      const again = place && find(place, last.element.tagName, isSameAs(last.element));
      standIn = again ? undefined : ((place && find(place, HEADING, isInSight)) ?? place);
      give(again ?? standIn);
    } else if (active === standIn || isClosed || !hasLeft) give(last.element);
    else visits = [];
  }

  page.addEventListener('focusin', onFocusIn);
  page.addEventListener('focusout', onFocusOut);
  return () => {
    rest?.();
    page.removeEventListener('focusin', onFocusIn);
    page.removeEventListener('focusout', onFocusOut);
  };
}

const find = (place: HTMLElement, what: string, fits: (one: HTMLElement) => boolean) =>
  [...place.querySelectorAll<HTMLElement>(what)].find(fits);

/** It was drawn anew, elsewhere. */
const isSameAs =
  (lost: HTMLElement) =>
  (one: HTMLElement): boolean =>
    one.textContent === lost.textContent &&
    one.ariaLabel === lost.ariaLabel &&
    one.id === lost.id &&
    canTakeFocus(one);

function give(element: HTMLElement | undefined): void {
  // What takes the focus by itself has it without this.
  if (element && element.tabIndex < 0) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}

const isInSight = (element: HTMLElement): boolean =>
  element.isConnected && element.checkVisibility();
const canTakeFocus = (element: HTMLElement): boolean =>
  isInSight(element) && !element.matches(':disabled');
