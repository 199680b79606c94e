/** The one argument that makes the executable the process for untrusted files. No command has this name. */
export const APART = '--untrusted-files-apart'
