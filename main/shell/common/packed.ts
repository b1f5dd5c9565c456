// What the packager wrote into this copy: its version, and where it hears of new ones. A build has the package.json that
// it was packed with; what runs from the sources follows nothing.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ReleaseFeed } from '#main/ports.ts';
import { parseJson } from '#main/tools/json.ts';

/** Beside `out` of what is built. Of the sources nothing is there. */
const MANIFEST = new URL('../../package.json', import.meta.url);

const Packed = z.object({
  version: z.string(),
  /** Written by scripts/dist.ts. */
  ballastFeed: z
    .strictObject({
      url: z.string(),
      keys: z.string().transform((keys) => keys.split(' ')),
    })
    .optional(),
});
type Packed = z.infer<typeof Packed>;

export function readPacked(manifest = MANIFEST): Packed | undefined {
  try {
    return Packed.safeParse(parseJson(readFileSync(manifest, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

type System = { platform: NodeJS.Platform; arch: string; env: NodeJS.ProcessEnv };

/** With what of it can be installed here. */
export function releaseFeedOf(
  packed: Packed | undefined,
  { platform, arch, env }: System,
): ReleaseFeed | undefined {
  const kind = kindOn(platform, env);
  return packed?.ballastFeed && kind && { ...packed.ballastFeed, kind, arch };
}

function kindOn(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): ReleaseFeed['kind'] | undefined {
  // Set by what unpacks an AppImage for its run.
  if (platform === 'linux') return env['APPIMAGE'] ? 'appimage' : 'deb';
  if (platform === 'darwin') return 'dmg';
  return platform === 'win32' ? 'nsis' : undefined;
}
