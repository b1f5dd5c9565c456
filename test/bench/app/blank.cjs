// What the desk is measured against: one window of the same size with a page of the bench in it, shown once it can be.
const { app, BrowserWindow } = require('electron');
const [page, folder] = process.argv.slice(-2);
app.setPath('userData', folder);
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1440, height: 900, show: false });
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    event.preventDefault();
    window.hide();
  });
  void window.loadURL(page);
});
