import { memo, useState, type FormEvent } from 'react';
import { isSameName } from '#contract/names.ts';
import { useSession } from '#renderer/session/session.ts';
import { useCommands } from '#renderer/session/use-commands.ts';
import { useUiDocument } from '#renderer/session/use-ui-documents.ts';
import {
  changeOf,
  presetWords,
  renamed,
  withoutPreset,
  withPreset,
} from '#renderer/trading/ticket/presets.ts';
import type { TicketControl } from '#renderer/trading/ticket/use-ticket.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Menu } from '#renderer/ui/Menu.tsx';
import { useHiding } from '#renderer/ui/privacy.ts';
import { Choice } from '#renderer/ui/Select.tsx';

export type PresetTask = 'save' | 'rename' | 'delete';

type MenuProps = { apply: TicketControl['apply']; onTask: (task: PresetTask) => void };

/** In the head of the ticket: puts a preset into it, or keeps it as one. */
export const PresetsMenu = memo(function PresetsMenu({ apply, onTask }: MenuProps) {
  const { go } = useSession();
  const [{ presets }] = useUiDocument('presets');
  const hide = useHiding();
  const uses = presets.map((preset) => ({
    key: `use ${preset.name}`,
    text: preset.name,
    detail: hide(presetWords(preset)),
    run: () => apply(changeOf(preset)),
  }));
  useCommands(() => [
    ...uses.map(({ key, text, detail, run }) => ({
      id: `preset.${key}`,
      group: 'Actions' as const,
      title: `Use preset ${text}`,
      detail,
      run() {
        go('desk');
        run();
      },
    })),
    ...TASKS.filter(({ task }) => task === 'save' || presets.length > 0).map(({ task, title }) => ({
      id: `preset.${task}`,
      group: 'Actions' as const,
      title: `${title}…`,
      run() {
        go('desk');
        onTask(task);
      },
    })),
  ]);
  return (
    <Menu
      label="Presets"
      items={[
        ...uses,
        ...TASKS.map(({ task, text }) => ({
          key: task,
          text,
          isApart: task === 'save' && presets.length > 0,
          isDisabled: task !== 'save' && presets.length === 0,
          run: () => onTask(task),
        })),
      ]}
    />
  );
});

const TASKS: readonly { task: PresetTask; text: string; title: string }[] = [
  { task: 'save', text: 'Save as…', title: 'Save ticket as preset' },
  { task: 'rename', text: 'Rename…', title: 'Rename preset' },
  { task: 'delete', text: 'Delete…', title: 'Delete preset' },
];

type DialogProps = { task: PresetTask; control: TicketControl; onClose: () => void };

/** Apart from the menu: a form in the form of the ticket would be no form. */
export function PresetDialog({ task, control, onClose }: DialogProps) {
  const [{ presets }, setPresets] = useUiDocument('presets');
  const [chosen, setChosen] = useState(presets[0]?.name ?? '');
  const [name, setName] = useState('');
  const [issue, setIssue] = useState<string>();
  const title = TASKS.find((each) => each.task === task)?.title ?? '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    const next = {
      save: () => withPreset(presets, name, control.ticket.fields),
      rename: () => renamed(presets, chosen, name),
      delete: () => withoutPreset(presets, chosen),
    }[task]();
    if (typeof next === 'string') return setIssue(next);
    setPresets({ presets: next });
    return onClose();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form className="dialog-form" onSubmit={submit} noValidate>
        {task !== 'save' && (
          <Choice
            label="Preset"
            value={chosen}
            options={presets.map((preset) => [preset.name, preset.name] as const)}
            onChange={setChosen}
          />
        )}
        {task !== 'delete' && (
          <Field
            label={task === 'save' ? 'Preset name' : 'New name'}
            maxLength={40}
            value={name}
            onChange={setName}
            issue={issue}
          />
        )}
        {task === 'save' && (
          <p className="quiet-text">
            {presets.some((preset) => isSameName(preset.name, name))
              ? 'This replaces the preset with this name.'
              : 'Saved: size, type, time in force, class, and exits in percent or dollars. Not saved: symbol, side and prices.'}
          </p>
        )}
        <DialogActions onBack={onClose} action={ACTIONS[task]} isDangerous={task === 'delete'} />
      </form>
    </Dialog>
  );
}

const ACTIONS: Record<PresetTask, string> = {
  save: 'Save preset',
  rename: 'Rename',
  delete: 'Delete preset',
};
