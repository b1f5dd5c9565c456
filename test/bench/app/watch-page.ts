// What is put into every page of the bench before anything of it runs. It is sent as its own text, so nothing in it may
// come from outside of it.

/** When things were seen, as moments of the computer's clock; and how often the page changed, where that is counted. */
export type Seen = {
  painted?: number;
  price?: number;
  ordered?: number;
  frames: number;
  cells: number;
  canvas: number;
};

/** `isCounting` counts instead of trading: what is counted costs, so it is never part of what is timed. */
export function watchPage(isCounting: boolean, mayOrder: boolean): void {
  const page = globalThis as unknown as { benchSeen?: Seen };
  if (page.benchSeen) return;
  const seen: Seen = { frames: 0, cells: 0, canvas: 0 };
  page.benchSeen = seen;
  const now = (): number => performance.timeOrigin + performance.now();
  const find = (selector: string) => document.querySelector<HTMLInputElement>(selector);

  const paints = new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-paint') seen.painted = performance.timeOrigin + startTime;
  });
  paints.observe({ type: 'paint', buffered: true });

  if (isCounting) {
    let isCounted = false;
    const count = (): void => {
      if (!isCounted) requestAnimationFrame(() => (isCounted = false));
      if (!isCounted) seen.frames++;
      isCounted = true;
    };
    new MutationObserver((changes) => {
      seen.cells += new Set(changes.map(({ target }) => target)).size;
      count();
    }).observe(document, { subtree: true, childList: true, characterData: true });
    const { clearRect } = CanvasRenderingContext2D.prototype;
    let isDrawn = false;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      if (!isDrawn) {
        seen.canvas++;
        requestAnimationFrame(() => (isDrawn = false));
      }
      isDrawn = true;
      return clearRect.apply(this, box);
    };
    return;
  }

  const isPriced = (): boolean =>
    find('[role=status][aria-label="Price stream"]')?.textContent?.includes('live') === true &&
    [...document.querySelectorAll('[aria-label=Watchlist] .num:not(.stale)')].some((cell) =>
      /^\d[\d,]*\.\d\d$/.test(cell.textContent ?? ''),
    );
  const button = (words: string): HTMLButtonElement | undefined =>
    [...document.querySelectorAll('button')].find((one) => one.textContent?.startsWith(words));
  const steps: (() => boolean)[] = [
    () => {
      if (!isPriced()) return false;
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.addEventListener('message', () => (seen.price ??= now()));
        channel.port1.start();
        channel.port2.postMessage(undefined);
      });
      return true;
    },
    () => {
      const field = find('form[aria-label="Order ticket"] [name=qty]');
      if (!mayOrder || !field || field.matches(':disabled')) return false;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '1');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      return true;
    },
    ...['Review order', 'Place order: '].map((words) => () => {
      const found = button(words);
      if (!found || found.disabled) return false;
      found.click();
      return true;
    }),
    () => {
      const said = find('form[aria-label="Order ticket"] [role=status]')?.textContent ?? '';
      if (!/: Buy 1 /.test(said)) return false;
      seen.ordered = now();
      return true;
    },
  ];
  const timer = setInterval(() => {
    while (steps[0]?.()) steps.shift();
    if (steps.length === 0) clearInterval(timer);
  }, 5);
}
