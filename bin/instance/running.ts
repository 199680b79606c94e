import { connectControl } from '../../src/adapters/data-folder/control-client.ts'
import { exists } from '../../src/adapters/system/files.ts'
import { type ExplainedSetting, explainSettings } from '../cli/settings.ts'

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
