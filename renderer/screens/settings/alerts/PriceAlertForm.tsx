import { useState, type FormEvent } from 'react';
import type { PriceAlert } from '#contract/alerts.ts';
import { describeFailure } from '#contract/failure.ts';
import { Ticker } from '#contract/records.ts';
import { readLevel, RULES, type RuleKind } from '#renderer/screens/settings/alerts/alert-words.ts';
import { useSession } from '#renderer/session/session.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { Choice } from '#renderer/ui/Select.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';

type Props = { onAdded: (alerts: PriceAlert[]) => void };
type Issues = { symbol?: string; level?: string; other?: string };

export function PriceAlertForm({ onAdded }: Props) {
  const { bridge, profile, symbol: inHand } = useSession();
  const [symbol, setSymbol] = useState(inHand ?? '');
  const [kind, setKind] = useState<RuleKind>('above');
  const [level, setLevel] = useState('');
  const [issues, setIssues] = useState<Issues>({});
  const [isAdding, setAdding] = useState(false);

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isAdding) return;
    const ticker = Ticker.safeParse(symbol);
    const read = readLevel(level, kind);
    if (!ticker.success || 'issue' in read)
      return setIssues({
        ...(!ticker.success && { symbol: 'Enter a symbol such as AAPL or BRK.B.' }),
        ...('issue' in read && { level: read.issue }),
      });
    const amount = read.value;
    setAdding(true);
    const added = await bridge.call('priceAlerts.add', {
      accountId: profile.accountId,
      symbol: ticker.data,
      rule: kind === 'move' ? { kind, percent: amount } : { kind, price: amount },
    });
    setAdding(false);
    if (added.ok) {
      setIssues({});
      setLevel('');
      return onAdded(added.value);
    }
    const { failure } = added;
    if (failure.kind !== 'invalid') return setIssues({ other: describeFailure(failure) });
    const said: Issues = {};
    for (const { path, message } of failure.issues)
      said[path === 'symbol' ? 'symbol' : path.startsWith('rule.') ? 'level' : 'other'] = message;
    setIssues(said);
  }

  return (
    <form
      className="price-alert-form"
      aria-label="Add price alert"
      onSubmit={(event) => void add(event)}
    >
      <Field
        label="Symbol"
        value={symbol}
        onChange={setSymbol}
        issue={issues.symbol}
        autoCapitalize="characters"
        takes="such as AAPL"
      />
      <Choice label="When it" value={kind} options={RULES} onChange={setKind} />
      <Field
        label={kind === 'move' ? 'Percent' : 'Price'}
        value={level}
        onChange={setLevel}
        issue={issues.level}
        takes={kind === 'move' ? '%' : '$ per share'}
        inputMode="decimal"
      />
      <button type="submit" className="level" disabled={isAdding}>
        Add alert
      </button>
      <Problem text={issues.other} className="note note-bad" />
    </form>
  );
}
