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
      run: () => workspace.focus(kind),
    })),
    action('chart', 'Add a chart', workspace.addChart),
    action('float', 'Float or dock the panel in hand', workspace.float),
    action('maximise', 'Maximise or restore the panel in hand', workspace.toggleMaximised),
    action('close', 'Close the panel in hand', workspace.close),
    action('wider', 'Make the panel in hand wider', () => workspace.grow('width', STEP_PX)),
    action('narrower', 'Make the panel in hand narrower', () => workspace.grow('width', -STEP_PX)),
    action('taller', 'Make the panel in hand taller', () => workspace.grow('height', STEP_PX)),
    action('lower', 'Make the panel in hand lower', () => workspace.grow('height', -STEP_PX)),
    ...WAYS.map((way) =>
      action(`move ${way}`, `Move the panel in hand ${WAY_WORDS[way]}`, () => workspace.move(way)),
    ),
    action('save', 'New layout: save this one as…', onSaveAs),
    action('reset', 'Reset the layout', workspace.reset),
    ...[DEFAULT_NAME, ...savedNames].map((name) =>
      action(`use ${name}`, `Use layout ${name}`, () => workspace.choose(name)),
    ),
  ];
}
