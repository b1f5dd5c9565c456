// The form for the key of an account, wherever it is missed; its code comes only with the question.
import { useState, type ComponentProps } from 'react';
import type { EnterKeyDialog } from '#renderer/screens/settings/accounts/EnterKeyDialog.tsx';

type Asked = Omit<ComponentProps<typeof EnterKeyDialog>, 'onClose'>;

export function useEnterKey(asked: Asked) {
  const [Form, setForm] = useState<typeof EnterKeyDialog>();
  const enterKey = (): void =>
    void import('#renderer/screens/settings/accounts/EnterKeyDialog.tsx').then((form) =>
      setForm(() => form.EnterKeyDialog),
    );
  const enteringKey = Form && <Form {...asked} onClose={() => setForm(undefined)} />;
  return { enterKey, enteringKey };
}
