import { Sign } from '#renderer/ui/Sign.tsx';

type Props = {
  why: string;
  /** Beside signs instead of words there is room for a sign. */
  isTight?: boolean;
};

/** Beside what the broker holds and this desk does not trade. */
export function NotTraded({ why, isTight = false }: Props) {
  return (
    <span className={isTight ? 'row-sign' : 'tag'} title={why}>
      {isTight && <Sign path="M8 3a5 5 0 100 10A5 5 0 008 3zM4.5 11.5l7-7" />}
      {!isTight && 'not traded here'}
      <span className="visually-hidden">
        {isTight && 'not traded here'}. {why}
      </span>
    </span>
  );
}
