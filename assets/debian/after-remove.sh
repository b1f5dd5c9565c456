#!/bin/sh
# Of the package nothing stays; the data folders of its users are theirs, and stay also when it is purged.
set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
cd /

# The other calls are those of an upgrade: the new version has a profile too.
case "$1" in
  remove | purge | disappear) ;;
  *) exit 0 ;;
esac

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if apparmor_status --enabled >/dev/null 2>&1 && ! ischroot; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
# As AppArmor read it, for each kernel that it did so for.
rm -f /var/cache/apparmor/*/'${executable}'
