import { connectControl } from '../../../src/adapters/data-folder/control-client.ts'
import { loadDriver } from '../../../src/adapters/sqlite/driver.ts'
import { exists } from '../../../src/adapters/system/files.ts'
import { type ExplainedSetting, explainSettings, readSettings } from '../../cli/settings.ts'
import { databaseFile, hasNoDatabase } from '../existing-instance.ts'

/** The state that a running server reports. */
export interface RunningInstance {
  settings: readonly ExplainedSetting[]
  printFolder: string
  drill: boolean
  baseUrl: string | undefined
}

/** Asks the server that owns the folder for its state. Returns undefined if none answers. */
export const runningInstance = async (dataDir: string): Promise<RunningInstance | undefined> => {
  const client = (await exists(dataDir)) ? await connectControl(dataDir) : undefined
  try {
    return (await client?.call('instance.show')) as RunningInstance | undefined
  } catch {
    // A server of another version may not know this command.
    return undefined
  } finally {
    client?.close()
  }
}

export interface SettingsInForce {
  /** `environment`: no server runs, so these are the settings that it would start with, without flags. */
  of: 'server' | 'environment'
  settings: readonly ExplainedSetting[]
}

/** Returns the effective settings: those of the running server, or those of this environment. */
export const settingsInForce = async (dataDir: string): Promise<SettingsInForce> => {
  const settings = (await runningInstance(dataDir))?.settings
  return settings
    ? { of: 'server', settings }
    : { of: 'environment', settings: await explainSettings(dataDir) }
}

type Row = Record<string, unknown>

export interface Look {
  dataDir: string
  /** The state that the running server reports; undefined if none answers. */
  running: RunningInstance | undefined
  /** True in the server itself, which reads its rows through the store. */
  isInside: boolean
  settings(): Promise<SettingsInForce>
  /** Queries the database file as it is, whatever its version. Returns no rows if there is no file. */
  rowsOf(sql: string): Promise<Row[]>
  /** The PostgreSQL database of the rows; undefined if they are in a file, or its address is unknown. */
  shared: SharedRows | undefined
}

/** Queries of rows that servers share. */
export interface SharedRows {
  factOf(id: string): Promise<string | undefined>
}

/** Creates the view of the command line, with or without a running server. */
export const lookFrom = async (dataDir: string): Promise<Look> => ({
  dataDir,
  running: await runningInstance(dataDir),
  shared: await sharedRows(dataDir),
  isInside: false,
  settings: () => settingsInForce(dataDir),
  async rowsOf(sql) {
    // Opening an empty file would discard the write-ahead log that remains of the database.
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

/** Creates the view of the server itself. A separate thread reads the database file. */
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
