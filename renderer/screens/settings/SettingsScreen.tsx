import '#renderer/screens/settings/settings.css';
import { useState } from 'react';
import { SECTIONS } from '#renderer/screens/settings/sections.tsx';

export function SettingsScreen() {
  const [shownId, show] = useState(SECTIONS[0]?.id);
  const shown = SECTIONS.find(({ id }) => id === shownId);
  return (
    <main className="settings" aria-label="Settings">
      <nav className="settings-navigation" aria-label="Settings sections">
        {SECTIONS.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            className="settings-link"
            aria-current={id === shownId ? 'true' : undefined}
            onClick={() => show(id)}
          >
            {title}
          </button>
        ))}
      </nav>
      {shown && (
        <div className="settings-section">
          <shown.component />
        </div>
      )}
    </main>
  );
}
