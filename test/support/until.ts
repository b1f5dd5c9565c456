// For what is not told and can only be looked at again and again.
const EVERY_MS = 50;
const PATIENCE_MS = 30_000;

/** Answers what was found, once it is something; `what` names it for the one who reads that it never came. */
export async function until<T>(
  look: () => T | Promise<T>,
  what: string,
  patienceMs = PATIENCE_MS,
): Promise<NonNullable<T>> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`in vain waited for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
