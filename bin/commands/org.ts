import { command, table } from '../cli/command.ts'
import { failure } from '../cli/failure.ts'
import { execute } from '../control/execute.ts'

export const orgCreate = command({
  name: 'lettershop org create',
  description: 'Create an organisation',
  flags: {
    name: { type: 'string', required: true, description: 'Name of the organisation' },
    country: { type: 'string', description: 'Country where its mail is posted (ISO 3166-1 alpha-2; NL)' },
    'own-mail': {
      type: 'boolean',
      description: 'The operator’s own mail: no balance, invoices or VAT; analytics count costs',
    },
    'time-zone': { type: 'string', description: 'Time zone of its analytics (IANA; UTC)' },
  },
  run: ({ args }) =>
    execute(
      'org.create',
      {
        name: args.name,
        ...(args.country === undefined ? {} : { country: args.country }),
        ...(args['own-mail'] ? { ownMail: true } : {}),
        ...(args['time-zone'] === undefined ? {} : { timeZone: args['time-zone'] }),
      },
      { data: args.data, create: true },
    ),
  text: ({ id, name }) => `${id}  ${name}`,
})

const id = { type: 'positional', required: true, description: 'The organisation, org_…' } as const

export const orgSuspend = command({
  name: 'lettershop org suspend',
  description: 'Suspend an organisation, which can then only read',
  flags: { id, reason: { type: 'string', description: 'Reason, shown to its members' } },
  run: ({ args }) =>
    execute(
      'org.suspend',
      { id: args.id, ...(args.reason === undefined ? {} : { reason: args.reason }) },
      { data: args.data },
    ),
  text: ({ id, status }) => `${id} is ${status}`,
})

export const orgResume = command({
  name: 'lettershop org resume',
  description: 'Resume a suspended organisation',
  flags: { id },
  run: ({ args }) => execute('org.resume', { id: args.id }, { data: args.data }),
  text: ({ id, status }) => `${id} is ${status}`,
})

export const orgLimits = command({
  name: 'lettershop org limits',
  description: 'Set the requests per minute of an organisation’s keys, by rate class',
  flags: {
    id,
    set: {
      type: 'string',
      required: true,
      description: 'Limits by class; “default” restores a class’s default',
      valueHint: 'CLASS=N,…',
    },
  },
  run: ({ args }) => execute('org.limits', { id: args.id, limits: limitsOf(args.set) }, { data: args.data }),
  text: ({ id, rateLimits }) =>
    `${id}  ${
      Object.entries(rateLimits)
        .map(([name, limit]) => `${name} ${limit}`)
        .join(', ') || 'default limits'
    }`,
})

/** Parses `itemCreate=10000,export=default`; null is the default. */
const limitsOf = (text: string): Record<string, number | null> =>
  Object.fromEntries(
    text.split(',').map((part) => {
      const [, name, value] = /^([A-Za-z]+)=(\d{1,9}|default)$/.exec(part) ?? []
      if (!name) throw failure('usage', `--set takes CLASS=N or CLASS=default, not “${part}”.`)
      return [name, value === 'default' ? null : Number(value)]
    }),
  )

export const orgList = command({
  name: 'lettershop org list',
  description: 'List organisations, oldest first',
  flags: {},
  run: ({ args }) => execute('org.list', undefined, { data: args.data }),
  text: (organisations) =>
    table(
      ['ID', 'STATUS', 'COUNTRY', 'NAME'],
      organisations.map(({ id, status, country, name }) => [id, status, country, name]),
    ),
})

export const seed = command({
  name: 'lettershop seed',
  description:
    'Create published templates and Postflows in both modes from the offered products; live ones stay drafts until a base URL, a return address and a target for codes are set',
  flags: {
    org: { type: 'string', required: true, description: 'The organisation', valueHint: 'ID' },
    'tracking-target-url': {
      type: 'string',
      description: 'Target URL of the codes on live mail',
      valueHint: 'URL',
    },
  },
  run: ({ args }) =>
    execute(
      'seed',
      { organisationId: args.org, trackingTargetUrl: args['tracking-target-url'] },
      { data: args.data },
    ),
  text: ({ postflows, leftOut }) =>
    [
      table(
        ['POSTFLOW', 'MODE', 'STATUS', 'NAME'],
        postflows.map(({ id, mode, status, name }) => [id, mode, status, name]),
      ),
      ...leftOut.map(({ name, reason }) => `Left out: ${name}. ${reason}`),
    ].join('\n'),
})

export const clockAdvance = command({
  name: 'lettershop clock advance',
  description: 'Move an organisation’s test clock forward and run everything due on the way',
  flags: {
    org: { type: 'string', required: true, description: 'The organisation', valueHint: 'ID' },
    to: {
      type: 'string',
      required: true,
      description: 'Target time (RFC 3339)',
      valueHint: 'next-cutoff|TIME',
    },
  },
  run: ({ args }) => execute('clock.advance', { organisationId: args.org, to: args.to }, { data: args.data }),
  text: ({ now, ranJobs, nextCutoffAt }) =>
    `The test clock shows ${now}; ${ranJobs} jobs ran. Next cutoff: ${nextCutoffAt ?? 'none'}.`,
})
