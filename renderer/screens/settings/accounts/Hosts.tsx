import { useState } from 'react';
import type { Failure } from '#contract/failure.ts';
import {
  withAddress,
  type CustomHosts,
  type HostName,
} from '#renderer/screens/settings/accounts/derived-hosts.ts';
import { issueAt } from '#renderer/core/issue-at.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { Choice } from '#renderer/ui/Select.tsx';

const FIELDS = [
  ['rest', 'Trading address', 'https://…'],
  ['data', 'Market data address', 'https://…'],
  ['tradeStream', 'Order stream address', 'wss://…/stream'],
  ['dataStream', 'Price stream address', 'wss://…/v2/iex'],
] as const;

const MEANINGS = [
  ['paper', 'Paper: only on this computer'],
  ['live', 'Live: it moves real money'],
] as const;

type Props = {
  hosts: CustomHosts;
  onHosts: (hosts: CustomHosts) => void;
  meaning: 'paper' | 'live';
  onMeaning: (meaning: 'paper' | 'live') => void;
  failure: Failure | undefined;
};

/** Addresses of one's own. Whatever is not on this computer counts as live. */
export function Hosts({ hosts, onHosts, meaning, onMeaning, failure }: Props) {
  const [typed, setTyped] = useState<ReadonlySet<HostName>>(new Set());

  function change(name: HostName, value: string): void {
    const next = new Set(typed);
    // An address that was emptied follows the first one again.
    if (value === '') next.delete(name);
    else next.add(name);
    setTyped(next);
    onHosts(withAddress(hosts, next, name, value));
  }

  return (
    <div className="accounts-hosts">
      <Choice label="Treat as" value={meaning} options={MEANINGS} onChange={onMeaning} />
      <div className="form-pair">
        {FIELDS.map(([name, label, placeholder]) => (
          <Field
            key={name}
            label={label}
            value={hosts[name]}
            onChange={(value) => change(name, value)}
            maxLength={200}
            placeholder={placeholder}
            issue={issueAt(failure, `hosts.${name}`)}
          />
        ))}
      </div>
      <p className="quiet-text">
        The trading address is enough. The others are filled in from it, and you can change them.
      </p>
      <p className="field-issue" aria-live="polite">
        {issueAt(failure, 'hosts')}
      </p>
    </div>
  );
}
