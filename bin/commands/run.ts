import { resolve } from 'node:path'
import { runLimits } from '../../src/core/features/runs/limits.ts'
import { command, table } from '../cli/command.ts'
import { failure } from '../cli/failure.ts'
import type { RunMove } from '../control/commands.ts'
import { execute } from '../control/execute.ts'

const outcomes = {
  damaged: 'DAMAGED',
  misprinted: 'MISPRINTED',
  'not-handed-over': 'NOT_HANDED_OVER',
  returned: 'RETURNED',
} as const

const id = { type: 'positional', required: true, description: 'The run, run_…' } as const

export const runList = command({
  name: 'lettershop run list',
  description: 'List the production runs of all organisations, the latest cutoff first',
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
      ['ID', 'STATUS', 'MODE', 'CUTOFF', 'ITEMS', 'PRINTER', 'ORGANISATION', 'REASON'],
      runs.map((run) => [
        run.id,
        run.uncertain ? `${run.status} (uncertain)` : run.status,
        run.isTest ? 'test' : 'live',
        run.cutoffAt,
        String(run.itemCount),
        run.away ? `${run.printerKey} (${awayWords(run.away)})` : run.printerKey,
        run.organisationId,
        run.reason ?? '',
      ]),
    ),
})

/** Describes a printer's absence, which is why a run waits or is with another printer. */
const awayWords = (away: { printerKey: string; since: string }): string =>
  `${away.printerKey} is away since ${away.since}`

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

export const runShow = command({
  name: 'lettershop run show',
  description: 'Show a production run',
  flags: { id },
  run: ({ args }) => execute('run.show', { id: args.id }, { data: args.data }),
  text: (run) => {
    // `reasonSentence` is the same text as `reason`, with values for programs.
    const { away, reasonSentence: _, ...plain } = run
    const shown = { ...plain, ...(away ? { away: awayWords(away) } : {}) }
    const lines = Object.entries(shown).filter(([, value]) => !Array.isArray(value) && value !== null)
    const parts = run.parts.map(
      (part) => `  ${part.name}  ${counted(part.items, 'item')}, ${counted(part.pages, 'page')}`,
    )
    const findings = run.findings.map(({ code, message }) => `  ${code}  ${message}`)
    return [
      ...lines.map(([name, value]) => `${name.padEnd(24)}${value}`),
      ...(findings.length > 0 ? ['findings', ...findings] : []),
      'parts',
      ...parts,
    ].join('\n')
  },
})

export const runPackage = command({
  name: 'lettershop run package',
  description: 'Write the package of a rendered run into a folder, completely or not at all',
  flags: {
    id,
    to: { type: 'string', required: true, description: 'Where to create DIR/run_…', valueHint: 'DIR' },
  },
  run: ({ args }) => execute('run.package', { id: args.id, to: resolve(args.to) }, { data: args.data }),
  text: ({ path, files }) => `${path}\n${files.map((name) => `  ${name}`).join('\n')}`,
})

/** Defines a command that changes a run's status and prints the new one. */
const moving = (name: string, move: RunMove, description: string) =>
  command({
    name: `lettershop run ${name}`,
    description,
    flags: { id },
    run: ({ args }) => execute('run.steer', { id: args.id, move }, { data: args.data }),
    text: (run) => `${run.id} is ${run.status}`,
  })

export const runRetry = moving('retry', 'retry', 'Resume a failed or waiting run now')
export const runClose = moving(
  'close',
  'close',
  'Close a run permanently before its cutoff; later items join the run of the next cutoff',
)
export const runRender = moving('render', 'render', 'Render a waiting or failed run now')
export const runOffer = moving('offer', 'offer', 'Report that the printer gave a live run to the carrier')
export const runComplete = moving('complete', 'complete', 'Report that the carrier confirmed a run')

const reason = {
  type: 'string',
  required: true,
  description: 'Shown to the customer',
  valueHint: 'TEXT',
} as const

export const runCancel = command({
  name: 'lettershop run cancel',
  description: 'Cancel a run that no printer has; its items join the next one',
  flags: { id, reason },
  run: ({ args }) =>
    execute('run.steer', { id: args.id, move: 'cancel', reason: args.reason }, { data: args.data }),
  text: (run) => `${run.id} is ${run.status}`,
})

export const runHandOver = command({
  name: 'lettershop run hand-over',
  description: 'Hand a run over now, or record whether the printer has an uncertain one',
  flags: {
    id,
    printed: {
      type: 'string',
      description: 'yes: the printer has it; no: it does not, and the run is handed over again',
      valueHint: 'yes|no',
    },
  },
  run: ({ args }) => {
    const { printed } = args
    if (printed !== undefined && printed !== 'yes' && printed !== 'no') {
      throw failure('usage', `--printed must be yes or no, not “${printed}”.`)
    }
    const word = printed === undefined ? {} : { printed: printed === 'yes' }
    return execute('run.steer', { id: args.id, move: 'handOver', ...word }, { data: args.data })
  },
  text: (run) => `${run.id} is ${run.status}`,
})

export const runExclude = command({
  name: 'lettershop run exclude',
  description: 'Take items out of a run that no printer has',
  flags: {
    id,
    items: { type: 'string', required: true, description: 'Ids of the items', valueHint: 'itm_…,…' },
    reason,
  },
  run: ({ args }) =>
    execute(
      'run.exclude',
      { id: args.id, items: args.items.split(',').filter(Boolean), reason: args.reason },
      { data: args.data },
    ),
  text: (run) => `${run.id} is ${run.status}, with ${counted(run.itemCount, 'item')}`,
})

export const runReport = command({
  name: 'lettershop run report',
  description: 'Report what happened to pieces of a run',
  flags: {
    id,
    pieces: {
      type: 'string',
      required: true,
      description: 'Sequence numbers in the package',
      valueHint: '12,40-44',
    },
    as: {
      type: 'string',
      required: true,
      description: 'What happened',
      valueHint: Object.keys(outcomes).join('|'),
    },
    reason: { ...reason, required: false },
    reprint: { type: 'boolean', description: 'Reprint the pieces that were not sent' },
  },
  run: ({ args }) => {
    if (!Object.hasOwn(outcomes, args.as)) {
      throw failure('usage', `--as must be one of ${Object.keys(outcomes).join(', ')}, not “${args.as}”.`)
    }
    const outcome = outcomes[args.as as keyof typeof outcomes]
    const given = args.reason === undefined ? {} : { reason: args.reason }
    return execute(
      'run.report',
      { id: args.id, sequences: piecesOf(args.pieces), outcome, reprint: args.reprint === true, ...given },
      { data: args.data },
    )
  },
  text: (pieces) =>
    pieces
      .map(
        ({ sequence, itemId, status, reprintItemId }) =>
          `${sequence}  ${itemId}  ${status}${reprintItemId ? `  again as ${reprintItemId}` : ''}`,
      )
      .join('\n'),
})

/** Parses `12,40-44`. */
const piecesOf = (text: string): number[] => {
  const pieces = text.split(',').flatMap((part) => {
    const [, from = '', to = from] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(part.trim()) ?? []
    const count = Number(to) - Number(from) + 1
    if (from === '' || !(count >= 1 && count <= runLimits.items)) {
      throw failure(
        'usage',
        `--pieces takes up to ${runLimits.items} numbers and ranges such as 12,40-44, not “${text}”.`,
      )
    }
    return Array.from({ length: count }, (_, index) => Number(from) + index)
  })
  if (pieces.length <= runLimits.items) return pieces
  throw failure(
    'usage',
    `--pieces takes up to ${runLimits.items} pieces at a time; these are ${pieces.length}.`,
  )
}
