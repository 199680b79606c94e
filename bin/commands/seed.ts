import { command, table } from '../cli/command.ts'
import { execute } from '../control/execute.ts'

export const seed = command({
  name: 'lettershop seed',
  description:
    'Give an organisation published templates and Postflows in both modes, on products that are offered; live ones are drafts until there are a base URL, a return address and a place where codes lead',
  flags: {
    org: { type: 'string', required: true, description: 'The organisation', valueHint: 'ID' },
    'tracking-target-url': {
      type: 'string',
      description: 'Where the codes to scan on live mail lead',
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
