// Where the parts of the web shell lie: beside each other once built, as a person starts it, and where they are written
// when a test takes one from the sources.
import { fileURLToPath } from 'node:url';

const IS_BUILT = !import.meta.url.endsWith('.ts');
const place = (built: string, source: string): string =>
  fileURLToPath(new URL(IS_BUILT ? built : source, import.meta.url));

export const BROKER_ENTRY = place('paper.js', '../../paper/process.ts');
export const KEYCHAIN_ENTRY = place('keychain.js', '../common/keychain-process.ts');
export const RENDERER = place('../renderer', '../../../out/renderer');
