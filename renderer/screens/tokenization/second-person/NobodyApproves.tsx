import { useSession } from '#renderer/session/session.ts';
import { useCall } from '#renderer/session/use-call.ts';

/** Said before something is proposed that would wait for nobody. */
export function NobodyApproves() {
  const { bridge } = useSession();
  const { value } = useCall(bridge, 'secondPerson.get', {});
  if (value?.isSet !== false) return null;
  return (
    <p className="mint-warning">
      No second person’s passphrase is set, so no one can approve it yet. Set one in Settings, under
      Guards.
    </p>
  );
}
