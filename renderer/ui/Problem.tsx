import { Said } from '#renderer/ui/Said.tsx';

type Props = {
  text: string | undefined;
  /** For the field that it is about. */
  id?: string;
  className?: string;
};

/** What went wrong, read out as it appears; nothing while nothing did. */
export function Problem({ text, id, className = 'problem' }: Props) {
  return (
    text !== undefined && (
      <p id={id} className={className} role="alert">
        <Said text={text} />
      </p>
    )
  );
}
