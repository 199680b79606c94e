import { connectControl } from '../../../src/adapters/data-folder/control-client.ts'
import { loadDriver } from '../../../src/adapters/sqlite/driver.ts'
import { exists } from '../../../src/adapters/system/files.ts'
import { type ExplainedSetting, explainSettings, readSettings } from '../../cli/settings.ts'
import { databaseFile, hasNoDatabase } from '../existing-instance.ts'

/** What a running server says of itself. */
export interface RunningInstance {
  settings: readonly ExplainedSetting[]
  printFolder: string
  drill: boolean
  baseUrl: string | undefined
}

/** What the server that owns the folder says of itself; undefined where none answers. */
export const runningInstance = async (dataDir: string): Promise<RunningInstance | undefined> => {
  const client = (await exists(dataDir)) ? await connectControl(dataDir) : undefined
  try {
    return (await client?.call('instance.show')) as RunningInstance | undefined
  } catch {
    // The server is of another version, which does not answer this.
    return undefined
  } finally {
    client?.close()
  }
}

export interface SettingsInForce {
  /** Of the running server; else of one that would be started with this environment and without flags. */
  of: 'server' | 'environment'
  settings: readonly ExplainedSetting[]
}

/** The settings in force: those of the running server, or without one those that this command reads. */
export const settingsInForce = async (dataDir: string): Promise<SettingsInForce> => {
  const settings = (await runningInstance(dataDir))?.settings
  return settings
    ? { of: 'server', settings }
    : { of: 'environment', settings: await explainSettings(dataDir) }
}

type Row = Record<string, unknown>

/** What the checks of a data folder look at. */
export interface Look {
  dataDir: string
  /** What the running server says of itself; undefined where none answers. */
  running: RunningInstance | undefined
  /** True in the server itself, whose core asks its store for the rows. */
  isInside: boolean
  settings(): Promise<SettingsInForce>
  /** Reads the database file as it is, also one of another version; no rows where there is no file. */
  rowsOf(sql: string): Promise<Row[]>
  /** The PostgreSQL database that has the rows; undefined where they are in a file, or its address is not known. */
  shared: SharedRows | undefined
}

/** What can be asked of rows that servers share. */
export interface SharedRows {
  factOf(id: string): Promise<string | undefined>
}

/** Looks from outside: the command line beside a server, or alone. */
export const lookFrom = async (dataDir: string): Promise<Look> => ({
  dataDir,
  running: await runningInstance(dataDir),
  shared: await sharedRows(dataDir),
  isInside: false,
  settings: () => settingsInForce(dataDir),
  async rowsOf(sql) {
    // Opening an empty file would discard the log that is left of the database.
    if (await hasNoDatabase(dataDir)) return []
    const database = (await loadDriver()).open(databaseFile(dataDir))
    try {
      return database.prepare(sql).all([])
    } finally {
      database.close()
    }
  },
})

const sharedRows = async (dataDir: string): Promise<SharedRows | undefined> => {
  const { database } = await readSettings(dataDir)
  if (database === undefined) return undefined
  const { factOf } = await import('../../../src/adapters/postgres/database.ts')
  return { factOf: (id) => factOf(database, id) }
}

/** Looks from inside the server, whose rows the core asks for; the file is read by a thread of its own. */
export const lookInside = (
  dataDir: string,
  running: RunningInstance,
  shared: SharedRows | undefined,
): Look => ({
  dataDir,
  running,
  shared,
  isInside: true,
  settings: async () => ({ of: 'server', settings: running.settings }),
  async rowsOf(sql) {
    if (await hasNoDatabase(dataDir)) return []
    const { Scanner } = await import('../../../src/adapters/sqlite/scanner.ts')
    const scanner = new Scanner({ file: databaseFile(dataDir) })
    try {
      return await scanner.query(sql)
    } finally {
      await scanner.close()
    }
  },
})
