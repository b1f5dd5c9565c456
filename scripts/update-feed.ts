// Whether a packager may name a feed of new versions. What such a feed delivers is installed, so whoever can change a file
// there must not be able to change what runs: the program has to be signed, and the updater has to check that signature.
type Environment = Readonly<Record<string, string | undefined>>;

/** Why not, in words; nothing when it may be. */
export function whyNoFeed(env: Environment, platform: NodeJS.Platform): string | undefined {
  // Electron's updater compares a package of Linux with a checksum, and takes that from the same feed.
  if (platform === 'linux')
    return 'A feed of new versions (BALLAST_UPDATE_URL) is refused for Linux: nothing in an AppImage or a deb is signed in a way that the updater checks. Publish the packages in a signed repository instead, and pack without the feed.';
  const names = platform === 'win32' ? ['WIN_CSC_LINK', 'CSC_LINK'] : ['CSC_LINK', 'CSC_NAME'];
  return names.some((name) => (env[name] ?? '') !== '')
    ? undefined
    : `A feed of new versions (BALLAST_UPDATE_URL) needs a certificate to sign with: ${names.join(' or ')}. Without one whoever changes a file of the feed changes what runs.`;
}
