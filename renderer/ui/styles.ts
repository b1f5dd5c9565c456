// The style sheets that every page has, lowest layer first.
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '#renderer/ui/layers.css';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import '#renderer/ui/form.css';
import '#renderer/ui/note.css';
import '#renderer/ui/panel.css';
import '#renderer/ui/dialog.css';
import '#renderer/ui/popup.css';
