import { connectControl } from '../../src/adapters/data-folder/control-client.ts'
import { exists } from '../../src/adapters/system/files.ts'
import { type ExplainedSetting, explainSettings } from '../cli/settings.ts'
import type { ControlResult } from '../control/commands.ts'

/** What the server that owns the folder does, whatever flags it was started with; undefined where none answers. */
export const runningInstance = async (
  dataDir: string,
): Promise<ControlResult<'instance.show'> | undefined> => {
  const client = (await exists(dataDir)) ? await connectControl(dataDir) : undefined
  try {
    return (await client?.call('instance.show')) as ControlResult<'instance.show'> | undefined
  } catch {
    // One of another version.
    return undefined
  } finally {
    client?.close()
  }
}

export interface SettingsInForce {
  /** Of the server that runs; otherwise of one that would be started with this environment and without flags. */
  of: 'server' | 'environment'
  settings: readonly ExplainedSetting[]
}

/** The settings that count: those of the server that runs, and only without one those that this command sees. */
export const settingsInForce = async (dataDir: string): Promise<SettingsInForce> => {
  const settings = (await runningInstance(dataDir))?.settings
  return settings
    ? { of: 'server', settings }
    : { of: 'environment', settings: await explainSettings(dataDir) }
}

/** One setting of the server that runs; undefined where none does. */
export const settingOfServer = async (dataDir: string, name: string): Promise<ExplainedSetting | undefined> =>
  (await runningInstance(dataDir))?.settings.find((setting) => setting.name === name)
