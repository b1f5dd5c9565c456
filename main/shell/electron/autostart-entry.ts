/** Only a program's own path goes in, quoted as the desktop entry rules ask. */
export const autostartEntry = (program: string): string => `[Desktop Entry]
Type=Application
Name=Ballast
Comment=A trading desk that places an order once
Exec="${program.replaceAll(/(["\\`$])/g, '\\$1').replaceAll('%', '%%')}" --hidden
Terminal=false
X-GNOME-Autostart-enabled=true
`;
