#!/usr/bin/env node
// Called by electron-builder in fpm's place (scripts/dist.ts): a deb needs no more than dpkg-deb, and fpm would have to be
// downloaded with a Ruby of its own.
import { buildDebianPackage } from './debian-package.ts';
import { readFpmArguments } from './fpm-arguments.ts';

try {
  const epoch = process.env['SOURCE_DATE_EPOCH'];
  const date = epoch === undefined ? new Date() : new Date(Number(epoch) * 1000);
  buildDebianPackage(readFpmArguments(process.argv.slice(2)), date);
} catch (error) {
  process.stderr.write(`The deb cannot be made. ${(error as Error).message}\n`);
  process.exit(1);
}
