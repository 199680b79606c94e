import * as v from 'valibot'
import { recordedActor } from '../../../engine/audit/actor.ts'
import { nowIn } from '../../../engine/mode-clock.ts'
import { defineOperation } from '../../../engine/operation.ts'
import {
  asError,
  found,
  invalid,
  notFound,
  type ParameterError,
  validationFailed,
} from '../../../kernel/errors.ts'
import { described, namedObject } from '../../../kernel/wire-schema.ts'
import { everyone } from '../../../ports/store.ts'
import { readMoveContext } from '../../items/chunks.ts'
import { moveContext } from '../../items/move.ts'
import { rowIdOf } from '../../printers/choice.ts'
import { printerRow } from '../../printers/default-printer.ts'
import { printerParams } from '../../printers/schema.ts'
import { runLimits } from '../limits.ts'
import { offerRun, platformRunsToWire } from '../operating.ts'
import { assertFitsOneFile, downloadName, inChunks, officePdfOf, zipOf } from '../package/downloads.ts'
import { assertPackaged } from '../package/package.ts'
import { isCallbackToken, takeCallback } from '../printing/callback.ts'
import { postedInput, postedResult, postPieces, postRun } from '../printing/posted.ts'
import {
  itemsAt,
  type ReportedPiece,
  type ReportInput,
  reportInput,
  reportPieces,
  reportResult,
} from '../printing/report.ts'
import { filesWithRemakes } from '../remakes/package.ts'
import { runById, runToWire } from '../run.ts'
import {
  callbackInput,
  callbackQuery,
  callbackResult,
  platformRunSchema,
  runParams,
  runSchema,
} from '../schema.ts'
import { runSentences } from '../sentences.ts'

export const listPrinterRuns = defineOperation({
  id: 'runs.ofPrinter',
  method: 'GET',
  path: '/platform/printers/{id}/runs',
  summary: 'List the latest runs of a printer',
  description:
    'For operators, across organisations and modes: runs that go to the printer, runs for which it is the fallback, and runs that went elsewhere because it was unavailable.',
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
  async handler(context, { params }) {
    const { rows } = context
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
    return { data: runs.map(await platformRunsToWire(context, runs)) }
  },
})

export const packageRunFiles = defineOperation({
  id: 'runs.package',
  method: 'GET',
  path: '/runs/{id}/package',
  summary: 'Get the print package of a rendered run',
  description:
    'A ZIP of the PDF parts, `items.csv`, `manifest.json`, `ticket.txt`, `ticket.xjdf`, `proof.pdf` and `SHA256SUMS`, as the printer receives it. Remakes that the printer has are in folders (`remake_01/`), each a package of its own. Changes nothing: if you print from this file, report it with `hand-over`.',
  permission: 'runs.manage',
  readsItems: 'printing',
  rateClass: 'export',
  effect: 'process',
  params: runParams,
  output: 'stream',
  contentType: 'application/zip',
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  async handler({ services, scope, organisation }, { params }) {
    const { run, remakes, name } = await services.store.read(async (rows) => {
      const run = await assertPackaged(services, rows, await runById({ rows, scope }, params.id))
      const printed = { runId: run.id, status: 'HANDED_TO_PRINTER' as const }
      const remakes = await rows.runRemakes.find(scope, printed, { order: [{ field: 'number' }] })
      return { run, remakes, name: await downloadName(rows, run, organisation.timeZone) }
    })
    return {
      contentType: 'application/zip',
      fileName: `${name}.zip`,
      content: zipOf(filesWithRemakes(services, run, remakes), run.cutoffAt),
    }
  },
})

export const officePdfOfRun = defineOperation({
  id: 'runs.officePdf',
  method: 'GET',
  path: '/runs/{id}/office-pdf',
  summary: 'Get a rendered run as one PDF for an office printer',
  description:
    'Every piece in order, on pages of the trimmed size, to be printed at 100 %. Backs that are empty in the whole run are omitted (`parts[].isOneSided`). Changes nothing: report with `posted` that it is posted.',
  permission: 'runs.manage',
  rateClass: 'export',
  effect: 'process',
  params: runParams,
  output: 'stream',
  contentType: 'application/pdf',
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  async handler({ services, scope, organisation }, { params }) {
    const { run, name } = await services.store.read(async (rows) => {
      const run = await assertPackaged(services, rows, await runById({ rows, scope }, params.id))
      return { run, name: await downloadName(rows, run, organisation.timeZone) }
    })
    assertFitsOneFile(run)
    return {
      contentType: 'application/pdf',
      fileName: `${name}.pdf`,
      content: inChunks(await officePdfOf(services, run)),
    }
  },
})

export const takeRunCallback = defineOperation({
  id: 'runs.callback',
  method: 'POST',
  path: '/runs/{id}/callback',
  summary: 'Report the progress of a run as its printer',
  description:
    'The URL with its token is in `manifest.json` of the package. Repeated reports change nothing. ACCEPTED also settles an uncertain hand-over. FAILED makes the run wait for an operator, who checks what is on paper; PRINTED settles that.',
  permission: 'public',
  readsItems: 'internal',
  effect: 'public',
  params: runParams,
  query: callbackQuery,
  body: callbackInput,
  output: callbackResult,
  errors: ['not_found', 'invalid_state'],
  emits: ['run.handed_to_printer', 'item.handed_to_carrier', 'item.not_sent'],
  async handler({ services, transact }, { params, query, body }) {
    if (!isCallbackToken(services, params.id, query.token)) throw notFound('run')
    if ((body.event === 'DAMAGED') !== (body.sequences !== undefined)) {
      throw body.sequences
        ? invalid('sequences', runSentences.sentence('exclusive.sequences'))
        : invalid('sequences', runSentences.sentence('required.sequences'))
    }
    const found = await services.store.read((rows) => rows.runs.get(everyone, params.id))
    if (!found) throw notFound('run')
    const itemIds = await itemsAt(services, found, [...new Set(body.sequences)], () => 'sequences')
    const run = await transact(async (transaction) => {
      const current = await transaction.rows.runs.get(found, found.id)
      if (!current) throw notFound('run')
      const organisation = await transaction.rows.organisations.get(everyone, current.organisationId)
      const now = organisation ? nowIn(services, organisation, current.mode) : services.clock.now()
      const move = await readMoveContext(services, transaction, current.organisationId, now)
      return takeCallback(move, current, body.event, { itemIds, reason: body.reason })
    })
    return { runId: run.id, status: run.status }
  },
})

export const reportOnRunPieces = defineOperation({
  id: 'runs.report',
  method: 'POST',
  path: '/runs/{id}/report',
  summary: 'Report the outcome of pieces of a run',
  description:
    'DAMAGED, MISPRINTED and NOT_HANDED_OVER make an item NOT_SENT and refund it; RETURNED is returned mail. All pieces are recorded, or none. `reprint` creates a new item for each piece that was not sent, at the refunded price.',
  permission: 'runs.manage',
  readsItems: 'internal',
  effect: 'write',
  params: runParams,
  body: reportInput,
  output: reportResult,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.not_sent', 'item.returned', 'item.created', 'item.ready', 'item.scheduled', 'item.held'],
  async prepare({ services, scope }, { params, body }) {
    assertNamed(body)
    const run = await services.store.read((rows) => runById({ rows, scope }, params.id))
    const numbered = body.pieces.flatMap(({ sequence }, index) =>
      sequence === undefined ? [] : [{ sequence, index }],
    )
    const ids = await itemsAt(
      services,
      run,
      numbered.map(({ sequence }) => sequence),
      (at) => `pieces[${numbered[at]!.index}].sequence`,
    )
    const byIndex = new Map(numbered.map(({ index }, at) => [index, ids[at]!]))
    return body.pieces.map(
      ({ itemId, outcome, reason }, index): ReportedPiece => ({
        itemId: byIndex.get(index) ?? itemId!,
        outcome,
        reason,
      }),
    )
  },
  async handler(context, { params, body }, pieces) {
    const run = await runById(context, params.id)
    const options = { reprint: body.reprint, tolerant: false, by: recordedActor(context.caller) }
    const reported = await reportPieces(moveContext(context), run, pieces, options)
    return { run: await runToWire(context, reported.run), pieces: reported.pieces }
  },
})

const assertNamed = ({ pieces }: ReportInput): void => {
  const errors = pieces.flatMap(({ sequence, itemId }, index): ParameterError[] => {
    if ((sequence === undefined) !== (itemId === undefined)) return []
    const key = sequence === undefined ? 'required.piece' : 'exclusive.piece'
    return [asError(runSentences.sentence(key), `pieces[${index}].sequence`)]
  })
  if (errors.length > 0) throw validationFailed(errors)
}

export const postRunOperation = defineOperation({
  id: 'runs.posted',
  method: 'POST',
  path: '/runs/{id}/posted',
  summary: 'Report pieces of a run as posted',
  description:
    'For shops that print themselves. Records the whole run, or the pieces whose codes were scanned; after the last piece the run is with the carrier. Pieces recorded before are unchanged.',
  permission: 'runs.manage',
  readsItems: 'internal',
  effect: 'write',
  params: runParams,
  body: postedInput,
  output: postedResult,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.handed_to_carrier'],
  async handler(context, { params, body }) {
    const run = await runById(context, params.id)
    const move = moveContext(context)
    const posted = body.codes ? await postPieces(move, run, body.codes) : await postRun(move, run)
    return { ...posted, run: await runToWire(context, posted.run) }
  },
})

export const offerRunToCarrier = defineOperation({
  id: 'runs.offerToCarrier',
  method: 'POST',
  path: '/runs/{id}/offer-to-carrier',
  summary: 'Report that the carrier has a run',
  description: 'Use it if the printer does not report this through its callback.',
  permission: 'runs.manage',
  effect: 'write',
  params: runParams,
  output: runSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.handed_to_carrier'],
  async handler(context, { params }) {
    return runToWire(context, await offerRun(moveContext(context), await runById(context, params.id)))
  },
})
