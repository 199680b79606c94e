import type { BackupProgress, MadeBackup } from '../ports/upkeep.ts'
import type { Actor } from './audit/actor.ts'

/** Makes backups, one after the other, and knows how far the present one is. */
export interface Backups {
  /** The progress of the one that is made by this process. */
  underWay(): BackupProgress | undefined
  /** Begins a backup and does not wait for it. Throws 409 while another one is made. */
  begin(folder: string, by: Actor): Promise<void>
  /** Makes a backup, after the present one, and resolves once it is there. Rejects where it fails. */
  make(folder: string, by: Actor): Promise<MadeBackup>
  /** Ends the one that is made, of which nothing stays; to be called before the process ends. */
  end(): Promise<void>
}
