/** The longest text that a page may save as a file. */
export const MOST_FILE_CHARS = 20 * 1024 * 1024;
