import { KeyGroups } from '#renderer/session/KeySheet.tsx';

export function KeysSection() {
  return (
    <>
      <KeyGroups />
      <p className="quiet-text">
        Everything else is in the command palette. In a field, plain keys are text.
      </p>
    </>
  );
}
