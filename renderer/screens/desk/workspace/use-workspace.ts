// The docked panels and the layouts they are kept in. The layout in use is written down as it changes, so that a
// crash loses at most a moment of it.
import { useState } from 'react';
import type { DockviewApi, IDockviewPanel } from 'dockview-react';
import { useSession } from '#renderer/session/session.ts';
import type { UiDocuments } from '#renderer/core/documents/ui-documents.ts';
import { useUiDocuments } from '#renderer/session/use-ui-documents.ts';
import {
  addAgain,
  addPanel,
  buildDefaultLayout,
} from '#renderer/screens/desk/workspace/default-layout.ts';
import { toggleFloat } from '#renderer/screens/desk/workspace/floating.ts';
import {
  DEFAULT_NAME,
  layoutName,
  readCurrent,
  readLayout,
  withGaps,
} from '#renderer/screens/desk/workspace/layout-document.ts';
import { movePanel, type Way } from '#renderer/screens/desk/workspace/moving.ts';
import { keepTicketNarrow } from '#renderer/screens/desk/workspace/ticket-width.ts';
import { PANEL_KINDS, panelOf, type PanelKind } from '#renderer/screens/desk/workspace/panels.tsx';

export type Workspace = {
  /** Takes the docking library's handle once it is drawn, and brings the last layout back. */
  open(api: DockviewApi): void;
  saveAs(name: string): void;
  choose(name: string): void;
  remove(name: string): void;
  reset(): void;
  /** Puts the panel in front, opening it where it is closed. */
  show(kind: PanelKind): void;
  /** The same, and the focus goes into it. */
  focus(kind: PanelKind): void;
  addChart(): void;
  float(): void;
  toggleMaximized(): void;
  close(): void;
  /** Makes the panel in hand larger or smaller. */
  grow(axis: 'width' | 'height', byPx: number): void;
  /** Takes it elsewhere, as a drag of its tab does; the focus stays in it. */
  move(way: Way): void;
};

export function useWorkspace(): Workspace {
  const documents = useUiDocuments();
  const { toast } = useSession();
  const [workspace] = useState(() =>
    createWorkspace(documents, (name) =>
      toast({
        kind: 'bad',
        text: `The layout ${name} was damaged and could not be used. The standard layout is shown.`,
      }),
    ),
  );
  return workspace;
}

/** `onDamaged` is told when a layout could not be used. */
function createWorkspace(documents: UiDocuments, onDamaged: (name: string) => void): Workspace {
  let api: DockviewApi | undefined;
  let name = DEFAULT_NAME;
  let isRestoring = false;
  /** What was asked of it before it was first in sight. */
  const waiting: (() => void)[] = [];
  const once =
    <A extends unknown[]>(run: (...args: A) => void) =>
    (...args: A): void => {
      if (api) run(...args);
      else waiting.push(() => run(...args));
    };

  function keep(): void {
    if (!api || isRestoring || api.width === 0) return;
    const layouts = documents.get('layouts');
    documents.set('layouts', { ...layouts, current: { name, layout: api.toJSON() } });
  }

  /** False when it is damaged; the first layout stands then. */
  function restore(stored: unknown): boolean {
    if (!api) return false;
    const layout = readLayout(stored, PANEL_KINDS);
    isRestoring = true;
    try {
      if (layout) api.fromJSON(withGaps(layout));
      else buildDefaultLayout(api);
      return layout !== undefined;
    } catch {
      // It looked right, and yet the library could not use it.
      buildDefaultLayout(api);
      return false;
    } finally {
      isRestoring = false;
    }
  }

  function use(nextName: string, stored: unknown): void {
    const isUsed = restore(stored);
    name = isUsed ? nextName : DEFAULT_NAME;
    if (!isUsed && stored !== undefined) onDamaged(nextName);
    keep();
  }

  const inHand = (): IDockviewPanel | undefined => api?.activePanel;

  function open(kind: PanelKind): IDockviewPanel | undefined {
    if (!api) return undefined;
    const there = api.panels.find(({ api: { component } }) => component === kind);
    if (!there) addAgain(api, kind);
    return there ?? api.getPanel(kind);
  }

  return {
    open(opened) {
      api = opened;
      const current = readCurrent(documents.get('layouts').current);
      use(current.name, current.layout);
      keepTicketNarrow(api);
      api.onDidLayoutChange(keep);
      for (const run of waiting.splice(0)) run();
    },
    saveAs: once((next: string) => {
      if (!api) return;
      const { saved } = documents.get('layouts');
      name = layoutName(saved, next);
      const layout = api.toJSON();
      documents.set('layouts', {
        current: { name, layout },
        saved: { ...saved, [name]: layout },
      });
    }),
    choose: once((next: string) =>
      next === DEFAULT_NAME
        ? use(DEFAULT_NAME, undefined)
        : use(next, documents.get('layouts').saved[next]),
    ),
    remove(gone) {
      const layouts = documents.get('layouts');
      const saved = Object.fromEntries(
        Object.entries(layouts.saved).filter(([candidate]) => candidate !== gone),
      );
      if (name === gone) name = DEFAULT_NAME;
      documents.set('layouts', { ...layouts, saved });
      keep();
    },
    reset: once(() => use(DEFAULT_NAME, undefined)),
    show: once((kind: PanelKind) => open(kind)?.api.setActive()),
    focus: once((kind: PanelKind) => {
      const panel = open(kind);
      if (!panel) return;
      panel.api.setActive();
      focusInside(panel.id, panelOf(kind).focus);
    }),
    addChart: once(() => {
      const taken = new Set(api?.panels.map(({ id }) => id));
      if (!api) return;
      if (!taken.has('chart')) return addAgain(api, 'chart');
      let number = 2;
      while (taken.has(`chart-${number}`)) number++;
      addPanel(api, 'chart', `chart-${number}`, { referencePanel: 'chart', direction: 'right' });
    }),
    float() {
      const panel = inHand();
      if (!api || !panel) return;
      toggleFloat(api, panel);
    },
    toggleMaximized() {
      const panel = inHand();
      if (!panel) return;
      if (panel.api.isMaximized()) panel.api.exitMaximized();
      else panel.api.maximize();
    },
    close: () => inHand()?.api.close(),
    grow(axis, byPx) {
      const group = inHand()?.group;
      if (!group) return;
      group.api.setSize({ [axis]: Math.max(0, group.api[axis] + byPx) });
    },
    move(way) {
      const panel = inHand();
      if (!api || !panel) return;
      movePanel(api, panel, way);
      focusInside(panel.id, undefined);
    },
  };
}

/** A panel that was behind another is drawn within so many frames. */
const MOST_FRAMES = 60;
const FIRST = ':is(input:not([aria-hidden]), button, a[href], [tabindex="0"]):not(:disabled)';

function focusInside(panelId: string, wanted: string | undefined, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const place = document.querySelector<HTMLElement>(
      `[data-panel="${globalThis.CSS.escape(panelId)}"]`,
    );
    if (!place?.checkVisibility()) {
      if (frames > 0) focusInside(panelId, wanted, frames - 1);
      return;
    }
    const first =
      (wanted === undefined ? null : place.querySelector<HTMLElement>(wanted)) ??
      [...place.querySelectorAll<HTMLElement>(FIRST)].find((one) => one.checkVisibility());
    (first ?? place).focus();
  });
}
