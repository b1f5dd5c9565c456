import { useState, type FormEvent } from 'react';
import type { WatchlistsState } from '#renderer/screens/desk/watchlist/use-watchlists.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Menu } from '#renderer/ui/Menu.tsx';
import { Select } from '#renderer/ui/Select.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';

type Props = { watchlists: WatchlistsState };

/** Which list is shown, and what can be done with lists. */
export function ListMenu({ watchlists }: Props) {
  const { lists, list, show } = watchlists;
  const [doing, setDoing] = useState<'create' | 'rename' | 'remove'>();
  const close = () => setDoing(undefined);
  return (
    <>
      <Select
        label="Watchlist to show"
        className="list-choice"
        value={list?.listId ?? ''}
        options={(lists ?? []).map(({ listId, name, symbols }) => [
          listId,
          `${name} (${symbols.length})`,
        ])}
        isDisabled={!list}
        onChange={show}
      />
      <Menu
        label="Manage watchlists"
        className="small"
        isDisabled={!list}
        isSign
        items={[
          { text: 'New list…', run: () => setDoing('create') },
          { text: 'Rename…', run: () => setDoing('rename') },
          { text: 'Remove…', run: () => setDoing('remove'), isDisabled: (lists?.length ?? 0) < 2 },
        ]}
      >
        <span className="visually-hidden">Manage watchlists</span>
        <span aria-hidden="true">⋯</span>
      </Menu>
      {doing === 'create' && (
        <NameDialog
          title="New watchlist"
          action="Create"
          initial=""
          problem={watchlists.problem}
          onName={watchlists.create}
          onClose={close}
        />
      )}
      {doing === 'rename' && list && (
        <NameDialog
          title="Rename watchlist"
          action="Rename"
          initial={list.name}
          problem={watchlists.problem}
          onName={watchlists.rename}
          onClose={close}
        />
      )}
      {doing === 'remove' && list && (
        <RemoveDialog
          name={list.name}
          symbols={list.symbols}
          onRemove={watchlists.removeList}
          onClose={close}
        />
      )}
    </>
  );
}

type NameProps = {
  title: string;
  action: string;
  initial: string;
  problem: string | undefined;
  onName: (name: string) => Promise<boolean>;
  onClose: () => void;
};

function NameDialog({ title, action, initial, problem, onName, onClose }: NameProps) {
  const [name, setName] = useState(initial);
  const [isTried, setTried] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await onName(name)) onClose();
    else setTried(true);
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form className="dialog-form" onSubmit={(event) => void submit(event)}>
        <Field label="Name" value={name} onChange={setName} issue={isTried ? problem : undefined} />
        <DialogActions onBack={onClose} action={action} />
      </form>
    </Dialog>
  );
}

type RemoveProps = {
  name: string;
  symbols: readonly string[];
  onRemove: () => Promise<boolean>;
  onClose: () => void;
};

function RemoveDialog({ name, symbols, onRemove, onClose }: RemoveProps) {
  const count = symbols.length === 1 ? '1 symbol' : `${symbols.length} symbols`;
  return (
    <Dialog title="Remove watchlist" onClose={onClose}>
      <p>
        This removes {name} and its {count}. Positions and orders are not affected.
      </p>
      <DialogActions
        onBack={onClose}
        action={`Remove ${name}`}
        onAction={() => void onRemove().then(onClose)}
        isDangerous
      />
    </Dialog>
  );
}
