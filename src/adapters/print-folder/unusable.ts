import { errorCode } from '../system/files.ts'

/** The printer's folder cannot be used now. The message is a sentence for operators. */
export class FolderUnusable extends Error {}

/** What a folder answers that can be told in words. None of them leaves in doubt whether something happened. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  EACCES: 'may not be read or written',
  EPERM: 'may not be read or written',
  EROFS: 'is read-only',
  ENOSPC: 'is full',
  EDQUOT: 'is full',
}

/** Whether the error says that what was tried did not happen. */
export const isRefusal = (error: unknown): boolean => (errorCode(error) ?? '') in REASONS

/** What the folder answered, as a sentence; throws what no folder answers. */
export const asUnusable = (error: unknown, root: string): FolderUnusable => {
  if (error instanceof FolderUnusable) return error
  const code = errorCode(error)
  if (code === undefined) throw error
  const reason = REASONS[code] ?? `cannot be used (${code})`
  return new FolderUnusable(`The printer's folder ${root} ${reason}.`, { cause: error })
}
