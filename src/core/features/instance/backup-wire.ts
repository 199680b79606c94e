import type { Services } from '../../engine/services.ts'
import { sentenceOf } from '../../kernel/sentence-schema.ts'
import type { Said } from '../../kernel/sentences.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import { type LastBackup, lastBackup } from './backups.ts'
import { noBackup } from './sentences.ts'

/** Why no backup can be made from here; undefined where one can. */
export const refusalOf = async ({ upkeep }: Services): Promise<Said | undefined> =>
  upkeep ? upkeep.whyNoBackup() : noBackup.say('no_backup.memory')

export const backupsToWire = async (services: Services) => {
  const last = await services.store.read(lastBackup)
  const refusal = await refusalOf(services)
  return {
    folder: services.upkeep?.backupFolder ?? null,
    refusal: refusal?.message ?? null,
    refusalSentence: sentenceOf(refusal),
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
