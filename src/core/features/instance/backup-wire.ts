import type { Services } from '../../engine/services.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import { type LastBackup, lastBackup, nothingToBackUp } from './backups.ts'

/** Why no backup can be made from here; undefined where one can. */
export const refusalOf = async ({ upkeep }: Services): Promise<string | undefined> =>
  upkeep ? upkeep.whyNoBackup() : nothingToBackUp

export const backupsToWire = async (services: Services) => {
  const last = await services.store.read(lastBackup)
  return {
    folder: services.upkeep?.backupFolder ?? null,
    refusal: (await refusalOf(services)) ?? null,
    last: last ? backupToWire(services, last) : null,
  }
}

const backupToWire = ({ backups }: Services, { made, ...last }: LastBackup) => {
  const progress = last.endedAt === null ? backups.underWay() : undefined
  const status = made ? 'DONE' : last.error !== null ? 'FAILED' : progress ? 'RUNNING' : 'INTERRUPTED'
  return {
    status: status as 'DONE' | 'FAILED' | 'RUNNING' | 'INTERRUPTED',
    startedAt: toDateTime(last.startedAt),
    endedAt: toDateTimeOrNull(last.endedAt),
    startedBy: last.startedBy,
    folder: last.folder,
    path: made?.path ?? null,
    bytes: made?.bytes ?? null,
    instanceKeyIncluded: made?.instanceKeyIncluded ?? null,
    progress: progress ? { ...progress, totalFiles: progress.totalFiles ?? null } : null,
    error: last.error,
  }
}
