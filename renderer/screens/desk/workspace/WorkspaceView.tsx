import '#renderer/screens/desk/workspace/dockview.css';
import '#renderer/screens/desk/workspace/workspace.css';
import {
  createContext,
  memo,
  startTransition,
  use,
  useEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import {
  DockviewReact,
  type DockviewApi,
  type DockviewTheme,
  type IDockviewHeaderActionsProps,
  type IDockviewPanelHeaderProps,
  type IDockviewPanelProps,
} from 'dockview-react';
import { toggleFloat } from '#renderer/screens/desk/workspace/floating.ts';
import { GAP } from '#renderer/screens/desk/workspace/layout-document.ts';
import { PanelContext, type PanelPlace } from '#renderer/screens/desk/workspace/panel-context.ts';
import { PANEL_KINDS, panelOf, type Panel } from '#renderer/screens/desk/workspace/panels.tsx';
import { Guarded } from '#renderer/ui/Guarded.tsx';
import { Tip } from '#renderer/ui/Tip.tsx';

type Props = { onReady: (api: DockviewApi) => void };

const THEME: DockviewTheme = { name: 'ballast', className: 'workspace-theme', gap: GAP };

const COMPONENTS = Object.fromEntries(PANEL_KINDS.map((kind) => [kind, placed(panelOf(kind))]));

/** True until the panels of the layout that the desk opens with are there. */
const OpeningContext = createContext<RefObject<boolean>>({ current: false });

/** The docked panels. What they are is in panels.tsx; where they are is the layout's. Each is drawn again by itself. */
export const WorkspaceView = memo(function WorkspaceView({ onReady }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const end = useRef<() => void>(undefined);
  const isOpening = useRef(true);
  useEffect(() => () => end.current?.(), []);
  return (
    <OpeningContext value={isOpening}>
      <DockviewReact
        ref={root}
        className="workspace"
        theme={THEME}
        components={COMPONENTS}
        defaultTabComponent={Tab}
        rightHeaderActionsComponent={PanelActions}
        watermarkComponent={Nothing}
        floatingGroupBounds="boundedWithinViewport"
        announcements={false}
        onReady={({ api }) => {
          end.current = withoutEchoes(root.current);
          // The panels inside are regions by their own names; a second landmark around each says the same twice.
          const quiet = () => {
            for (const { element } of api.groups) element.setAttribute('role', 'group');
          };
          api.onDidAddGroup(quiet);
          onReady(api);
          quiet();
          // An alert that is always there and says nothing.
          root.current?.querySelector('.dv-live-region-assertive')?.removeAttribute('role');
        }}
      />
    </OpeningContext>
  );
});

/**
 * The library numbers what floats with an attribute that a dialog may not carry. It reads it only for panels that stay
 * drawn while they are hidden, which none of ours do. And it names the place around a panel like the panel, whose name
 * would be read out three times over.
 */
function withoutEchoes(root: HTMLElement | null): () => void {
  const clear = () => {
    for (const element of root?.querySelectorAll('[aria-level]') ?? [])
      element.removeAttribute('aria-level');
    for (const element of root?.querySelectorAll('.dv-groupview[aria-label]') ?? [])
      element.removeAttribute('aria-label');
  };
  const observer = new MutationObserver(clear);
  if (root)
    observer.observe(root, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-level', 'aria-label'],
    });
  return () => observer.disconnect();
}

/** A panel with its place around it. */
function placed({ component: Component, isFirst = false }: Panel) {
  return function Placed({ api, params }: IDockviewPanelProps) {
    const isOpening = use(OpeningContext);
    const [isDrawn, setDrawn] = useState(isFirst || !isOpening.current);
    useEffect(() => {
      isOpening.current = false;
      startTransition(() => setDrawn(true));
    }, [isOpening]);
    const place: PanelPlace = {
      id: api.id,
      params: params as Record<string, unknown>,
      keep: (next) => api.updateParameters(next),
      name: (title) => api.setTitle(title),
    };
    return (
      <PanelContext value={place}>
        <div className="panel-host workspace-panel" data-panel={api.id} tabIndex={-1}>
          <Guarded name={`The ${api.title ?? api.id} panel`}>{isDrawn && <Component />}</Guarded>
        </div>
      </PanelContext>
    );
  };
}

function Tab({ api }: IDockviewPanelHeaderProps) {
  const [title, setTitle] = useState(api.title);
  useEffect(() => endOf(api.onDidTitleChange(({ title: next }) => setTitle(next))), [api]);
  return <span className="workspace-tab">{title}</span>;
}

function PanelActions({ api, containerApi, activePanel, location }: IDockviewHeaderActionsProps) {
  const [isMaximized, setMaximized] = useState(api.isMaximized());
  useEffect(
    () => endOf(containerApi.onDidMaximizedGroupChange(() => setMaximized(api.isMaximized()))),
    [containerApi, api],
  );
  if (!activePanel) return null;
  const title = activePanel.title ?? 'panel';
  const isFloating = location?.type === 'floating';
  return (
    <div className="workspace-actions">
      {!isFloating && (
        <IconButton
          name={isMaximized ? `Restore ${title}` : `Maximize ${title}`}
          path={isMaximized ? 'M3 5h4v4M9 7H5' : 'M2.5 2.5h7v7h-7z'}
          onClick={() => (isMaximized ? api.exitMaximized() : api.maximize())}
        />
      )}
      <IconButton
        name={isFloating ? `Dock ${title}` : `Float ${title}`}
        path={isFloating ? 'M2 2h8v8H2zM6 2v8' : 'M4 2h6v6H4zM4 5H2v5h5V8'}
        onClick={() => toggleFloat(containerApi, activePanel)}
      />
      <IconButton
        name={`Close ${title}`}
        path="M3 3l6 6M9 3l-6 6"
        onClick={() => activePanel.api.close()}
      />
    </div>
  );
}

type IconProps = { name: string; path: string; onClick: () => void };

function IconButton({ name, path, onClick }: IconProps) {
  return (
    <Tip text={name}>
      <button type="button" className="icon-button" aria-label={name} onClick={onClick}>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d={path} />
        </svg>
      </button>
    </Tip>
  );
}

/** Every panel was closed. */
function Nothing() {
  return (
    <p className="empty">
      No panels are open. Choose one under Layouts, or use Reset to bring back the standard layout.
    </p>
  );
}

const endOf =
  ({ dispose }: { dispose: () => void }) =>
  () =>
    dispose();
