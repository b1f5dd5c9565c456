import { useEffect, useRef, useState } from 'react';
import type { AlertSettings } from '#contract/alerts.ts';
import { describeFailure, type Failure } from '#contract/failure.ts';
import { onAnswer } from '#renderer/core/on-answer.ts';
import {
  KINDS,
  readSeconds,
  WAYS,
  WHILE_LOCKED,
} from '#renderer/screens/settings/alerts/alert-words.ts';
import { BrowserPermission } from '#renderer/screens/settings/alerts/BrowserPermission.tsx';
import { PriceAlerts } from '#renderer/screens/settings/alerts/PriceAlerts.tsx';
import { QuietHours } from '#renderer/screens/settings/alerts/QuietHours.tsx';
import { FailedNote, LoadingNote } from '#renderer/screens/settings/Notes.tsx';
import { useCall } from '#renderer/session/use-call.ts';
import { useSession } from '#renderer/session/session.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { Choice } from '#renderer/ui/Select.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';
import { Check } from '#renderer/ui/Check.tsx';

export function AlertsSection() {
  const { settings, failure, problem, change } = useAlertSettings();
  const { bridge } = useSession();
  const { shell } = useCall(bridge, 'desk.info', {}).value ?? {};
  if (failure) return <FailedNote what="The alerts could not be read." failure={failure} />;
  if (!settings) return <LoadingNote what="Reading the alerts" />;
  const { ways } = settings;
  return (
    <>
      <p className="quiet-text">
        Told for every account, whichever is in front
        {shell === 'electron' && ', also while the window is closed'}
        {shell === 'web' && ', while a page of Ballast is open'}. An account that cannot be watched
        is told too. Each choice holds at once.
      </p>
      <BrowserPermission />
      <div className="settings-block">
        <Check
          isOn={settings.isDoNotDisturb}
          onChange={(isDoNotDisturb) => change({ ...settings, isDoNotDisturb })}
        >
          Do not disturb: alerts are listed and nothing else, until this is switched off
        </Check>
        <QuietHours
          value={settings.quietHours}
          onChange={(quietHours) => {
            const { quietHours: _before, ...rest } = settings;
            change(quietHours ? { ...rest, quietHours } : rest);
          }}
        />
      </div>
      {/* A browser's page tells nothing while it is locked. */}
      {shell === 'electron' && (
        <div className="settings-block">
          <Choice
            label="While the desk is locked, notifications show"
            value={settings.whileLocked}
            options={WHILE_LOCKED}
            onChange={(whileLocked) => change({ ...settings, whileLocked })}
          />
        </div>
      )}
      <Problem text={problem} className="note note-bad" />
      <div className="alert-ways" role="group" aria-label="How each kind is told">
        {KINDS.map(([kind, words]) => (
          <Choice
            key={kind}
            label={words}
            value={ways[kind]}
            options={WAYS}
            onChange={(way) => change({ ...settings, ways: { ...ways, [kind]: way } })}
          />
        ))}
        <StreamSeconds
          value={settings.streamDownAfterSeconds}
          onChange={(seconds) => change({ ...settings, streamDownAfterSeconds: seconds })}
        />
      </div>
      <PriceAlerts />
    </>
  );
}

type SecondsProps = { value: number; onChange: (seconds: number) => void };

function StreamSeconds({ value, onChange }: SecondsProps) {
  const [text, setText] = useState(String(value));
  const read = readSeconds(text);
  return (
    <Field
      label="A stream counts as down after (seconds)"
      value={text}
      inputMode="decimal"
      takes="seconds, 1 to 3600"
      issue={'issue' in read ? read.issue : undefined}
      onChange={(next) => {
        setText(next);
        const now = readSeconds(next);
        if ('value' in now) onChange(now.value);
      }}
    />
  );
}

/** Shown at once, written one after the other; what could not be written is put back. */
function useAlertSettings() {
  const { bridge } = useSession();
  const [settings, setSettings] = useState<AlertSettings>();
  const [failure, setFailure] = useState<Failure>();
  const [problem, setProblem] = useState<string>();
  const kept = useRef<AlertSettings>(undefined);
  const writes = useRef<Promise<void>>(Promise.resolve());

  useEffect(
    () =>
      onAnswer(bridge.call('alerts.settings', {}), (told) => {
        if (!told.ok) return setFailure(told.failure);
        kept.current = told.value;
        setSettings(told.value);
      }),
    [bridge],
  );

  async function write(before: Promise<void>, next: AlertSettings): Promise<void> {
    await before;
    const told = await bridge.call('alerts.configure', { settings: next });
    if (told.ok) kept.current = told.value;
    else setSettings(kept.current);
    setProblem(told.ok ? undefined : `Not saved. ${describeFailure(told.failure)}`);
  }

  function change(next: AlertSettings): void {
    setSettings(next);
    writes.current = write(writes.current, next);
  }

  return { settings, failure, problem, change };
}
