// The tokens in force, as colors that a canvas understands, and a call when they change.
const TOKENS = {
  panel: '--panel',
  line: '--line',
  text: '--text',
  textQuiet: '--text-quiet',
  up: '--up',
  down: '--down',
  upTint: '--up-tint',
  downTint: '--down-tint',
  warn: '--warn',
  warnTint: '--warn-tint',
  focus: '--focus',
  extended: '--hours-extended',
  night: '--hours-night',
  study1: '--study-1',
  study2: '--study-2',
  study3: '--study-3',
  study4: '--study-4',
  study5: '--study-5',
  study6: '--study-6',
} as const;

export type ChartTheme = Record<keyof typeof TOKENS, string> & { font: string };

/** A custom property keeps its two halves of light-dark() until a real property uses it; so one does. */
export function readTheme(host: HTMLElement): ChartTheme {
  const probe = document.createElement('span');
  probe.hidden = true;
  host.append(probe);
  const style = getComputedStyle(probe);
  const colors = Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => {
      probe.style.color = `var(${token})`;
      return [name, style.color];
    }),
  ) as Record<keyof typeof TOKENS, string>;
  const font = style.getPropertyValue('--font-number').trim();
  probe.remove();
  return { ...colors, font };
}

/** The system's theme, or the attributes of the page that choose one. */
export function onThemeChange(run: () => void): () => void {
  const media = matchMedia('(prefers-color-scheme: dark)');
  media.addEventListener('change', run);
  const observer = new MutationObserver(run);
  observer.observe(document.documentElement, { attributes: true });
  return () => {
    media.removeEventListener('change', run);
    observer.disconnect();
  };
}
