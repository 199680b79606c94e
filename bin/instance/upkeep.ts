import { noBackup } from '../../src/core/features/instance/sentences.ts'
import type { Finding, Upkeep } from '../../src/core/ports/upkeep.ts'
import type { BackupSource } from '../backup/create.ts'
import { type ExplainedSetting, explainSettings, type Settings } from '../cli/settings.ts'
import type { SharedRows } from './check-context.ts'
import { isInside } from './path-containment.ts'
import { livePrintFolder } from './printers.ts'

export interface InstanceUpkeep extends Upkeep {
  /** The settings that the server runs with, known once it listens. */
  tell(settings: readonly ExplainedSetting[]): void
}

type Chosen = Pick<Settings, 'backupFolder' | 'baseUrl' | 'drill' | 'printFolder'>

/**
 * What this process can do for the instance of a data folder; `source` is what a backup is made of, `shared`
 * the rows where other servers have them too.
 */
export const createUpkeep = (settings: Chosen, source: BackupSource, shared?: SharedRows): InstanceUpkeep => {
  const { dataDir } = source
  const { backupFolder, baseUrl, drill } = settings
  const shown = { printFolder: livePrintFolder(dataDir, settings), drill, baseUrl }
  let told: readonly ExplainedSetting[] | undefined
  let underWay: Promise<Finding[]> | undefined
  const examine = async () => {
    // Loaded with the first examination, to keep the start of a server short.
    const { examineMachine } = await import('./examine.ts')
    const running = { ...shown, settings: told ?? (await explainSettings(dataDir)) }
    return examineMachine(dataDir, running, shared)
  }
  return {
    tell(settings) {
      told = settings
    },
    // One at a time: each reads every page of the database file.
    examine: () =>
      (underWay ??= examine().finally(() => {
        underWay = undefined
      })),
    backupFolder,
    async whyNoBackup() {
      if (!source.copyDatabase) return noBackup.say('no_backup.postgres')
      if (backupFolder === undefined) return noBackup.say('no_backup.no_folder')
      return (await isInside(backupFolder, dataDir))
        ? noBackup.say('no_backup.in_data_folder', { folder: backupFolder })
        : undefined
    },
    backUp: async (to, noted) => (await import('../backup/create.ts')).createBackup(source, to, noted),
  }
}
