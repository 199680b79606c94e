import { connectControl } from '../../src/adapters/data-folder/control-client.ts'
import { exists } from '../../src/adapters/system/files.ts'
import { type ExplainedSetting, explainSettings } from '../cli/settings.ts'
import type { ControlResult } from '../control/commands.ts'

/** The settings of the server that owns the folder; undefined where none answers. */
export const runningInstance = async (
  dataDir: string,
): Promise<ControlResult<'instance.show'> | undefined> => {
  const client = (await exists(dataDir)) ? await connectControl(dataDir) : undefined
  try {
    return (await client?.call('instance.show')) as ControlResult<'instance.show'> | undefined
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

/** One setting of the running server; undefined where none runs. */
export const settingOfServer = async (dataDir: string, name: string): Promise<ExplainedSetting | undefined> =>
  (await runningInstance(dataDir))?.settings.find((setting) => setting.name === name)
