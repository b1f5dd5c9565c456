// The state table of the order protocol, pure. Steps are named after what happened, never after what one hopes for.
// What always holds: refused and not-sent have no unanswered attempt; sent, unknown and set-aside have at least one;
// accepted is never left; after a restart no earlier attempt can be answered, so it counts as unanswered for ever.
import type { EvidenceKind, Intent } from '#contract/intents.ts';

export type Step =
  /** Handed to the socket: one more attempt. */
  | { step: 'sent' }
  /** The broker has it: an answer, a lookup or a stream event with our id and our body. */
  | { step: 'accepted'; resultId?: string | undefined }
  /** The attempt under way was answered with a 400, 401, 403 or 422 that proves it was not accepted. */
  | { step: 'refused' }
  /** Never handed over, or proven that no byte of the attempt under way left. */
  | { step: 'not-sent' }
  /** The attempt under way has no answer that proves anything: cut, timeout, 408, 425, 429, 5xx, unreadable. */
  | { step: 'lost' }
  /**
   * No attempt can take effect any more: the order that a replace is about ended otherwise, or the broker has
   * the mint as a request that it rejected, which every later arrival of its key only meets again.
   */
  | { step: 'ended'; resultId?: string | undefined }
  | { step: 'set-aside' }
  /** An order with our id and another body exists. */
  | { step: 'conflict' }
  /** A new start found it recorded or sent. */
  | { step: 'recovered' };

export type Facts = Pick<Intent, 'kind' | 'state' | 'unanswered' | 'isConflict' | 'resultId'>;
type Transition = { ok: true; next: Facts } | { ok: false; why: string };

export function transition(now: Facts, step: Step, kind: EvidenceKind): Transition {
  switch (step.step) {
    case 'sent':
      return toSent(now);
    case 'accepted':
      return toAccepted(now, step.resultId, kind);
    case 'refused':
      return now.state === 'sent' ? attemptEnded(now, 'refused') : illegal(now, step);
    case 'not-sent':
      if (now.state === 'recorded') return move(now, { state: 'not-sent' });
      return now.state === 'sent' ? attemptEnded(now, 'not-sent') : illegal(now, step);
    case 'lost':
      return now.state === 'sent' ? move(now, { state: 'unknown' }) : illegal(now, step);
    case 'ended':
      return toEnded(now, step.resultId, kind);
    case 'set-aside':
      return now.state === 'unknown' ? move(now, { state: 'set-aside' }) : illegal(now, step);
    case 'conflict':
      return move(now, { isConflict: true });
    case 'recovered':
      if (now.state !== 'recorded' && now.state !== 'sent') return illegal(now, step);
      return move(now, { state: 'unknown', unanswered: Math.max(1, now.unanswered) });
    default:
      return step satisfies never;
  }
}

function toSent(now: Facts): Transition {
  if (now.state !== 'recorded' && now.state !== 'unknown') return illegal(now, { step: 'sent' });
  if (now.isConflict)
    return { ok: false, why: 'A different order already has this id, so this one was not sent.' };
  return move(now, { state: 'sent', unanswered: now.unanswered + 1 });
}

/** Late evidence moves any state; an answer alone cannot contradict a proof that nothing was accepted. */
function toAccepted(now: Facts, resultId: string | undefined, kind: EvidenceKind): Transition {
  const isLate = kind === 'found' || kind === 'heard';
  const isAnswer = kind === 'answered' && !['recorded', 'refused', 'not-sent'].includes(now.state);
  if (!isLate && !isAnswer)
    return {
      ok: false,
      why: `A line of kind ${kind} does not prove acceptance while ${now.state}.`,
    };
  if (now.state !== 'accepted') {
    const isAnswered = now.state === 'sent' && kind === 'answered';
    const unanswered = isAnswered ? now.unanswered - 1 : now.unanswered;
    return move(now, {
      state: 'accepted',
      unanswered,
      ...(resultId !== undefined && { resultId }),
    });
  }
  if (resultId !== undefined && now.resultId !== undefined && now.resultId !== resultId)
    return { ok: false, why: `It is already order ${now.resultId} and cannot become ${resultId}.` };
  return move(now, resultId === undefined ? {} : { resultId });
}

/** While an earlier attempt is unanswered, what is known about this one is evidence only. */
function attemptEnded(now: Facts, proven: 'refused' | 'not-sent'): Transition {
  const unanswered = now.unanswered - 1;
  return move(now, { state: unanswered === 0 ? proven : 'unknown', unanswered });
}

function toEnded(now: Facts, resultId: string | undefined, kind: EvidenceKind): Transition {
  const isMint = now.kind === 'mint';
  const canEnd = isMint || now.kind === 'replace';
  const isOpen = now.state === 'sent' || now.state === 'unknown' || now.state === 'set-aside';
  const isSeen = kind === 'found' || kind === 'heard' || (isMint && kind === 'answered');
  if (!canEnd || !isOpen || !isSeen) return illegal(now, { step: 'ended' });
  const named = isMint && resultId !== undefined ? { resultId } : {};
  return move(now, { state: 'refused', unanswered: 0, ...named });
}

const move = (now: Facts, change: Partial<Facts>): Transition => ({
  ok: true,
  next: { ...now, ...change },
});

const illegal = (now: Facts, { step }: Step): Transition => ({
  ok: false,
  why: `A ${now.kind} that is ${now.state} cannot become ${step}.`,
});
