// The menu bar of macOS, and elsewhere the same accelerators without a bar.
import { Menu, app, type MenuItemConstructorOptions } from 'electron';

type Actions = { newWindow: () => void; quit: () => void };

export function setMenu({ newWindow, quit }: Actions): void {
  const isMac = process.platform === 'darwin';
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(app.isPackaged
      ? []
      : ([
          { type: 'separator' },
          { role: 'toggleDevTools' },
        ] satisfies MenuItemConstructorOptions[])),
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' } as const] : []),
      {
        label: 'File',
        submenu: [
          { label: 'New window', accelerator: 'CmdOrCtrl+Shift+N', click: newWindow },
          { role: 'close' },
          ...(isMac ? [] : [{ label: 'Quit Ballast', accelerator: 'Ctrl+Q', click: quit }]),
        ],
      },
      { role: 'editMenu' },
      { label: 'View', submenu: view },
      { role: 'windowMenu' },
    ]),
  );
}
