import { PrinterUnusable } from '../print-package/place.ts'
import { errorCode } from '../system/files.ts'

/** The printer's folder cannot be used now. The message is a sentence for operators. */
export class FolderUnusable extends PrinterUnusable {}

/** Errors of a folder, in words. After each of them it is certain that nothing happened. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  EACCES: 'may not be read or written',
  EPERM: 'may not be read or written',
  EROFS: 'is read-only',
  ENOSPC: 'is full',
  EDQUOT: 'is full',
}

/** Whether the error means that the attempted change did not happen. */
export const isRefusal = (error: unknown): boolean => (errorCode(error) ?? '') in REASONS

/** The folder's error as a sentence; throws any other error. */
export const asUnusable = (error: unknown, root: string): FolderUnusable => {
  if (error instanceof FolderUnusable) return error
  const code = errorCode(error)
  if (code === undefined) throw error
  const reason = REASONS[code] ?? `cannot be used (${code})`
  return new FolderUnusable(`The printer's folder ${root} ${reason}.`, { cause: error })
}
