import { QUESTIONS } from '#contract/questions.ts';
import { AskedNote } from '#renderer/session/AskedNote.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useCall } from '#renderer/session/use-call.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';

/** `isNeeded`: the form says that a second person has to agree. */
export function SecondPassphrase({ isNeeded }: { isNeeded: boolean }) {
  const { bridge, toast } = useSession();
  const { value, take } = useCall(bridge, 'secondPerson.get', {});
  const { isBusy, failure, run } = useWork();
  if (!value) return null;
  const { isSet } = value;

  const set = (): void =>
    void run(bridge.call('secondPerson.set', {}), (now) => {
      take({ ok: true, value: now });
      toast({ kind: 'good', text: 'The second person’s passphrase is set.' });
    });

  return (
    <div className="stack" role="group" aria-label="Second person’s passphrase">
      <p className={isNeeded && !isSet ? 'problem' : 'quiet-text'}>
        {isSet
          ? 'The second person’s passphrase is set. Anyone who knows it can approve mints, and it is required before this guard is loosened.'
          : 'No second person’s passphrase is set, so no one can approve proposals.'}{' '}
        It is never typed in this window: Ballast asks for it separately.
      </p>
      <FailureNote failure={failure} />
      <AskedNote question={QUESTIONS.secondPerson} isAsked={isBusy} />
      <div>
        <button type="button" disabled={isBusy} onClick={set}>
          {isSet ? 'Change the second passphrase…' : 'Set the second passphrase…'}
        </button>
      </div>
    </div>
  );
}
