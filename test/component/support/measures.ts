// What can be measured of a drawn page, each function as the browser runs it: nothing outside of it can be used in it.

/** What is pressed and is smaller than a fingertip needs (WCAG 2.5.8): words in a sentence are no targets of their own. */
export function smallTargets(): string[] {
  const PRESSED =
    'button, input, select, textarea, summary, a[href], [role="tab"], [role="slider"], [role="option"], [role^="menuitem"]';
  return [...document.querySelectorAll<HTMLElement>(PRESSED)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !one.closest('p, [aria-hidden="true"], .visually-hidden, .skip'))
    .filter((one) => {
      const labels = one instanceof HTMLInputElement ? [...(one.labels ?? [])] : [];
      const sizes = [one, ...labels].map((part) => {
        const { width, height } = part.getBoundingClientRect();
        return Math.min(width, height);
      });
      return Math.max(...sizes) < 23.5;
    })
    .map((one) => {
      const { width, height } = one.getBoundingClientRect();
      const name = one.ariaLabel ?? (one.textContent || one.outerHTML.slice(0, 120));
      return `${name}: ${Math.round(width)} × ${Math.round(height)}`;
    });
}

/**
 * Words of which less is drawn than is there, and that nothing says whole: cut with an ellipsis they need a title; what
 * can be scrolled to is not cut; what is there for those who listen is not drawn.
 */
export function cutTexts(): string[] {
  const cut = new Set<string>();
  const clips = (value: string) => value === 'hidden' || value === 'clip';
  const scrolls = (value: string) => value === 'auto' || value === 'scroll';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!parent || text === '' || !parent.checkVisibility({ visibilityProperty: true })) continue;
    if (parent.closest('.visually-hidden, .skip, option, script, style')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const words = range.getBoundingClientRect();
    if (words.width === 0) continue;
    let [canScrollX, canScrollY] = [false, false];
    for (let box: HTMLElement | null = parent; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.position === 'absolute' && box.clientWidth <= 1) break;
      const { left, right, top, bottom } = box.getBoundingClientRect();
      // What has no room at all is left out on purpose, as a whole; what has some is cut.
      const isGone =
        words.left >= right || words.right <= left || words.top >= bottom || words.bottom <= top;
      const isOutX = words.left < left - 1.5 || words.right > right + 1.5;
      const isOutY = words.top < top - 4 || words.bottom > bottom + 4;
      const isTitled = box.closest('[title]') !== null;
      if (isOutX && !canScrollX && clips(style.overflowX)) {
        if (!isGone && !(isTitled && style.textOverflow === 'ellipsis'))
          cut.add(`${text} (in ${box.tagName} ${box.className})`);
        break;
      }
      if (isOutY && !canScrollY && clips(style.overflowY)) {
        if (!isGone && !(isTitled && style.webkitLineClamp !== 'none'))
          cut.add(`${text} (too high for ${box.tagName} ${box.className})`);
        break;
      }
      canScrollX ||= scrolls(style.overflowX);
      canScrollY ||= scrolls(style.overflowY);
      if (style.position === 'fixed') break;
    }
  }
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  for (const input of document.querySelectorAll('input')) {
    if (!input.checkVisibility({ visibilityProperty: true }) || input.ariaHidden === 'true')
      continue;
    if (['checkbox', 'radio', 'range'].includes(input.type)) continue;
    const style = getComputedStyle(input);
    pen.font = style.font;
    const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const shown = input.value || input.placeholder;
    if (pen.measureText(shown).width > room + 1 && !(input.value && input.title))
      cut.add(`${shown} (in the field ${input.labels?.[0]?.textContent ?? input.ariaLabel})`);
  }
  return [...cut];
}

/** Pages that scroll sideways, and panels that grew beyond what is in them. */
export function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = scrollWidth > clientWidth ? [`the page by ${scrollWidth - clientWidth}`] : [];
  const most: [selector: string, px: number][] = [
    ['form[aria-label="Order ticket"]', 420],
    ['dialog', 720],
  ];
  for (const [selector, px] of most)
    for (const box of document.querySelectorAll(selector)) {
      const { width } = box.getBoundingClientRect();
      if (width > px) wide.push(`${selector}: ${Math.round(width)}`);
    }
  return wide;
}

/** Pages that scroll as a whole, as none does here: what is beyond the window is in a part that scrolls. */
export function tooHigh(): string[] {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight > clientHeight ? [`the page by ${scrollHeight - clientHeight}`] : [];
}

/** Tables that scroll sideways although their columns have room; and names of rows that are cut, as none may be. */
export function crampedTables(): string[] {
  const cramped: string[] = [];
  for (const box of document.querySelectorAll<HTMLElement>('.data-table')) {
    const table = box.querySelector('table');
    if (!table || !box.checkVisibility({ visibilityProperty: true })) continue;
    const needed = parseFloat(table.style.minWidth);
    if (box.scrollWidth > box.clientWidth && needed <= box.clientWidth)
      cramped.push(`${table.ariaLabel}: ${box.scrollWidth} in ${box.clientWidth}`);
    for (const name of box.querySelectorAll<HTMLElement>('tbody th'))
      if (name.scrollWidth > name.clientWidth)
        cramped.push(`${table.ariaLabel}: ${name.innerText}`);
  }
  return cramped;
}
