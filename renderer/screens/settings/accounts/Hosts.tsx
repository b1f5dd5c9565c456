import type { HostSet } from '#contract/accounts.ts';
import type { Failure } from '#contract/failure.ts';
import { issueAt } from '#renderer/core/issue-at.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { Choice } from '#renderer/ui/Select.tsx';

type CustomHosts = Required<Omit<HostSet, 'broker'>>;
export const NO_HOSTS: CustomHosts = { rest: '', data: '', tradeStream: '', dataStream: '' };

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
  return (
    <div className="accounts-hosts">
      <Choice label="Counts as" value={meaning} options={MEANINGS} onChange={onMeaning} />
      <div className="form-pair">
        {FIELDS.map(([name, label, placeholder]) => (
          <Field
            key={name}
            label={label}
            value={hosts[name]}
            onChange={(value) => onHosts({ ...hosts, [name]: value })}
            maxLength={200}
            placeholder={placeholder}
            issue={issueAt(failure, `hosts.${name}`)}
          />
        ))}
      </div>
      <p className="field-issue" aria-live="polite">
        {issueAt(failure, 'hosts')}
      </p>
    </div>
  );
}
