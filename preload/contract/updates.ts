// New versions, as the signed feed of this copy tells them. The page asks to look, to save and to stop; no address, path,
// key or version comes from it.
import { z } from 'zod';

/** How a package is installed, which decides what a person is told about it. */
export const PackageKind = z.enum(['deb', 'appimage', 'dmg', 'nsis']);
export type PackageKind = z.infer<typeof PackageKind>;

const PackageFile = z.strictObject({
  kind: PackageKind,
  name: z.string(),
  size: z.number().int().positive(),
});

/** A file that is being saved, or how that ended. Its words are main's own. */
const SavedFile = PackageFile.extend({
  version: z.string(),
  state: z.enum(['saving', 'verified', 'failed']),
  done: z.number().int().nonnegative(),
  sha256: z.string(),
  /** Where it is, once its bytes are those that were signed. */
  path: z.string().optional(),
  why: z.string().optional(),
});

export const UpdateState = z.strictObject({
  /** Of this copy. */
  version: z.string(),
  /**
   * 'none': the packager named no feed. 'off': nothing that is seen could be remembered. 'broken': what the packager
   * named is no address or no key.
   */
  feed: z.enum(['none', 'on', 'off', 'broken']),
  isLooking: z.boolean(),
  /** When the feed was last read and believed; epoch ms. */
  lastLookAt: z.number().optional(),
  /** Newer than this copy. Its notes are plain lines. */
  found: z
    .strictObject({
      version: z.string(),
      publishedAt: z.string(),
      notes: z.string(),
      /** Absent where there is none for this system. */
      file: PackageFile.optional(),
    })
    .optional(),
  /** The last look, where it was not believed or could not be made. */
  refused: z.strictObject({ at: z.number(), why: z.string() }).optional(),
  file: SavedFile.optional(),
});
export type UpdateState = z.infer<typeof UpdateState>;
