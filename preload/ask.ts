// The bridge of main's own question window: it learns the question and gives one answer. It has nothing else, and the
// desk's page has nothing of it.
import { contextBridge, ipcRenderer } from 'electron';

const ASK = 'ballast:ask';

contextBridge.exposeInMainWorld('question', {
  read: () => ipcRenderer.invoke(ASK, 'read'),
  answer: (text: unknown) => ipcRenderer.invoke(ASK, 'answer', text),
});
