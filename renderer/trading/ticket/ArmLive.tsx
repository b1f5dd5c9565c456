import { useSession } from '#renderer/session/session.ts';
import { armingWords, useArming } from '#renderer/session/use-arming.ts';
import { Explain } from '#renderer/ui/Explain.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';

/** A live account takes orders only after its number was typed where no page can reach. */
export function ArmLive() {
  const { bridge, profile } = useSession();
  const { isAsking, problem, arm } = useArming(bridge, profile.accountId);
  return (
    <div className="ticket-arm">
      <p className="quiet-text">
        {armingWords()} <Explain term="Arming" />
      </p>
      <button type="button" disabled={isAsking} onClick={arm}>
        {isAsking ? 'Asking…' : 'Arm…'}
      </button>
      <Problem text={problem} />
    </div>
  );
}
