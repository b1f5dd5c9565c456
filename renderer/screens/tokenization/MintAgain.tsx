import { MINT_AGAIN } from '#contract/mint-guards.ts';
import { Field } from '#renderer/ui/Field.tsx';

type Props = {
  /** What is minted again: 'it', 'them'. */
  what: string;
  typed: string;
  onChange: (typed: string) => void;
  children?: string;
};

/** A repetition goes only when the person types that it is meant; main compares what was typed. */
export function MintAgain({ what, typed, onChange, children }: Props) {
  const isWrong = typed.trim() !== '' && !isAgain(typed);
  return (
    <div className="mint-repeat">
      {children !== undefined && <p className="mint-warning">{children}</p>}
      <Field
        label={`Type “${MINT_AGAIN}” to mint ${what} a second time`}
        value={typed}
        onChange={onChange}
        placeholder={MINT_AGAIN}
        issue={
          isWrong && !MINT_AGAIN.startsWith(typed.trim())
            ? `Type these words exactly: ${MINT_AGAIN}`
            : undefined
        }
      />
    </div>
  );
}

export const isAgain = (typed: string): boolean => typed.trim() === MINT_AGAIN;
