import { command } from '../cli/command.ts'
import { readNotices } from '../notices.ts'
import { version } from '../version.ts'

export const versionCommand = command({
  name: 'lettershop version',
  description: 'Show the version',
  flags: {
    notices: { type: 'boolean', description: 'Show third-party licences' },
  },
  run: async ({ args }) => ({
    version,
    runtime:
      process.versions.bun === undefined ? `node ${process.versions.node}` : `bun ${process.versions.bun}`,
    platform: `${process.platform}-${process.arch}`,
    ...(args.notices ? { notices: await readNotices() } : {}),
  }),
  text: (value) =>
    value.notices?.trimEnd() ?? `lettershop ${value.version} (${value.runtime}, ${value.platform})`,
})
