import { memo, useState, type FormEvent } from 'react';
import { isSameName } from '#contract/names.ts';
import { useUiDocument } from '#renderer/session/use-ui-documents.ts';
import {
  DEFAULT_NAME,
  layoutNameIssue,
  readCurrent,
} from '#renderer/screens/desk/workspace/layout-document.ts';
import { PANEL_KINDS, panelOf } from '#renderer/screens/desk/workspace/panels.tsx';
import type { Workspace } from '#renderer/screens/desk/workspace/use-workspace.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Menu, type MenuItem } from '#renderer/ui/Menu.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';

type Props = { workspace: Workspace; isSaving: boolean; onSaving: (isSaving: boolean) => void };

export const LayoutsMenu = memo(function LayoutsMenu({ workspace, isSaving, onSaving }: Props) {
  const [{ current, saved }] = useUiDocument('layouts');
  const { name } = readCurrent(current);
  const names = Object.keys(saved).sort();
  const items: MenuItem[] = [
    ...[DEFAULT_NAME, ...names].map((candidate) => ({
      key: `use ${candidate}`,
      text: candidate,
      isChosen: candidate === name,
      run: () => workspace.choose(candidate),
    })),
    { key: 'save', text: 'Save as…', isApart: true, run: () => onSaving(true) },
    ...(names.includes(name)
      ? [
          { key: 'keep', text: `Save to ${name}`, run: () => workspace.saveAs(name) },
          { key: 'delete', text: `Delete ${name}`, run: () => workspace.remove(name) },
        ]
      : []),
    { key: 'reset', text: 'Reset', detail: 'to the standard layout', run: workspace.reset },
    { key: 'chart', text: 'Add a chart', isApart: true, run: workspace.addChart },
    ...PANEL_KINDS.map((kind) => ({
      key: kind,
      text: `Show ${panelOf(kind).title.toLowerCase()}`,
      run: () => workspace.focus(kind),
    })),
  ];
  return (
    <>
      <Menu label="Layouts" items={items} align="end">
        Layouts <span className="menu-now">{name}</span>
      </Menu>
      {isSaving && (
        <SaveLayout
          names={names}
          onSave={(next) => workspace.saveAs(next)}
          onClose={() => onSaving(false)}
        />
      )}
    </>
  );
});

type SaveProps = { names: readonly string[]; onSave: (name: string) => void; onClose: () => void };

function SaveLayout({ names, onSave, onClose }: SaveProps) {
  const [name, setName] = useState('');
  const [issue, setIssue] = useState<string>();
  function submit(event: FormEvent): void {
    event.preventDefault();
    const found = layoutNameIssue(name);
    setIssue(found);
    if (found !== undefined) return;
    onSave(name);
    onClose();
  }
  return (
    <Dialog title="Save layout" onClose={onClose}>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <Field label="Layout name" value={name} onChange={setName} issue={issue} />
        {names.some((known) => isSameName(known, name)) && (
          <p className="quiet-text">This replaces the saved layout with this name.</p>
        )}
        <DialogActions onBack={onClose} action="Save layout" />
      </form>
    </Dialog>
  );
}
