import { resolve } from 'node:path'
import { command } from '../cli/command.ts'
import { failure } from '../cli/failure.ts'
import { dataFolder, readSettings } from '../cli/settings.ts'
import { deferredLog } from '../instance/deferred-log.ts'
import { prepareInstance } from '../instance/existing-instance.ts'
import type { RotationReport } from '../instance/keys/rotation.ts'

const choices = ['both', 'instance', 'signing'] as const

export const secretRotate = command({
  name: 'lettershop secret rotate',
  description: 'Rotate the keys of the instance while no server runs; everything sealed is sealed again',
  flags: {
    keys: { type: 'string', description: 'Which (both)', valueHint: 'both|instance|signing' },
    'new-key-file': {
      type: 'string',
      description:
        'A file with the new instance key, as LETTERSHOP_SECRET_KEY_FILE takes it; else a random one',
      valueHint: 'F',
    },
    'to-file': {
      type: 'boolean',
      description: 'Moves an instance key that comes from the environment into instance.key',
    },
  },
  async run({ args }) {
    const dataDir = dataFolder(args.data)
    const keys = choices.find((choice) => choice === (args.keys ?? 'both'))
    if (!keys) throw failure('usage', `--keys is one of ${choices.join(', ')}, not “${args.keys}”.`)
    const settings = await readSettings(dataDir)
    const file = args['new-key-file']
    if (keys === 'signing' && (file !== undefined || args['to-file'])) {
      throw failure('usage', '--new-key-file and --to-file are about the instance key.')
    }
    if (keys !== 'instance' && settings.signingKey) {
      throw failure(
        'usage',
        'The signing key comes from LETTERSHOP_SIGNING_KEY: say --keys instance here, and change it with “evidence rotate-key --new-key-file F”.',
      )
    }
    if (args['to-file'] && settings.secretKey === undefined) {
      throw failure('usage', '--to-file: the instance key is in instance.key already.')
    }
    await prepareInstance(dataDir, settings)
    const { rotateAlone } = await import('../instance/keys/rotate-offline.ts')
    return rotateAlone(
      { dataDir, settings, log: deferredLog('info') },
      {
        keys,
        newKeyFile: file === undefined ? undefined : resolve(file),
        toFile: args['to-file'] === true,
      },
    )
  },
  text: (report) => reportText(report),
})

const reportText = ({ instanceKey, signingKey }: RotationReport): string =>
  [
    ...(instanceKey
      ? [
          `The instance key is new: ${instanceKey.values} sealed values were sealed anew.`,
          ...(instanceKey.unreadable > 0
            ? [`${instanceKey.unreadable} could not be read with the old key either, and stay as they are.`]
            : []),
          instanceKey.keptIn === 'file'
            ? 'It is in instance.key. Where LETTERSHOP_SECRET_KEY is set, take it out of the environment.'
            : 'Give it to every server in LETTERSHOP_SECRET_KEY before it starts.',
          'What the old key had signed is over: links in invitations and reset mails, signed addresses of files,',
          'cursors of lists, and the callback addresses in packages that printers have. Printers of live runs say it',
          'to you from now on (lettershop run offer ID, run complete ID).',
        ]
      : []),
    ...(signingKey ? [`Evidence is signed with ${signingKey}; what older keys signed stays checkable.`] : []),
    'Make a backup now. Older ones hold the old keys: delete them where those were stolen.',
  ].join('\n')
