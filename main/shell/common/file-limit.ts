// How many files and connections the system lets this process have open. With too few of them whatever comes last
// fails, each thing in its own words; so it is said before anything is opened.

/** A desk with several accounts, their streams, journals and windows. */
const NEEDED = 256;

type Limits = { userLimits?: { open_files?: { soft?: unknown } } };

export function fileLimitIssue(limit: number = openFileLimit()): string | undefined {
  if (limit >= NEEDED) return undefined;
  return `Ballast can open only ${limit} files here and needs ${NEEDED}. Raise the limit (ulimit -n 1024) and restart it.`;
}

/** Infinite where the system does not tell. */
function openFileLimit(): number {
  if (process.platform === 'win32') return Infinity;
  // Electron may be built without it.
  const report = process.report as typeof process.report | undefined;
  const limits: Limits | undefined = report?.getReport();
  const soft = Number(limits?.userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? soft : Infinity;
}
