import { join } from 'node:path'
import { command, table } from '../cli/command.ts'
import { dataFolder, explainSettings } from '../cli/settings.ts'

export const configShow = command({
  name: 'lettershop config show',
  description: 'Show every setting, where it comes from, and what would change it; secrets are not shown',
  flags: {},
  async run({ args }) {
    const dataDir = dataFolder(args.data)
    return { dataDir, file: join(dataDir, 'config.json'), settings: await explainSettings(dataDir) }
  },
  text: ({ dataDir, settings }) =>
    `Data in ${dataDir}\n${table(
      ['SETTING', 'VALUE', 'FROM', 'VARIABLE'],
      settings.map(({ name, value, source, variable }) => [name, shown(value), source, variable]),
    )}`,
})

const shown = (value: unknown): string =>
  value === null ? '-' : Array.isArray(value) ? value.join(',') || '-' : String(value)
