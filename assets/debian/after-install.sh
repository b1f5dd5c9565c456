#!/bin/sh
# Programs are searched for in the system's own folders alone, whatever is in the PATH of whoever installs.
set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
cd /

folder='/opt/${sanitizedProductName}'

case "$1" in
  configure | abort-upgrade | abort-remove | abort-deconfigure) ;;
  *) exit 0 ;;
esac

update-alternatives --install '/usr/bin/${executable}' '${executable}' "$folder/${executable}" 100

# Chromium's sandbox is made with user namespaces where an ordinary user may have them, and otherwise by its helper, which
# then has to be setuid. Root may nearly always have them, so it is tried as nobody.
if ! dpkg-statoverride --list "$folder/chrome-sandbox" >/dev/null; then
  if setpriv --reuid=65534 --regid=65534 --clear-groups unshare --user true 2>/dev/null; then
    chmod 0755 "$folder/chrome-sandbox"
  else
    chmod 4755 "$folder/chrome-sandbox"
  fi
fi

# Where AppArmor keeps user namespaces from programs without a profile (Ubuntu 24.04 and later), this one has a profile.
# One that this AppArmor cannot read is not needed by it; one that it does not load now it loads when it starts.
profile='/etc/apparmor.d/${executable}'
if apparmor_status --enabled >/dev/null 2>&1 &&
  apparmor_parser --skip-kernel-load --debug "$folder/resources/apparmor-profile" >/dev/null 2>&1; then
  cp "$folder/resources/apparmor-profile" "$profile"
  ischroot || apparmor_parser --replace --write-cache --skip-read-cache "$profile" ||
    echo "AppArmor did not load $profile: until it does, Ballast may not start." >&2
fi
