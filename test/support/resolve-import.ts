import { dirname, join } from 'node:path';

/** The file that an import names, from the top of the project; the name itself for a package. */
export function resolveImport(from: string, specifier: string): string {
  if (specifier === '#package') return 'package.json';
  if (specifier.startsWith('#contract/')) return specifier.replace('#contract', 'preload/contract');
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  return specifier;
}
