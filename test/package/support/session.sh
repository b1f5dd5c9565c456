#!/bin/bash
# The session of the user of machine.sh: a screen with a window manager, a tray and notifications, a bus and an open
# keyring. Says "ready" when all of it is there.
printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
openbox >/dev/null 2>&1 &
/usr/lib/notification-daemon/notification-daemon >/dev/null 2>&1 &
xfce4-panel --disable-wm-check >/dev/null 2>&1 &
for name in org.freedesktop.secrets org.freedesktop.Notifications org.kde.StatusNotifierWatcher; do
  gdbus wait --session --timeout 30 "$name" || { echo "$name did not come up"; exit 1; }
done
# As with a screen reader.
for name in IsEnabled ScreenReaderEnabled; do
  gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus \
    --method org.freedesktop.DBus.Properties.Set org.a11y.Status "$name" '<true>' >/dev/null
done
export -p | grep -v " \(PWD\|OLDPWD\|SHLVL\|_\)=" >"$XDG_RUNTIME_DIR/session.env"
echo ready
wait
