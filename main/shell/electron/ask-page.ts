// The page of main's own question: three small files that are part of the program, so that no folder can change them.
import type { PageFile } from '#main/shell/common/page-files.ts';

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Ballast</title>
<link rel="stylesheet" href="/ask.css">
<script src="/ask.js" defer></script>
</head>
<body>
<main role="dialog" aria-modal="true" aria-labelledby="title" aria-describedby="text">
<h1 id="title"></h1>
<p id="text"></p>
<form>
<label><span id="label"></span><input id="answer" autocomplete="off" spellcheck="false" maxlength="64" autofocus></label>
<div class="actions">
<button type="button" id="cancel">Cancel</button>
<button type="submit" id="action"></button>
</div>
</form>
</main>
</body>
</html>
`;

const SCRIPT = `const part = (id) => document.getElementById(id);
const give = (text) => window.question.answer(text);
window.question.read().then(({ title, text, label, action, shown, isSecret }) => {
  document.title = title;
  part('title').textContent = title;
  part('text').textContent = text;
  part('label').textContent = label;
  part('action').textContent = action;
  if (isSecret) {
    part('answer').type = 'password';
    part('answer').maxLength = 512;
  }
  part('answer').focus();
  if (shown === undefined) return;
  part('answer').removeAttribute('maxlength');
  part('answer').value = shown;
  part('answer').readOnly = true;
  part('answer').select();
  part('cancel').hidden = true;
});
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const { readOnly, type, value } = part('answer');
  const text = readOnly ? 'seen' : type === 'password' ? value : value.trim();
  if (text !== '') give(text);
});
part('cancel').addEventListener('click', () => give(null));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') give(null);
});
`;

const STYLE = `:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; font: 13px/1.5 system-ui, sans-serif;
  background: light-dark(#ffffff, #151a21); color: light-dark(#14181d, #e6e9ee); }
main { padding: 20px; border-top: 4px solid light-dark(#b5340a, #ff7043); min-height: 100vh; }
h1 { margin: 0 0 8px; font-size: 16px; }
p { margin: 0 0 16px; white-space: pre-line; overflow-wrap: anywhere; }
label { display: grid; gap: 4px; }
input { font: inherit; padding: 6px 8px; border: 1px solid light-dark(#767d86, #8a93a0); border-radius: 4px;
  background: light-dark(#ffffff, #0f1216); color: inherit; font-variant-numeric: tabular-nums; }
.actions { display: flex; justify-content: flex-end; gap: 8px; margin-top: 20px; }
button { font: inherit; padding: 6px 14px; border-radius: 4px; border: 1px solid light-dark(#767d86, #8a93a0);
  background: transparent; color: inherit; }
button[type='submit'] { background: light-dark(#a52f09, #c9481c); border-color: transparent; color: #ffffff; }
:focus-visible { outline: 2px solid light-dark(#0b5fd0, #6aa9ff); outline-offset: 2px; }
`;

const FILES: Record<string, PageFile> = {
  '/': { type: 'text/html; charset=utf-8', body: Buffer.from(HTML) },
  '/ask.js': { type: 'text/javascript; charset=utf-8', body: Buffer.from(SCRIPT) },
  '/ask.css': { type: 'text/css; charset=utf-8', body: Buffer.from(STYLE) },
};

export const askFile = (path: string): PageFile | undefined =>
  Object.hasOwn(FILES, path) ? FILES[path] : undefined;
