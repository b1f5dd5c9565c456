import { createContext, useContext } from 'react';

/** True while amounts are hidden. Only the number components ask. */
export const PrivacyContext = createContext(false);

export const usePrivacy = (): boolean => useContext(PrivacyContext);
