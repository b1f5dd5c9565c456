// Makes every icon from the two drawings in assets/. Run it when a drawing changes; what it makes is kept with the sources.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { chromiumLaunch } from '../test/support/chromium.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const ASSETS = join(PROJECT, 'assets');
const ICONS = join(ASSETS, 'icons');

/** The mark in the corner tells the mood also to those who do not see its color. */
const MOODS = {
  live: { ink: '#dfe5ec', mark: '' },
  stale: { ink: '#8b95a1', mark: '' },
  unknown: { ink: '#dfe5ec', mark: '<circle cx="25" cy="25" r="6" fill="#f0b429"/>' },
  stopped: {
    ink: '#dfe5ec',
    mark: '<rect x="19" y="19" width="12" height="12" rx="2" fill="#e5484d"/>',
  },
} as const;

/** Panels are dark or light, and nobody tells which: the mark brings its own ground. */
const TILE = '<rect width="32" height="32" rx="7" fill="#1b2430"/>';
const INSIDE_TILE = 'translate(16 15.5) scale(0.8) translate(-16 -16)';

const browser = await chromium.launch(chromiumLaunch().launchOptions);
const page = await browser.newPage();
mkdirSync(ICONS, { recursive: true });
const icon = readFileSync(join(ASSETS, 'icon.svg'), 'utf8');
for (const size of [16, 32, 48, 64, 128, 256, 512, 1024])
  await draw(page, icon, size, join(ICONS, `${size}x${size}.png`));
const tray = readFileSync(join(ASSETS, 'tray.svg'), 'utf8');
for (const [mood, { ink, mark }] of Object.entries(MOODS)) {
  const drawing = tray.replace('</svg>', `${mark}</svg>`);
  for (const [suffix, size] of [
    ['', 22],
    ['@2x', 44],
  ] as const)
    await draw(
      page,
      tray
        .replace('>', `>${TILE}<g transform="${INSIDE_TILE}">`)
        .replace('</svg>', `</g>${mark}</svg>`)
        .replaceAll('currentColor', ink),
      size,
      join(ICONS, `tray-${mood}${suffix}.png`),
    );
  // macOS colors a template itself and looks only at what is opaque.
  const template = drawing
    .replaceAll('currentColor', '#000')
    .replaceAll(/fill="#[^"]+"(?=\/>)/g, 'fill="#000"');
  for (const [suffix, size] of [
    ['', 18],
    ['@2x', 36],
  ] as const)
    await draw(page, template, size, join(ICONS, `tray-${mood}-Template${suffix}.png`));
}
await browser.close();

async function draw(on: Page, svg: string, size: number, path: string): Promise<void> {
  await on.setViewportSize({ width: size, height: size });
  const source = svg.replace('<svg ', `<svg width="${size}" height="${size}" `);
  await on.setContent(`<body style="margin:0;background:transparent">${source}</body>`);
  writeFileSync(path, await on.screenshot({ omitBackground: true }));
}
