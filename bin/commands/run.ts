import { resolve } from 'node:path'
import { command, table } from '../cli/command.ts'
import { failure } from '../cli/failure.ts'
import { execute } from '../control/execute.ts'

const id = { type: 'positional', required: true, description: 'The run, run_…' } as const

export const runList = command({
  name: 'lettershop run list',
  description: 'List production runs of everybody, the latest cutoff first',
  flags: {
    org: { type: 'string', description: 'Only of this organisation', valueHint: 'ID' },
    mode: { type: 'string', description: 'Only of this mode', valueHint: 'live|test' },
    status: { type: 'string', description: 'Only in this status' },
  },
  run: ({ args }) =>
    execute(
      'run.list',
      { organisationId: args.org, mode: args.mode, status: args.status },
      { data: args.data },
    ),
  text: (runs) =>
    table(
      ['ID', 'STATUS', 'MODE', 'CUTOFF', 'ITEMS', 'ORGANISATION', 'REASON'],
      runs.map((run) => [
        run.id,
        run.uncertain ? `${run.status} (uncertain)` : run.status,
        run.isTest ? 'test' : 'live',
        run.cutoffAt,
        String(run.itemCount),
        run.organisationId,
        run.reason ?? '',
      ]),
    ),
})

export const runShow = command({
  name: 'lettershop run show',
  description: 'Show a production run',
  flags: { id },
  run: ({ args }) => execute('run.show', { id: args.id }, { data: args.data }),
  text: (run) => {
    const lines = Object.entries(run).filter(([name, value]) => name !== 'parts' && value !== null)
    const parts = run.parts.map((part) => `  ${part.name}  ${part.items} items, ${part.pages} pages`)
    return [...lines.map(([name, value]) => `${name.padEnd(24)}${value}`), 'parts', ...parts].join('\n')
  },
})

export const runPackage = command({
  name: 'lettershop run package',
  description: 'Write the package of a rendered run into a folder, whole or not at all',
  flags: {
    id,
    to: { type: 'string', required: true, description: 'Where DIR/run_… is made', valueHint: 'DIR' },
  },
  run: ({ args }) => execute('run.package', { id: args.id, to: resolve(args.to) }, { data: args.data }),
  text: ({ path, files }) => `${path}\n${files.map((name) => `  ${name}`).join('\n')}`,
})

export const runRetry = command({
  name: 'lettershop run retry',
  description: 'Let a failed or waiting run go on now',
  flags: { id },
  run: ({ args }) => execute('run.retry', { id: args.id }, { data: args.data }),
  text: (run) => `${run.id} is ${run.status}`,
})

export const runReport = command({
  name: 'lettershop run report',
  description: 'Say that the printer offered a live run to the carrier, or that the carrier confirmed it',
  flags: {
    id,
    as: {
      type: 'string',
      required: true,
      description: 'What happened',
      valueHint: 'handed-to-carrier|completed',
    },
  },
  run: ({ args }) => {
    const { as } = args
    if (as !== 'handed-to-carrier' && as !== 'completed') {
      throw failure('usage', `--as is handed-to-carrier or completed, not “${as}”.`)
    }
    return execute('run.report', { id: args.id, as }, { data: args.data })
  },
  text: (run) => `${run.id} is ${run.status}`,
})

export const runResolve = command({
  name: 'lettershop run resolve',
  description: 'Say of an uncertain run whether the printer has it; absent hands it over again',
  flags: {
    id,
    as: { type: 'string', required: true, description: 'What you found', valueHint: 'delivered|absent' },
  },
  run: ({ args }) => {
    const { as } = args
    if (as !== 'delivered' && as !== 'absent') {
      throw failure('usage', `--as is delivered or absent, not “${as}”.`)
    }
    return execute('run.resolve', { id: args.id, as }, { data: args.data })
  },
  text: (run) => `${run.id} is ${run.status}`,
})
