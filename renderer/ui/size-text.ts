const SIZE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const KB = 1_000;
const MB = 1_000_000;
const GB = 1_000_000_000;

/** '570 MB', as the file manager says it. */
export function sizeText(bytes: number): string {
  if (bytes >= GB) return `${SIZE.format(bytes / GB)} GB`;
  if (bytes >= MB) return `${SIZE.format(bytes / MB)} MB`;
  return `${SIZE.format(Math.ceil(bytes / KB))} kB`;
}
