import type { Params, Sentence } from '../kernel/sentences.ts'

/** The result of one check. */
export interface Finding {
  /** The subject in a word or two. */
  name: string
  /** `note`: worth knowing, no action needed. */
  status: 'fine' | 'note' | 'wrong'
  /** Machine-readable result. */
  code: string
  /** The result and the remedy, as a sentence. */
  detail: string
  /** Values in `detail`. */
  params?: Params
  /** A command that shows more or fixes the problem. */
  command?: string
}

export interface BackupProgress {
  step: 'DATABASE' | 'FILES'
  /** Copied files, and all files; undefined until they are counted. */
  files: number
  totalFiles: number | undefined
}

export interface MadeBackup {
  path: string
  createdAt: string
  database: 'sqlite' | 'postgres'
  /** Latest migration. */
  schema: string
  blobs: { files: number; bytes: number }
  /** Total size. */
  bytes: number
  instanceKeyIncluded: boolean
}

/** Maintenance of an instance as a whole. Absent in a library. */
export interface Upkeep {
  /** Checks folder, keys, files, disk, printer and settings. Changes nothing. */
  examine(): Promise<Finding[]>
  /** The folder for operators' backups; undefined if none is configured. */
  backupFolder: string | undefined
  /** Why the folder can't take a backup; undefined if it can. */
  whyNoBackup(): Promise<Sentence | undefined>
  /**
   * Creates a backup, also while the instance is in use. Calls `noted` for every file; if that throws,
   * cancels and removes the backup. Rejects with a sentence.
   */
  backUp(to: string, noted: (progress: BackupProgress) => void): Promise<MadeBackup>
}
