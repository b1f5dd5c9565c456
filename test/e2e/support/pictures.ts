import { join } from 'node:path';

/** Where a picture goes: beside the other results, or into the documents with `npm run pictures`. */
export const picture = (name: string): string =>
  join(process.env['BALLAST_PICTURES'] ?? 'test-results/pictures', `${name}.png`);
