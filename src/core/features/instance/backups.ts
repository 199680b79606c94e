import type { Actor } from '../../engine/audit/actor.ts'
import { setFact } from '../../engine/facts.ts'
import type { Backups, Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { problem } from '../../kernel/errors.ts'
import { everyone, type Rows, StoreUnavailable, type WritableRows } from '../../ports/store.ts'
import type { BackupProgress, MadeBackup } from '../../ports/upkeep.ts'
import { instanceProblems, noBackup } from './sentences.ts'

/** Stored as a fact of the instance. */
export interface LastBackup {
  startedAt: number
  startedBy: Pick<Actor, 'type' | 'id' | 'name'>
  /** The folder that contains it. */
  folder: string
  /** Null while it is in progress, and permanently if the process ended during it. */
  endedAt: number | null
  made: MadeBackup | null
  error: string | null
}

const factId = 'backup'

export const lastBackup = async (rows: Pick<Rows, 'facts'>): Promise<LastBackup | undefined> => {
  const fact = await rows.facts.get(everyone, factId)
  return fact && (JSON.parse(fact.value) as LastBackup)
}

/** Called after a restore: the row would show the restored backup as interrupted. */
export const forgetBackup = (rows: WritableRows): Promise<number> =>
  rows.facts.remove(everyone, { id: factId })

const keep = (rows: WritableRows, backup: LastBackup): Promise<void> =>
  setFact(rows, factId, JSON.stringify(backup))

/** A store that no longer accepts writes is backed up anyway, because then a backup matters most. */
const unlessUnavailable = (noted: Promise<unknown>): Promise<unknown> =>
  noted.catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error
  })

export const createBackups = (services: () => Services): Backups => new BackupQueue(services)

class BackupQueue implements Backups {
  readonly #services: () => Services
  #progress: BackupProgress | undefined
  #present: Promise<unknown> | undefined
  #isEnding = false

  constructor(services: () => Services) {
    this.#services = services
  }

  progress() {
    return this.#progress
  }

  async begin(folder: string, by: Actor) {
    if (this.#present) throw problem(instanceProblems.sentence('invalid_state.backup_under_way'))
    await new Promise<void>((resolve, reject) => {
      this.#start(folder, by, resolve).catch((error: unknown) => {
        this.#services().log.error('a backup failed', { folder, error })
        reject(error)
      })
    })
  }

  async make(folder: string, by: Actor) {
    while (this.#present) await this.#present
    return this.#start(folder, by, () => {})
  }

  async end() {
    this.#isEnding = true
    await this.#present
  }

  #start(folder: string, by: Actor, begun: () => void): Promise<MadeBackup> {
    const made = this.#carryOut(folder, by, begun)
    const ended = made
      .catch(() => undefined)
      .finally(() => {
        if (this.#present === ended) this.#present = undefined
      })
    this.#present = ended
    return made
  }

  async #carryOut(folder: string, by: Actor, begun: () => void): Promise<MadeBackup> {
    const services = this.#services()
    const { upkeep, clock } = services
    if (!upkeep)
      throw problem(
        instanceProblems.sentence('invalid_state.no_backup', {
          reason: noBackup.sentence('no_backup.memory'),
        }),
      )
    this.#assertGoesOn()
    const startedBy = { type: by.type, id: by.id, name: by.name }
    const times = { startedAt: clock.now(), endedAt: null }
    const backup: LastBackup = { ...times, startedBy, folder, made: null, error: null }
    await unlessUnavailable(transact(services, ({ rows }) => keep(rows, backup), by))
    this.#progress = { step: 'DATABASE', files: 0, totalFiles: undefined }
    begun()
    const noteEnd = (end: Pick<LastBackup, 'made'> | Pick<LastBackup, 'error'>) =>
      unlessUnavailable(
        services.store.write((rows) => keep(rows, { ...backup, ...end, endedAt: clock.now() })),
      )
    try {
      const made = await upkeep.backUp(folder, (now) => {
        this.#assertGoesOn()
        this.#progress = now
      })
      await noteEnd({ made })
      return made
    } catch (error) {
      await noteEnd({ error: error instanceof Error ? error.message : String(error) })
      throw error
    } finally {
      this.#progress = undefined
    }
  }

  #assertGoesOn(): void {
    if (this.#isEnding) throw new Error('The server was stopped during the backup.')
  }
}
