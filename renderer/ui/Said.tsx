import { useHiding } from '#renderer/ui/privacy.ts';

/** A sentence that may say how much somebody has. */
export const Said = ({ text }: { text: string | undefined }) => useHiding()(text ?? '');
