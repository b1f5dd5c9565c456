// Documents that several windows change. Whoever changes one names the version that was seen; where another holds by now,
// nothing is changed and the failure `outdated` carries the document as it stands.
import { z } from 'zod';

/** An id and no number: a page may outlive the main that it read from, and must not be right by accident. */
export const Version = z.string().max(64);
export type Versioned<T> = { value: T; version: string };

export const versioned = <T extends z.ZodType>(value: T) =>
  z.strictObject({ value, version: Version });
