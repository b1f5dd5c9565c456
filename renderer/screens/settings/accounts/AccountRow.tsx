import { useState, type DragEvent, type KeyboardEvent } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import { describeFailure } from '#contract/failure.ts';
import { BADGES } from '#renderer/core/environment.ts';
import {
  ForgetKeyDialog,
  RemoveDialog,
  RenameDialog,
  ReplaceKeyDialog,
} from '#renderer/screens/settings/accounts/AccountDialogs.tsx';
import { KeyNotes } from '#renderer/screens/settings/accounts/KeyNotes.tsx';
import { MoveKeyDialog } from '#renderer/screens/settings/accounts/MoveKeyDialog.tsx';
import { PriceFeed } from '#renderer/screens/settings/accounts/PriceFeed.tsx';
import { isKeyGone, keyWords } from '#renderer/screens/settings/accounts/words.ts';
import { useAccounts } from '#renderer/session/accounts.ts';
import { useSession } from '#renderer/session/session.ts';
import { Explain } from '#renderer/ui/Explain.tsx';
import { armingWords, useArming } from '#renderer/session/use-arming.ts';
import { Menu, type MenuItem } from '#renderer/ui/Menu.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';
import { Tip } from '#renderer/ui/Tip.tsx';

type Props = {
  profile: AccountProfile;
  place: number;
  count: number;
  /** To another place in the list. */
  onMove: (to: number) => void;
  onDragStart: () => void;
  onDrop: () => void;
};

type Asking = 'rename' | 'replace' | 'move' | 'forget' | 'remove';

const DIALOGS = {
  rename: RenameDialog,
  replace: ReplaceKeyDialog,
  move: MoveKeyDialog,
  forget: ForgetKeyDialog,
  remove: RemoveDialog,
};

export function AccountRow({ profile, place, count, onMove, onDragStart, onDrop }: Props) {
  const session = useSession();
  const { select } = useAccounts();
  const [asking, setAsking] = useState<Asking>();
  const [isOver, setOver] = useState(false);
  const { accountId, label, environment, accountNumber } = profile;
  const isHere = accountId === session.profile.accountId;
  const Asked = asking && DIALOGS[asking];

  function onKeyDown(event: KeyboardEvent): void {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to < count && to !== place) onMove(to);
  }
  const over = (isNow: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isNow);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a place to drop; the handle has keys
    <li
      className={`accounts-row environment-${environment}${isOver ? ' accounts-row-over' : ''}`}
      aria-label={label}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        onDrop();
      }}
    >
      <Tip text="Drag, or press the arrow keys">
        <button
          type="button"
          className="accounts-handle"
          draggable
          aria-label={`Move ${label}, ${place + 1} of ${count}`}
          onKeyDown={onKeyDown}
          onDragStart={onDragStart}
        >
          <svg viewBox="0 0 8 14" aria-hidden="true">
            <path d="M2 2h0M6 2h0M2 7h0M6 7h0M2 12h0M6 12h0" />
          </svg>
        </button>
      </Tip>
      <div className="accounts-who">
        <p className="accounts-name">
          <strong>{label}</strong>
          <span className="badge badge-plain">{BADGES[environment]}</span>
          {accountNumber !== undefined && <code className="num">{accountNumber}</code>}
          {isHere && <span className="quiet-text">in this window</span>}
        </p>
        <p className="quiet-text">{keyWords(profile)}</p>
        <KeyNotes profile={profile} onEnter={() => setAsking('replace')} />
        <PriceFeed profile={profile} isHere={isHere} />
        {environment === 'live' && <Armed profile={profile} />}
      </div>
      <div className="accounts-actions">
        {!isHere && (
          <button type="button" onClick={() => select(accountId)}>
            Open
          </button>
        )}
        <Menu label={`Actions for ${label}`} align="end" items={itemsOf(profile, setAsking)}>
          <span className="visually-hidden">Actions for {label}</span>
          <span aria-hidden="true">Actions</span>
        </Menu>
      </div>
      {Asked && <Asked profile={profile} onClose={() => setAsking(undefined)} />}
    </li>
  );
}

function itemsOf(profile: AccountProfile, ask: (what: Asking) => void): MenuItem[] {
  const { environment, keyHome } = profile;
  const rename = { key: 'rename', text: 'Rename…', run: () => ask('rename') };
  if (environment === 'embedded') return [rename];
  const isGone = isKeyGone(profile);
  return [
    rename,
    {
      key: 'replace',
      text: isGone ? 'Enter key…' : 'Replace key…',
      run: () => ask('replace'),
    },
    { key: 'move', text: 'Move key…', isDisabled: isGone, run: () => ask('move') },
    {
      key: 'forget',
      text: 'Forget key…',
      isDisabled: keyHome === 'none',
      run: () => ask('forget'),
    },
    { key: 'remove', text: 'Remove…', isApart: true, run: () => ask('remove') },
  ];
}

function Armed({ profile }: { profile: AccountProfile }) {
  const { bridge, toast } = useSession();
  const { accountId, label } = profile;
  const { isAsking, problem, arm } = useArming(bridge, accountId);

  async function disarm(): Promise<void> {
    const disarmed = await bridge.call('accounts.disarm', { accountId });
    if (!disarmed.ok) toast({ kind: 'bad', text: describeFailure(disarmed.failure) });
  }

  return (
    <div className="accounts-armed">
      <p>
        {profile.isArmed
          ? 'Armed: orders go through until you quit or lock Ballast.'
          : `Not armed: no order goes through. ${armingWords()}`}{' '}
        <Explain term="Arming" />
      </p>
      {profile.isArmed ? (
        <button
          type="button"
          className="small"
          aria-label={`Disarm ${label}`}
          onClick={() => void disarm()}
        >
          Disarm
        </button>
      ) : (
        <button
          type="button"
          className="small"
          aria-label={`Arm ${label}…`}
          disabled={isAsking}
          onClick={arm}
        >
          {isAsking ? 'Asking…' : 'Arm…'}
        </button>
      )}
      <Problem text={problem} />
    </div>
  );
}
