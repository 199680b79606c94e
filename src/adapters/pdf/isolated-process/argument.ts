/** Makes the executable run as the isolated process for untrusted files. No command has this name. */
export const ISOLATED_PROCESS_ARGUMENT = '--isolated-process-for-untrusted-files'
