import { useCallback, useEffect, useId, useState, type FormEvent } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import { describeFailure, type Failure } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { DEFAULT_GUARDS, GuardSettings } from '#contract/trading.ts';
import type { Versioned } from '#contract/versioned.ts';
import { whereAsked } from '#renderer/core/bridge/where-asked.ts';
import { onAnswer } from '#renderer/core/on-answer.ts';
import {
  formOf,
  GUARDS,
  MINT_GUARDS,
  readForm,
  WITHIN,
  type GuardForm,
  type GuardIssues,
  type GuardName,
  type GuardWords,
} from '#renderer/screens/settings/guards/guard-form.ts';
import { SecondPassphrase } from '#renderer/screens/settings/guards/SecondPassphrase.tsx';
import { FailedNote, LoadingNote } from '#renderer/screens/settings/Notes.tsx';
import { useAccounts } from '#renderer/session/accounts.ts';
import { useSession } from '#renderer/session/session.ts';
import { Field } from '#renderer/ui/Field.tsx';

/** Main asks before guards that hold for a live account are loosened. */
const savingWords = (accounts: readonly AccountProfile[]): string =>
  [
    'Saving.',
    accounts.some(({ environment }) => environment === 'live') &&
      `Looser guards on a live account: ${whereAsked(QUESTIONS.guards)}`,
    `If this lets one person mint more: ${whereAsked(QUESTIONS.looserSecond)}`,
  ]
    .filter(Boolean)
    .join(' ');

type Said = { kind: 'good' | 'bad'; text: string };

export function GuardsSection() {
  const { bridge } = useSession();
  const { accounts } = useAccounts();
  const [form, setForm] = useState<GuardForm>();
  /** Of what main had when the form was filled with it. */
  const [version, setVersion] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const [issues, setIssues] = useState<GuardIssues>({});
  const [said, setSaid] = useState<Said>();
  const [isSaving, setSaving] = useState(false);

  const show = useCallback((now: Versioned<GuardSettings>) => {
    setVersion(now.version);
    setForm(formOf(now.value));
  }, []);

  useEffect(
    () =>
      onAnswer(bridge.call('guards.get', {}), (told) => {
        if (told.ok) show(told.value);
        else setFailure(told.failure);
      }),
    [bridge, show],
  );

  if (failure) return <FailedNote what="The guards could not be loaded." failure={failure} />;
  if (!form) return <LoadingNote what="Loading the guards" />;

  function change(guard: GuardName, next: GuardForm[GuardName]): void {
    setForm((all) => all && { ...all, [guard]: next });
    setSaid(undefined);
    setIssues((all) =>
      Object.fromEntries(Object.entries(all).filter(([path]) => !path.startsWith(`${guard}.`))),
    );
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!form || isSaving) return;
    const read = readForm(form);
    setIssues(read.ok ? {} : read.issues);
    if (!read.ok)
      return setSaid({ kind: 'bad', text: 'Not saved: correct the fields marked above.' });
    setSaving(true);
    const saved = await bridge.call('guards.set', { guards: read.guards, from: version });
    setSaving(false);
    if (saved.ok) {
      show(saved.value);
      return setSaid({ kind: 'good', text: 'Saved. They apply from the next order or mint.' });
    }
    if (saved.failure.kind !== 'outdated')
      return setSaid({ kind: 'bad', text: `Not saved. ${describeFailure(saved.failure)}` });
    const { now } = saved.failure;
    show({ ...now, value: GuardSettings.parse(now.value) });
    setSaid({
      kind: 'bad',
      text: 'Not saved: the guards were changed in another window. The current guards are shown; make your change again.',
    });
  }

  function reset(): void {
    setForm(formOf(DEFAULT_GUARDS));
    setIssues({});
    setSaid({ kind: 'good', text: 'The defaults are filled in. Save to use them.' });
  }

  const guardOf = (words: GuardWords) => (
    <Guard
      key={words.guard}
      words={words}
      value={form[words.guard]}
      issues={issues}
      onChange={(next) => change(words.guard, next)}
    />
  );

  return (
    <form className="stack" aria-label="Guards" onSubmit={(event) => void save(event)}>
      <p className="quiet-text">
        Guards check every order on every account before it is sent. An order that only reduces a
        position may get a warning but is never blocked.
      </p>
      <div>{GUARDS.map(guardOf)}</div>
      <h3 className="subheading">Mints</h3>
      <p className="quiet-text">
        Guards check every mint and every batch row, separately for each account. A wallet that
        nothing was minted to before is always pointed out; on a live account, Ballast asks about it
        once in a separate window.
      </p>
      <div>{MINT_GUARDS.map(guardOf)}</div>
      <SecondPassphrase isNeeded={form.mintSecond.isOn} />
      <div className="settings-actions">
        <p role="status" className={said?.kind === 'bad' ? 'settings-said bad' : 'settings-said'}>
          {isSaving ? savingWords(accounts) : said?.text}
        </p>
        <button type="button" onClick={reset}>
          Reset to defaults
        </button>
        <button type="submit" className="primary" disabled={isSaving}>
          Save guards
        </button>
      </div>
    </form>
  );
}

type GuardProps = {
  words: GuardWords;
  value: GuardForm[GuardName];
  issues: GuardIssues;
  onChange: (next: GuardForm[GuardName]) => void;
};

function Guard({ words, value, issues, onChange }: GuardProps) {
  const id = useId();
  const { guard, title, text, limits } = words;
  return (
    <div className={value.isOn ? 'guard' : 'guard guard-off'} role="group" aria-label={title}>
      <div className="check">
        <input
          id={`${id}-on`}
          type="checkbox"
          aria-describedby={`${id}-text`}
          checked={value.isOn}
          onChange={(event) => onChange({ ...value, isOn: event.target.checked })}
        />
        <div>
          <label className="guard-title" htmlFor={`${id}-on`}>
            {title}
          </label>
          <p id={`${id}-text`} className="quiet-text">
            {text}
          </p>
        </div>
      </div>
      <div className="guard-limits">
        {limits.map(({ key, label, unit, as }) => (
          <Field
            key={key}
            label={label}
            value={value.limits[key] ?? ''}
            inputMode="decimal"
            takes={`${unit}, ${WITHIN[as]}`}
            // Its unit stands beside it.
            placeholder=""
            issue={issues[`${guard}.${key}`]}
            onChange={(next) => onChange({ ...value, limits: { ...value.limits, [key]: next } })}
          >
            <span className="guard-unit">{unit}</span>
          </Field>
        ))}
      </div>
    </div>
  );
}
