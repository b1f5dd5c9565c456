// The version of each document that several windows change. They begin anew with every start: a page that outlived the
// last one names a version that nobody has, is told what holds, and makes its change again on top of that.
import type { UiArea } from '#contract/ui.ts';

type Name = UiArea | 'guards';

export type Versions = {
  of(name: Name): string;
  /** Whether `from` still held. If so, `to` holds from now on. */
  move(name: Name, from: string, to?: string): boolean;
};

export function createVersions(newId: () => string): Versions {
  const versions = new Map<Name, string>();

  function of(name: Name): string {
    const version = versions.get(name) ?? newId();
    versions.set(name, version);
    return version;
  }

  return {
    of,
    move(name, from, to = newId()) {
      if (of(name) !== from) return false;
      versions.set(name, to);
      return true;
    },
  };
}
