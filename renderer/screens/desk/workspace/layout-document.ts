// A layout as it is kept. It is the docking library's own document, so it is checked before the library sees it: one
// that is damaged, or names panels that do not exist, is no layout.
import type { SerializedDockview } from 'dockview-react';
import { z } from 'zod';
import { isSameName, isSeen } from '#contract/names.ts';

const Size = z.number().finite().min(0).max(100_000);

const Group = z.looseObject({
  id: z.string().min(1).max(100),
  views: z.array(z.string().max(100)).max(50),
  activeView: z.string().max(100).optional(),
});

type Node = { type: 'leaf' | 'branch'; data: unknown; size?: number | undefined };

const Leaf = z.looseObject({ type: z.literal('leaf'), data: Group, size: Size.optional() });
const Branch: z.ZodType<Node> = z.lazy(() =>
  z.looseObject({
    type: z.literal('branch'),
    data: z.array(z.union([Leaf, Branch])).max(50),
    size: Size.optional(),
  }),
);

const Document = z.looseObject({
  grid: z.looseObject({
    root: Branch,
    width: Size,
    height: Size,
    orientation: z.enum(['HORIZONTAL', 'VERTICAL']),
  }),
  panels: z.record(
    z.string().max(100),
    z.looseObject({
      id: z.string().min(1).max(100),
      contentComponent: z.string(),
      title: z.string().max(200).optional(),
    }),
  ),
  activeGroup: z.string().optional(),
  floatingGroups: z
    .array(z.looseObject({ data: Group, position: z.looseObject({ width: Size, height: Size }) }))
    .max(50)
    .optional(),
});

/** Undefined when it cannot be used; the caller falls back to the first layout. */
export function readLayout(
  stored: unknown,
  kinds: readonly string[],
): SerializedDockview | undefined {
  const read = Document.safeParse(stored);
  if (!read.success) return undefined;
  const { panels, grid, floatingGroups = [] } = read.data;
  const named = Object.entries(panels);
  if (named.length === 0) return undefined;
  if (named.some(([id, panel]) => panel.id !== id || !kinds.includes(panel.contentComponent)))
    return undefined;
  const placed = [...viewsIn(grid.root), ...floatingGroups.flatMap(({ data }) => data.views)];
  const isEachPlacedOnce =
    placed.length === named.length &&
    new Set(placed).size === placed.length &&
    placed.every((id) => Object.hasOwn(panels, id));
  // The schema above has the members that matter; the rest is the library's own.
  return isEachPlacedOnce ? (read.data as unknown as SerializedDockview) : undefined;
}

/** Between panels, in pixels. */
export const GAP = 6;

/**
 * A layout as the library takes it. It writes down what each panel shows, and reads that as what each has together with
 * its share of the gaps; taken as it is written, every panel but the last to be laid out would shrink with every start.
 */
export function withGaps(layout: SerializedDockview): SerializedDockview {
  return { ...layout, grid: { ...layout.grid, root: spread(layout.grid.root) } };
}

type Grid = SerializedDockview['grid']['root'];

function spread(node: Grid): Grid {
  if (!Array.isArray(node.data)) return node;
  // One that is hidden takes no room, and is written down with its share.
  const shown = node.data.filter(({ visible }) => visible !== false).length;
  const share = (GAP * Math.max(0, shown - 1)) / Math.max(1, shown);
  const data = node.data.map((child) => {
    const inner = spread(child);
    return inner.size === undefined || inner.visible === false
      ? inner
      : { ...inner, size: inner.size + share };
  });
  return { ...node, data };
}

function viewsIn(node: Node): string[] {
  if (node.type === 'leaf') return (node.data as z.infer<typeof Group>).views;
  return (node.data as Node[]).flatMap(viewsIn);
}

/** The layout in use and the name it was chosen by, as they are kept together. */
const Current = z.object({ name: z.string().max(40), layout: z.unknown() });
type CurrentLayout = { name: string; layout: unknown };

export const DEFAULT_NAME = 'Standard';

export function readCurrent(stored: unknown): CurrentLayout {
  const read = Current.safeParse(stored);
  return read.success ? read.data : { name: DEFAULT_NAME, layout: undefined };
}

/** The name under which it is kept: that of the layout which is called the same. */
export const layoutName = (saved: object, typed: string): string =>
  Object.keys(saved).find((known) => isSameName(known, typed)) ?? typed.trim();

/** What is wrong with a name for a layout, in words. */
export function layoutNameIssue(name: string): string | undefined {
  const text = name.trim();
  if (text === '') return 'Give the layout a name.';
  if (text.length > 40) return 'Use at most 40 characters.';
  if (isSameName(text, DEFAULT_NAME))
    return `${DEFAULT_NAME} is the layout that Reset brings back.`;
  if (text in {} || !isSeen(text)) return 'This name cannot be used.';
  return undefined;
}
