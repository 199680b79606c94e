import { jobKinds } from '../../src/core/engine/jobs/kinds.ts'
import { command, table } from '../cli/command.ts'
import { failure } from '../cli/failure.ts'
import { wholeNumber } from '../cli/flags.ts'
import type { ControlResult } from '../control/commands.ts'
import { execute } from '../control/execute.ts'

export const jobsList = command({
  name: 'lettershop jobs list',
  description: 'List jobs: failed ones first, then by due time',
  flags: {
    failed: { type: 'boolean', description: 'Only those whose last attempt failed' },
    kind: { type: 'string', description: 'Only of this kind', valueHint: 'runs.render' },
    org: { type: 'string', description: 'Only of this organisation', valueHint: 'ID' },
    limit: { type: 'string', description: 'At most this many (50)', valueHint: 'N' },
  },
  run: ({ args }) =>
    execute(
      'jobs.list',
      {
        failed: args.failed === true,
        ...(args.kind === undefined ? {} : { kind: kindOf(args.kind) }),
        ...(args.org === undefined ? {} : { organisationId: args.org }),
        ...(args.limit === undefined
          ? {}
          : { limit: wholeNumber('limit', args.limit, { min: 1, max: 1000 }) }),
      },
      { data: args.data },
    ),
  text: (jobs) => jobTable(jobs),
})

const kindOf = (text: string) => {
  const kind = jobKinds.find((known) => known === text)
  if (!kind) throw failure('usage', `--kind must be one of ${jobKinds.join(', ')}, not “${text}”.`)
  return kind
}

const id = { type: 'positional', required: true, description: 'The job, job_…' } as const

export const jobsShow = command({
  name: 'lettershop jobs show',
  description: 'Show a job, and why its last attempt failed',
  flags: { id },
  run: ({ args }) => execute('jobs.show', { id: args.id }, { data: args.data }),
  text: (job) =>
    Object.entries(job)
      .filter(([, value]) => value !== null)
      .map(
        ([name, value]) => `${name.padEnd(16)}${typeof value === 'object' ? JSON.stringify(value) : value}`,
      )
      .join('\n'),
})

export const jobsRetry = command({
  name: 'lettershop jobs retry',
  description: 'Retry a job now; --failed retries every failed job',
  flags: {
    id: { ...id, required: false },
    failed: { type: 'boolean', description: 'Every failed job instead of one' },
  },
  run: ({ args }) => {
    const failed = args.failed === true
    if (failed === (args.id !== undefined)) throw failure('usage', 'Name one job, or use --failed.')
    return execute('jobs.retry', { id: args.id }, { data: args.data })
  },
  text: (jobs) => (jobs.length === 0 ? 'No job failed.' : jobTable(jobs)),
})

const jobTable = (jobs: ControlResult<'jobs.list'>): string =>
  table(
    ['ID', 'STATUS', 'KIND', 'NEXT', 'FAILED', 'ABOUT', 'LAST ERROR'],
    jobs.map((job) => [
      job.id,
      job.status,
      job.kind,
      job.nextAt,
      String(job.attempts),
      Object.values(job.payload).join(' ') || (job.organisationId ?? ''),
      job.lastError?.split('\n')[0] ?? '',
    ]),
  )
