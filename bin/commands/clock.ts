import { command } from '../cli/command.ts'
import { execute } from '../control/execute.ts'

export const clockAdvance = command({
  name: 'lettershop clock advance',
  description: 'Move an organisation’s test clock forward and run everything that falls due on the way',
  flags: {
    org: { type: 'string', required: true, description: 'The organisation', valueHint: 'ID' },
    to: { type: 'string', required: true, description: 'When (RFC 3339)', valueHint: 'next-cutoff|TIME' },
  },
  run: ({ args }) => execute('clock.advance', { organisationId: args.org, to: args.to }, { data: args.data }),
  text: ({ now, ranJobs, nextCutoffAt }) =>
    `The test clock shows ${now}; ${ranJobs} jobs ran. Next cutoff: ${nextCutoffAt ?? 'none'}.`,
})
