import { readFile } from 'node:fs/promises'
import { command, table } from '../cli/command.ts'
import { failure } from '../cli/failure.ts'
import { execute } from '../control/execute.ts'

const email = { type: 'positional', required: true, description: 'The e-mail address' } as const

const existing = {
  type: 'boolean',
  description:
    'Use an existing account; password, second factor, sessions and keys are reset if it is unverified or becomes an operator’s',
} as const

export const userCreate = command({
  name: 'lettershop user create',
  description: 'Give a user access to an organisation, or make one an operator of this instance',
  flags: {
    email: {
      type: 'string',
      required: true,
      description: 'E-mail address for signing in',
      valueHint: 'ADDRESS',
    },
    name: { type: 'string', description: 'Name of the user' },
    org: { type: 'string', description: 'The organisation', valueHint: 'ID' },
    role: { type: 'string', description: 'Roles in it (owner)', valueHint: 'R,…' },
    operator: {
      type: 'boolean',
      description: 'Allow suspending organisations, setting limits and controlling every run',
    },
    existing,
    'password-file': {
      type: 'string',
      description:
        'A file with the password; without it, a link that sets one is mailed, or printed if there is no mail server',
      valueHint: 'F',
    },
  },
  run: async ({ args }) =>
    execute(
      'user.create',
      {
        email: args.email,
        ...(args.name === undefined ? {} : { name: args.name }),
        ...(args.org === undefined ? {} : { organisationId: args.org }),
        ...(args.role === undefined ? {} : { roles: args.role.split(',').map((role) => role.trim()) }),
        ...(args.operator ? { operator: true } : {}),
        ...(args.existing ? { existing: true } : {}),
        ...(args['password-file'] === undefined ? {} : { password: await passwordIn(args['password-file']) }),
      },
      { data: args.data },
    ),
  text: ({ id, permissions, ...user }) =>
    [
      `${id}  ${user.email}`,
      ...(permissions.length > 0 ? [`Permissions: ${permissions.join(', ')}`] : []),
      ...(user.operatorScopes.length > 0 ? [`Operator: ${user.operatorScopes.join(', ')}`] : []),
      ...passwordText(user),
    ].join('\n'),
})

const passwordText = (user: { email: string; link: string | null; mailed: boolean }): string[] => {
  if (user.link !== null) return [`Set the password (works once, within two hours):\n${user.link}`]
  return user.mailed ? [`A link that sets the password was mailed to ${user.email}.`] : []
}

/** Returns the first line of the file, because editors append a line break. */
const passwordIn = async (path: string): Promise<string> => {
  try {
    return (await readFile(path, 'utf8')).split(/\r?\n/)[0]!
  } catch (error) {
    throw failure('usage', `--password-file: ${path} cannot be read.`, error)
  }
}

export const userList = command({
  name: 'lettershop user list',
  description: 'List users, oldest first',
  flags: {},
  run: ({ args }) => execute('user.list', undefined, { data: args.data }),
  text: (users) =>
    table(
      ['ID', 'STATUS', 'E-MAIL', 'NAME', 'OPERATOR', 'SECOND FACTOR', 'LAST SIGN-IN'],
      users.map((user) => [
        user.id,
        user.status,
        user.email,
        user.name,
        user.operatorScopes.join(','),
        user.secondFactorEnabled ? 'yes' : 'no',
        user.lastSignInAt ?? '',
      ]),
    ),
})

export const userDisable = command({
  name: 'lettershop user disable',
  description: 'Disable a user: end every session and refuse new ones',
  flags: { email },
  run: ({ args }) => execute('user.status', { email: args.email, status: 'DISABLED' }, { data: args.data }),
  text: ({ email, status }) => `${email} is ${status}`,
})

export const userEnable = command({
  name: 'lettershop user enable',
  description: 'Enable a user who was disabled',
  flags: { email },
  run: ({ args }) => execute('user.status', { email: args.email, status: 'ACTIVE' }, { data: args.data }),
  text: ({ email, status }) => `${email} is ${status}`,
})

export const userResetLink = command({
  name: 'lettershop user reset-link',
  description: 'Create a link that sets a new password',
  flags: { email },
  run: ({ args }) => execute('user.resetLink', { email: args.email }, { data: args.data }),
  text: ({ link }) => `Works once, within two hours:\n${link}`,
})

export const userResetSecondFactor = command({
  name: 'lettershop user reset-second-factor',
  description: 'Remove the second factor of a user who lost authenticator and recovery codes',
  flags: { email },
  run: ({ args }) => execute('user.resetSecondFactor', { email: args.email }, { data: args.data }),
  text: ({ email }) => `${email} no longer has a second factor and was signed out everywhere`,
})

export const userOperator = command({
  name: 'lettershop user operator',
  description: 'Make a user an operator of this instance, or remove that role',
  flags: {
    email,
    scopes: {
      type: 'string',
      required: true,
      description: 'Operator scopes',
      valueHint: 'platform.admin,runs.manage|none',
    },
    existing,
  },
  run: ({ args }) =>
    execute(
      'user.operator',
      {
        email: args.email,
        scopes: args.scopes === 'none' ? [] : args.scopes.split(',').map((scope) => scope.trim()),
        existing: args.existing === true,
      },
      { data: args.data },
    ),
  text: (user) =>
    [`${user.email}: ${user.operatorScopes.join(', ') || 'no operator'}`, ...passwordText(user)].join('\n'),
})
