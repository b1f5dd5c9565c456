import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '#renderer/ui/layers.css';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import '#renderer/ui/form.css';
import '#renderer/ui/note.css';
import '#renderer/ui/panel.css';
import '#renderer/ui/dialog.css';
import '#renderer/ui/menu.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#renderer/app/App.tsx';
import { createBridge } from '#renderer/core/bridge/bridge.ts';
import { Guarded } from '#renderer/ui/Guarded.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root');
createRoot(root).render(
  <StrictMode>
    <Guarded name="The desk" onRetry={() => location.reload()}>
      <App bridge={createBridge()} />
    </Guarded>
  </StrictMode>,
);
