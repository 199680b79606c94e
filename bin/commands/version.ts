import { command } from '../cli/command.ts'
import { version } from '../version.ts'

export const versionCommand = command({
  name: 'lettershop version',
  description: 'Say which version this is',
  flags: {},
  run: async () => ({
    version,
    runtime:
      process.versions.bun === undefined ? `node ${process.versions.node}` : `bun ${process.versions.bun}`,
    platform: `${process.platform}-${process.arch}`,
  }),
  text: (value) => `lettershop ${value.version} (${value.runtime}, ${value.platform})`,
})
