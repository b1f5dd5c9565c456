import '#renderer/ui/styles.ts';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#renderer/app/App.tsx';
import { createBridge } from '#renderer/core/bridge/bridge.ts';
import { Guarded } from '#renderer/ui/Guarded.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root');
const page = createRoot(root);
void createBridge().then((bridge) =>
  page.render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <Guarded name="The desk" onRetry={() => location.reload()}>
          <App bridge={bridge} />
        </Guarded>
      </CSPProvider>
    </StrictMode>,
  ),
);
