// The places of a document, which windows change each for itself: a member (`theme`), or an entry of a collection
// (`saved/Evening`).
import type { Drawings } from '#contract/drawings.ts';
import type { ChartSettings, KeyChoices, Layouts, Presets, Tables, Views } from '#contract/ui.ts';

type Kept = Layouts & Views & ChartSettings & Presets & KeyChoices & Tables & Drawings;

/** A record by its keys, a list by the names of its entries. */
const COLLECTIONS: ReadonlySet<string> = new Set<keyof Kept>([
  'saved',
  'orders',
  'panels',
  'presets',
  'changed',
  'tables',
  'sorting',
  'symbols',
]);

type Entries = Map<string, unknown>;

/** Where two documents differ. */
export function changedPlaces(before: object, after: object): string[] {
  const [old, young] = [entriesOf(before), entriesOf(after)];
  return changedNames(old, young).flatMap((member) =>
    COLLECTIONS.has(member)
      ? changedNames(entriesOf(old.get(member)), entriesOf(young.get(member))).map(
          (name) => `${member}/${name}`,
        )
      : [member],
  );
}

/** The document `there`, with these places as they are `here`. */
export function withPlaces(places: Iterable<string>, here: object, there: object): object {
  const [own, merged] = [entriesOf(here), entriesOf(there)];
  for (const place of places) {
    const [member = '', ...rest] = place.split('/');
    if (!COLLECTIONS.has(member)) {
      copy(member, own, merged);
      continue;
    }
    const entries = entriesOf(merged.get(member));
    copy(rest.join('/'), entriesOf(own.get(member)), entries);
    merged.set(
      member,
      Array.isArray(own.get(member)) ? listOf(entries) : Object.fromEntries(entries),
    );
  }
  return Object.fromEntries(merged);
}

function copy(name: string, from: Entries, to: Entries): void {
  if (from.has(name)) to.set(name, from.get(name));
  else to.delete(name);
}

const changedNames = (before: Entries, after: Entries): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    // Documents are what a file can hold.
    (name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)),
  );

const entriesOf = (of: unknown): Entries =>
  new Map(
    Array.isArray(of)
      ? of.map((entry: { name: string }) => [entry.name, entry])
      : Object.entries(of ?? {}),
  );

const listOf = (entries: Entries): unknown[] =>
  [...entries].toSorted(([a], [b]) => a.localeCompare(b)).map(([, entry]) => entry);
