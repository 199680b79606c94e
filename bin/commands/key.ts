import { command, table } from '../cli/command.ts'
import { failure } from '../cli/failure.ts'
import { wholeNumber } from '../cli/flags.ts'
import { execute } from '../control/execute.ts'

const org = { type: 'string', required: true, description: 'The organisation', valueHint: 'ID' } as const

export const keyCreate = command({
  name: 'lettershop key create',
  description: 'Create an API key; it is shown only once',
  flags: {
    org,
    mode: {
      type: 'string',
      required: true,
      description: 'live prints, test simulates',
      valueHint: 'live|test',
    },
    scopes: { type: 'string', required: true, description: 'all, or names', valueHint: 'all|a,b,c' },
    name: { type: 'string', description: 'Name of the key' },
    'expires-in-days': {
      type: 'string',
      description: 'Days after which it expires, 1 to 90; needed with runs.manage and platform.admin',
      valueHint: 'N',
    },
  },
  run: ({ args }) =>
    execute(
      'key.create',
      {
        organisationId: args.org,
        mode: modeOf(args.mode),
        scopes: args.scopes === 'all' ? 'all' : args.scopes.split(',').map((scope) => scope.trim()),
        ...(args.name === undefined ? {} : { name: args.name }),
        ...(args['expires-in-days'] === undefined
          ? {}
          : { expiresInDays: wholeNumber('expires-in-days', args['expires-in-days'], { min: 1, max: 90 }) }),
      },
      { data: args.data },
    ),
  text: ({ id, key, mode, scopes, expiresAt }) =>
    [
      key,
      `${id}, ${mode} mode${expiresAt === null ? '' : `, until ${expiresAt}`}. The key is shown only once; Lettershop stores its hash.`,
      `Scopes: ${scopes.join(', ')}`,
    ].join('\n'),
})

export const modeOf = (text: string): 'live' | 'test' => {
  if (text === 'live' || text === 'test') return text
  throw failure('usage', `--mode must be live or test, not “${text}”.`)
}

export const keyRevoke = command({
  name: 'lettershop key revoke',
  description: 'Revoke an API key',
  flags: { id: { type: 'positional', required: true, description: 'The key, key_…' } },
  run: ({ args }) => execute('key.revoke', { id: args.id }, { data: args.data }),
  text: ({ id, revokedAt }) => `${id} was revoked at ${revokedAt}`,
})

export const keyList = command({
  name: 'lettershop key list',
  description: 'List the API keys of an organisation',
  flags: { org },
  run: ({ args }) => execute('key.list', { organisationId: args.org }, { data: args.data }),
  text: (keys) =>
    table(
      ['ID', 'KEY', 'MODE', 'NAME', 'EXPIRES', 'REVOKED'],
      keys.map(({ id, prefix, mode, name, expiresAt, revokedAt }) => [
        id,
        `${prefix}…`,
        mode,
        name,
        expiresAt ?? '',
        revokedAt ?? '',
      ]),
    ),
})
