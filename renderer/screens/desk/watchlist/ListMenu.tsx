import { useState, type FormEvent } from 'react';
import type { WatchlistsState } from '#renderer/screens/desk/watchlist/use-watchlists.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { PopMenu } from '#renderer/ui/PopMenu.tsx';

type Props = { watchlists: WatchlistsState };

/** Which list is shown, and what can be done with lists. */
export function ListMenu({ watchlists }: Props) {
  const { lists, list, show } = watchlists;
  const [doing, setDoing] = useState<'create' | 'rename' | 'remove'>();
  const close = () => setDoing(undefined);
  return (
    <>
      <select
        className="list-choice"
        aria-label="Watchlist to show"
        value={list?.listId ?? ''}
        disabled={!list}
        onChange={(event) => show(event.target.value)}
      >
        {lists?.map(({ listId, name, symbols }) => (
          <option key={listId} value={listId}>
            {name} ({symbols.length})
          </option>
        ))}
      </select>
      <PopMenu
        label="⋯"
        name="Manage watchlists"
        isDisabled={!list}
        items={[
          { text: 'New list…', onChoose: () => setDoing('create') },
          { text: 'Rename…', onChoose: () => setDoing('rename') },
          {
            text: 'Remove…',
            onChoose: () => setDoing('remove'),
            isDisabled: (lists?.length ?? 0) < 2,
          },
        ]}
      />
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
        <div className="dialog-actions">
          <button type="button" onClick={onClose}>
            Back
          </button>
          <button type="submit" className="primary">
            {action}
          </button>
        </div>
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
        {name} and its {count} leave the desk. Positions and orders are not touched.
      </p>
      <div className="dialog-actions">
        <button type="button" onClick={onClose}>
          Back
        </button>
        <button
          type="button"
          className="primary primary-danger"
          onClick={() => void onRemove().then(onClose)}
        >
          Remove {name}
        </button>
      </div>
    </Dialog>
  );
}
