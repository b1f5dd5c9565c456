// The chart by keyboard: arrows scroll, plus and minus zoom, End goes to the newest bar.
type Actions = { scrollBy(bars: number): void; zoom(factor: number): void; showLatest(): void };

const STEP_BARS = 10;
const PAGE_BARS = 100;
const ZOOM = 1.25;

export function listenToKeys(host: HTMLElement, actions: Actions): () => void {
  const runs: Record<string, () => void> = {
    ArrowLeft: () => actions.scrollBy(-STEP_BARS),
    ArrowRight: () => actions.scrollBy(STEP_BARS),
    PageUp: () => actions.scrollBy(-PAGE_BARS),
    PageDown: () => actions.scrollBy(PAGE_BARS),
    '+': () => actions.zoom(ZOOM),
    '=': () => actions.zoom(ZOOM),
    '-': () => actions.zoom(1 / ZOOM),
    End: () => actions.showLatest(),
  };
  const onKey = (event: KeyboardEvent) => {
    // An order's handle has keys of its own.
    const run = event.target === host ? runs[event.key] : undefined;
    if (!run || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    run();
  };
  host.tabIndex = 0;
  host.role = 'group';
  host.ariaLabel =
    'Chart. Arrow keys scroll, plus and minus zoom, End shows the newest bar, a letter changes the symbol';
  host.addEventListener('keydown', onKey);
  return () => host.removeEventListener('keydown', onKey);
}
