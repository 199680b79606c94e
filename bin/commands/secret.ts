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
  description: 'Rotate the keys of the instance while no server runs, and encrypt all secrets again',
  flags: {
    keys: { type: 'string', description: 'Which (both)', valueHint: 'both|instance|signing' },
    'new-key-file': {
      type: 'string',
      description: 'A file with the new instance key, in the format of LETTERSHOP_SECRET_KEY_FILE (random)',
      valueHint: 'F',
    },
    'to-file': {
      type: 'boolean',
      description: 'Move an instance key from the environment into instance.key',
    },
  },
  async run({ args }) {
    const dataDir = dataFolder(args.data)
    const keys = choices.find((choice) => choice === (args.keys ?? 'both'))
    if (!keys) throw failure('usage', `--keys must be one of ${choices.join(', ')}, not “${args.keys}”.`)
    const settings = await readSettings(dataDir)
    const file = args['new-key-file']
    if (keys === 'signing' && (file !== undefined || args['to-file'])) {
      throw failure('usage', '--new-key-file and --to-file apply to the instance key.')
    }
    if (keys !== 'instance' && settings.signingKey) {
      throw failure(
        'usage',
        'The signing key comes from LETTERSHOP_SIGNING_KEY: use --keys instance here, and replace it with “evidence rotate-key --new-key-file F”.',
      )
    }
    if (args['to-file'] && settings.secretKey === undefined) {
      throw failure('usage', '--to-file: the instance key is in instance.key already.')
    }
    await prepareInstance(dataDir, settings)
    const { rotateOffline: rotateAlone } = await import('../instance/keys/rotate-offline.ts')
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
          `The instance key was replaced, and ${instanceKey.values} values were encrypted again.`,
          ...(instanceKey.unreadable > 0
            ? [`${instanceKey.unreadable} could not be read with the old key either and stay as they are.`]
            : []),
          instanceKey.keptIn === 'file'
            ? 'It is in instance.key. Remove LETTERSHOP_SECRET_KEY from the environment if it is set.'
            : 'Set it as LETTERSHOP_SECRET_KEY on every server before you start it.',
          'Everything signed with the old key is invalid: links in invitations and reset mails, signed file URLs,',
          'list cursors, and the callback URLs in packages that printers have. For live runs that were handed over,',
          'record the printer’s reports yourself (lettershop run offer ID, run complete ID).',
        ]
      : []),
    ...(signingKey
      ? [`Evidence is signed with ${signingKey}; evidence signed with older keys can still be verified.`]
      : []),
    'Make a backup now. Older backups contain the old keys: delete them if the keys were stolen.',
  ].join('\n')
