#!/bin/sh
# Programs are searched for in the system's own folders alone, whatever is in the PATH of whoever installs.
set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
cd /

folder='/opt/${sanitizedProductName}'

# It is triggered where an AppArmor comes that may read the profile: an upgrade of the system does not configure it anew.
case "$1" in
  configure | triggered | abort-upgrade | abort-remove | abort-deconfigure) ;;
  *) exit 0 ;;
esac

update-alternatives --install '/usr/bin/${executable}' '${executable}' "$folder/${executable}" 100

# Where AppArmor keeps user namespaces from programs without a profile (Ubuntu 24.04 and later), this one has a profile.
# One that this AppArmor cannot read is not needed by it; one that it does not load now it loads when it starts.
# Of one that its administrator disabled it says that all is well, and leaves it out.
profile='/etc/apparmor.d/${executable}'
disabled='/etc/apparmor.d/disable/${executable}'
isLoaded=no
if apparmor_status --enabled >/dev/null 2>&1 &&
  apparmor_parser --skip-kernel-load --debug "$folder/resources/apparmor-profile" >/dev/null 2>&1; then
  cp "$folder/resources/apparmor-profile" "$profile"
  if ! ischroot; then
    if apparmor_parser --replace --write-cache --skip-read-cache "$profile"; then
      if [ ! -e "$disabled" ] && [ ! -L "$disabled" ]; then
        isLoaded=yes
      fi
    else
      echo "AppArmor did not load $profile." >&2
    fi
  fi
fi

setting_is() {
  [ "$(cat "/proc/sys/$1" 2>/dev/null)" = "$2" ]
}

# Root may nearly always have user namespaces, so it is tried as nobody. AppArmor lets everybody make one and keeps its
# capabilities, from unshare itself or from what unshare starts: only a namespace within it tells that there are any.
has_namespaces() {
  if setpriv --reuid=65534 --regid=65534 --clear-groups \
    unshare --user --map-root-user unshare --net true 2>/dev/null; then
    return 0
  fi
  # AppArmor keeps them from unshare, but not from the program with the profile.
  [ "$isLoaded" = yes ] && setting_is kernel/apparmor_restrict_unprivileged_userns 1 &&
    ! setting_is kernel/unprivileged_userns_clone 0 && ! setting_is user/max_user_namespaces 0
}

# Chromium's sandbox is made with user namespaces where an ordinary user may have them, and otherwise by its helper, which
# then has to be setuid.
if ! dpkg-statoverride --list "$folder/chrome-sandbox" >/dev/null; then
  if has_namespaces; then
    chmod 0755 "$folder/chrome-sandbox"
  else
    chmod 4755 "$folder/chrome-sandbox"
  fi
fi
