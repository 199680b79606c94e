import { blobsOf } from '../cli/blobs-setting.ts'
import { command } from '../cli/command.ts'
import { dataFolder, readSettings } from '../cli/settings.ts'
import { deferredLog } from '../instance/deferred-log.ts'
import { prepareInstance } from '../instance/existing-instance.ts'

export const blobsMove = command({
  name: 'lettershop blobs move',
  description:
    'Copy every file to a bucket, or back to the data folder, while no server runs; they stay where they were too',
  flags: {
    to: { type: 'string', required: true, description: 'Where the files will be', valueHint: 'URL|folder' },
  },
  async run({ args }) {
    const dataDir = dataFolder(args.data)
    const settings = await readSettings(dataDir)
    const to = blobsOf(args.to, process.env)
    await prepareInstance(dataDir, settings)
    const { moveBlobs } = await import('../instance/move-blobs.ts')
    return moveBlobs({ dataDir, settings, log: deferredLog('info') }, to)
  },
  text: ({ from, to, files, bytes }) =>
    [
      `${files} files (${(bytes / 1024 / 1024).toFixed(1)} MiB) are in ${to} now.`,
      to.startsWith('s3://')
        ? 'Name that place with --blobs, LETTERSHOP_BLOBS or in config.json from now on.'
        : 'Take --blobs, LETTERSHOP_BLOBS or “blobs” in config.json away.',
      `${from} is not used any more. Once the server runs, delete the files there: they hold names and addresses.`,
    ].join('\n'),
})
