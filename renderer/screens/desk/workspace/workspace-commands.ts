// The workspace by name and by key.
import type { Command } from '#renderer/core/commands/commands.ts';
import { DEFAULT_NAME } from '#renderer/screens/desk/workspace/layout-document.ts';
import { WAYS, type Way } from '#renderer/screens/desk/workspace/moving.ts';
import { PANEL_KINDS, panelOf } from '#renderer/screens/desk/workspace/panels.tsx';
import type { Workspace } from '#renderer/screens/desk/workspace/use-workspace.ts';

const STEP_PX = 40;
const WAY_WORDS: Record<Way, string> = {
  left: 'to the left',
  right: 'to the right',
  top: 'up',
  bottom: 'down',
};

export function workspaceCommands(
  workspace: Workspace,
  savedNames: readonly string[],
  onSaveAs: () => void,
): Command[] {
  const action = (id: string, title: string, run: () => void): Command => ({
    id: `workspace.${id}`,
    group: 'Panels',
    title,
    run,
  });
  return [
    ...PANEL_KINDS.map((kind, index): Command => ({
      id: `panel.${kind}`,
      group: 'Panels',
      title: `Go to ${panelOf(kind).title.toLowerCase()}`,
      // A browser keeps Ctrl with a digit for its own tabs; Alt is for there.
      keys: [`mod+digit${index + 1}`, `alt+digit${index + 1}`],
      place: 'Desk',
      help: `Put the ${panelOf(kind).title.toLowerCase()} in front and go into it.`,
      run: () => workspace.focus(kind),
    })),
    action('chart', 'Add a chart', workspace.addChart),
    action('float', 'Float or dock the current panel', workspace.float),
    action('maximize', 'Maximize or restore the current panel', workspace.toggleMaximized),
    action('close', 'Close the current panel', workspace.close),
    action('wider', 'Make the current panel wider', () => workspace.grow('width', STEP_PX)),
    action('narrower', 'Make the current panel narrower', () => workspace.grow('width', -STEP_PX)),
    action('taller', 'Make the current panel taller', () => workspace.grow('height', STEP_PX)),
    action('lower', 'Make the current panel shorter', () => workspace.grow('height', -STEP_PX)),
    ...WAYS.map((way) =>
      action(`move ${way}`, `Move the current panel ${WAY_WORDS[way]}`, () => workspace.move(way)),
    ),
    action('save', 'New layout: save as…', onSaveAs),
    action('reset', 'Reset the layout', workspace.reset),
    ...[DEFAULT_NAME, ...savedNames].map((name) =>
      action(`use ${name}`, `Use layout ${name}`, () => workspace.choose(name)),
    ),
  ];
}
