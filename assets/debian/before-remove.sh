#!/bin/sh
# Also before an upgrade, whose new version has the same link.
set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
cd /

if [ "$1" = remove ] || [ "$1" = deconfigure ]; then
  update-alternatives --remove ballast /opt/Ballast/ballast
fi
