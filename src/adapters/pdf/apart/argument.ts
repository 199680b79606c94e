/** The one argument by which the executable becomes the process for untrusted files. No command is called like this. */
export const APART = '--untrusted-files-apart'
