import * as v from 'valibot'
import { defineOperation } from '../../../engine/operation.ts'
import { found } from '../../../kernel/errors.ts'
import { described, namedObject } from '../../../kernel/wire-schema.ts'
import { everyone } from '../../../ports/store.ts'
import { rowIdOf } from '../../printers/choice.ts'
import { printerRow } from '../../printers/default-printer.ts'
import { printerParams } from '../../printers/schema.ts'
import { runLimits } from '../limits.ts'
import { platformRunsToWire } from '../platform.ts'
import { platformRunSchema } from '../platform-schema.ts'

export const listPrinterRuns = defineOperation({
  id: 'runs.ofPrinter',
  method: 'GET',
  path: '/platform/printers/{id}/runs',
  summary: 'List the latest runs of a printer',
  description:
    'For operators, of all organisations and in both modes: those that go to it, those that it stands in for, and those that went elsewhere because it was away.',
  permission: 'runs.manage',
  audience: 'user',
  effect: 'read',
  params: printerParams,
  output: namedObject('PrinterRuns', 'The latest runs of a printer.', {
    data: described(
      v.array(platformRunSchema),
      `The latest ${runLimits.runsOfPrinter} runs, the latest cutoff first.`,
    ),
  }),
  errors: ['not_found'],
  async handler({ rows }, { params }) {
    const printer = found(await printerRow(rows, params.id), 'printer')
    const order = [{ field: 'cutoffAt' as const, descending: true }]
    const options = { order, limit: runLimits.runsOfPrinter }
    const groups = await Promise.all([
      rows.runs.find(everyone, { givenPrinterId: printer.id }, options),
      rows.runs.find(everyone, { givenPrinterId: null, printerId: rowIdOf(printer) }, options),
      rows.runs.find(everyone, { awayPrinterId: printer.id }, options),
    ])
    const runs = [...new Map(groups.flat().map((run) => [run.id, run])).values()]
      .sort((a, b) => b.cutoffAt - a.cutoffAt || (a.id < b.id ? 1 : -1))
      .slice(0, runLimits.runsOfPrinter)
    return { data: runs.map(await platformRunsToWire(rows, runs)) }
  },
})
