import { command, table } from '../cli/command.ts'
import { execute } from '../control/execute.ts'

export const seed = command({
  name: 'lettershop seed',
  description:
    'Give an organisation published templates and Postflows in both modes; live ones are drafts until there is a base URL and a return address',
  flags: { org: { type: 'string', required: true, description: 'The organisation', valueHint: 'ID' } },
  run: ({ args }) => execute('seed', { organisationId: args.org }, { data: args.data }),
  text: ({ postflows }) =>
    table(
      ['POSTFLOW', 'MODE', 'STATUS', 'NAME'],
      postflows.map(({ id, mode, status, name }) => [id, mode, status, name]),
    ),
})
