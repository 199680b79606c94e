import { join } from 'node:path'
import { command, table } from '../cli/command.ts'
import { dataFolder } from '../cli/settings.ts'

export const configShow = command({
  name: 'lettershop config show',
  description: 'Show every setting of the running server, where it comes from, and what would change it',
  flags: {},
  async run({ args }) {
    const dataDir = dataFolder(args.data)
    const { settingsInForce } = await import('../instance/running.ts')
    return { dataDir, file: join(dataDir, 'config.json'), ...(await settingsInForce(dataDir)) }
  },
  text: ({ dataDir, of, settings }) =>
    `Data in ${dataDir}; ${of === 'server' ? 'the settings of the server that runs' : 'no server answers: the settings that one started here would have'}\n${table(
      ['SETTING', 'VALUE', 'FROM', 'VARIABLE'],
      settings.map(({ name, value, source, variable }) => [name, shown(value), source, variable]),
    )}`,
})

const shown = (value: unknown): string =>
  value === null ? '-' : Array.isArray(value) ? value.join(',') || '-' : String(value)
