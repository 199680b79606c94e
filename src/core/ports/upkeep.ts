import type { Params, Said } from '../kernel/sentences.ts'

/** One thing that was looked at, and how it is. */
export interface Finding {
  /** What was looked at, in a word or two. */
  name: string
  /** `note`: worth knowing, nothing to do. */
  status: 'fine' | 'note' | 'wrong'
  /** How it is, for programs. */
  code: string
  /** How it is, and what is to be done, as a sentence. */
  detail: string
  /** The values in that sentence. */
  params?: Params
  /** The command that shows more or mends it. */
  command?: string
}

/** How far a backup is. */
export interface BackupProgress {
  step: 'DATABASE' | 'FILES'
  /** Files that are copied, and how many there are; undefined while they are not counted. */
  files: number
  totalFiles: number | undefined
}

/** A backup that was made. */
export interface MadeBackup {
  path: string
  createdAt: string
  database: 'sqlite' | 'postgres'
  /** The last migration. */
  schema: string
  blobs: { files: number; bytes: number }
  /** Bytes of all files. */
  bytes: number
  instanceKeyIncluded: boolean
}

/** What a server can do for its instance as a whole beside its rows; absent in a library. */
export interface Upkeep {
  /** Looks at what is no row: folder, keys, files, disk, printer, settings. Changes nothing. */
  examine(): Promise<Finding[]>
  /** Where operators may have backups made; undefined where the settings name no folder. */
  backupFolder: string | undefined
  /** Why no backup can be made in that folder; undefined where one can. */
  whyNoBackup(): Promise<Said | undefined>
  /**
   * Makes a backup in the folder while the instance goes on. `noted` is called with every file: where it
   * throws, the backup ends and nothing is left of it. Rejects with a sentence.
   */
  backUp(to: string, noted: (progress: BackupProgress) => void): Promise<MadeBackup>
}
