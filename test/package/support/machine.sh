#!/bin/bash
# machine.sh ROOT PACKAGES SUPPORT: the first process of a Debian of its own, over ROOT, which stays as it is. It is not a
# chroot: there Chromium could have no user namespaces, and so no sandbox. What is written is in memory, and gone with it.
# Called by machine.ts in namespaces of its own; says "ready" when others may enter.
set -euo pipefail
root=$1 packages=$2 support=$3

mount --make-rprivate /
top=/mnt
mount -t tmpfs -o mode=755 tmpfs "$top"
mkdir "$top"/{upper,work,machine}
mount -t overlay overlay -o "lowerdir=$root,upperdir=$top/upper,workdir=$top/work" "$top/machine"
cd "$top/machine"
cp -L /etc/hosts /etc/resolv.conf etc/
mount -t proc proc proc
mount --rbind /sys sys
mount --rbind /dev dev
for folder in dev/shm tmp run; do mount -t tmpfs -o mode=1777 tmpfs "$folder"; done
mkdir -p run/packages run/support run/user/1500 run/dbus
mount --bind "$packages" run/packages
mount --bind "$support" run/support
mount --bind "$packages/archives" var/cache/apt/archives
chown 1500:1500 run/user/1500
chmod 700 run/user/1500
pivot_root . .
umount --lazy .
cd /
hash -r
echo ready
# Whoever lost its parent is this process's to bury.
while :; do sleep 3600 & wait -n || true; done
