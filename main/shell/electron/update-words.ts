// What is said about a new version, and when it must wait.
import type { DeskSummary } from '#main/desk.ts';

/** Why a restart must wait, in a sentence; nothing when it may happen. */
export function whyNotRestart({
  unknown,
  mintsInFlight,
}: Pick<DeskSummary, 'unknown' | 'mintsInFlight'>): string | undefined {
  if (unknown > 0) return unknown === 1 ? 'An order is unknown.' : `${unknown} orders are unknown.`;
  return mintsInFlight > 0 ? 'A mint is on its way.' : undefined;
}

/** Notes may come as HTML or as a list; only their text is shown. */
export function notesText(notes: unknown): string {
  if (Array.isArray(notes))
    return notes
      .map((entry: { version?: unknown; note?: unknown }) => notesText(entry.note))
      .join('\n');
  return typeof notes === 'string'
    ? notes.replaceAll(/<[^>]*>/g, '').slice(0, 2_000)
    : 'No notes were given.';
}
