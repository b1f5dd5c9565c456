import { useEffect, useRef, useState } from 'react';
import type { AlertSettings } from '#contract/alerts.ts';
import { describeFailure, type Failure } from '#contract/failure.ts';
import { playAlertSound } from '#renderer/core/alert-sound.ts';
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
  if (failure) return <FailedNote what="The alerts could not be loaded." failure={failure} />;
  if (!settings) return <LoadingNote what="Loading the alerts" />;
  const { ways } = settings;
  return (
    <>
      <p className="quiet-text">
        You get alerts for every account, not only the one on screen
        {shell === 'electron' && ', even while the window is closed'}
        {shell === 'web' && ', while a Ballast page is open'}. You are also told when an account
        cannot be watched. Changes take effect immediately.
      </p>
      <BrowserPermission />
      <div className="settings-block">
        <Check
          isOn={settings.isDoNotDisturb}
          onChange={(isDoNotDisturb) => change({ ...settings, isDoNotDisturb })}
        >
          Do not disturb: alerts only go to the list until you turn this off
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
            label="While Ballast is locked, notifications show"
            value={settings.whileLocked}
            options={WHILE_LOCKED}
            onChange={(whileLocked) => change({ ...settings, whileLocked })}
          />
        </div>
      )}
      <Problem text={problem} className="note note-bad" />
      <div className="alert-ways" role="group" aria-label="How you get each kind of alert">
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
      <Sounds isOwn={shell === 'web'} />
      <PriceAlerts />
    </>
  );
}

const TRIED = [
  ['fill', 'Try fill'],
  ['refusal', 'Try refusal'],
  ['unknown', 'Try unconfirmed'],
] as const;

/** The desktop application leaves the sound to the system, which cannot be asked for it. */
function Sounds({ isOwn }: { isOwn: boolean }) {
  return (
    <div className="settings-block" role="group" aria-label="Sounds">
      <p className="quiet-text">
        Nothing makes a sound until you choose Notification and sound for it.
        {!isOwn && ' The sound is your system’s notification sound.'}
      </p>
      {isOwn && (
        <div className="button-row">
          {TRIED.map(([kind, words]) => (
            <button key={kind} type="button" onClick={() => playAlertSound(kind)}>
              {words}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

type SecondsProps = { value: number; onChange: (seconds: number) => void };

function StreamSeconds({ value, onChange }: SecondsProps) {
  const [text, setText] = useState(String(value));
  const read = readSeconds(text);
  return (
    <Field
      label="Alert when a stream has been down for (seconds)"
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
