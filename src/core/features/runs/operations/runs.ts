import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { found } from '../../../kernel/errors.ts'
import { itemStatuses, itemsTable } from '../../../model/items.ts'
import { runStatuses, runsTable } from '../../../model/runs.ts'
import { everyone } from '../../../ports/store.ts'
import { calendarOf, calendarQuery, calendarSchema } from '../calendar.ts'
import { costsOfRuns, runCostsSchema } from '../costs.ts'
import { acrossOrganisations, platformRunsToWire } from '../operating.ts'
import { downloadName, inChunks, zipOf } from '../package/downloads.ts'
import { runHistory } from '../printing/report.ts'
import { packagedRemake, remakeFiles, remakeOfficePdf } from '../remakes/package.ts'
import { remakeParams } from '../remakes/schema.ts'
import { historyToWire, runById, runItemToWire, runsToWire, runToWire, successorsOf } from '../run.ts'
import { platformRunSchema, runItemSchema, runParams, runSchema } from '../schema.ts'

export const runCalendar = defineOperation({
  id: 'runs.calendar',
  method: 'GET',
  path: '/runs/calendar',
  summary: 'List coming cutoffs',
  description:
    'For every specification that can be ordered, with the run of each cutoff if there is one. With a test key, by the test clock.',
  permission: 'items.read',
  effect: 'read',
  query: calendarQuery,
  output: calendarSchema,
  async handler(context, { query }) {
    return { data: await calendarOf(context, query) }
  },
})

const bounds = ['gte', 'gt', 'lte', 'lt'] as const

export const listRuns = defineOperation({
  id: 'runs.list',
  method: 'GET',
  path: '/runs',
  summary: 'List production runs',
  permission: 'items.read',
  effect: 'read',
  list: defineList(runsTable, {
    sort: { cutoffAt: 'cutoffAt', createdAt: 'createdAt' },
    defaultSort: '-cutoffAt',
    filters: {
      status: { type: 'enum', values: runStatuses, operators: ['eq', 'ne', 'in'] },
      productSpecificationId: { type: 'text', operators: ['eq', 'in'], column: 'specificationId' },
      reason: {
        type: 'text',
        operators: ['null'],
        description:
          'Filters for runs without a reason, that is, runs that don’t wait and have not failed or been cancelled.',
      },
      cutoffAt: { type: 'dateTime', operators: bounds },
      createdAt: { type: 'dateTime', operators: bounds },
    },
  }),
  output: listOf(runSchema),
  async handler(context, { list }) {
    const page = await context.rows.runs.list(context.scope, list)
    return toList(list, page, await runsToWire(context, page.rows))
  },
})

export const getRun = defineOperation({
  id: 'runs.get',
  method: 'GET',
  path: '/runs/{id}',
  summary: 'Get a production run',
  permission: 'items.read',
  effect: 'read',
  params: runParams,
  output: runSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return runToWire(context, await runById(context, params.id))
  },
})

export const listRunItems = defineOperation({
  id: 'runs.items',
  method: 'GET',
  path: '/runs/{id}/items',
  summary: 'List the items of a production run',
  permission: 'items.read',
  effect: 'read',
  params: runParams,
  list: defineList(itemsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: 'createdAt',
    filters: {
      status: { type: 'enum', values: itemStatuses, operators: ['eq', 'ne', 'in'] },
      sequence: {
        type: 'integer',
        operators: ['eq', 'in', 'gte', 'lte'],
        description: 'Place in the package, counted from 1.',
      },
      recipientName: { type: 'text', maxLength: 120, operators: ['eq', 'contains'] },
    },
  }),
  output: listOf(runItemSchema),
  errors: ['not_found'],
  async handler(context, { params, list }) {
    const run = await runById(context, params.id)
    const page = await context.rows.items.list(context.scope, {
      ...list,
      where: [list.where, { runId: run.id }],
    })
    const successors = await successorsOf(context, page.rows)
    return toList(list, page, (item) => runItemToWire(item, successors.get(item.reprintedAs ?? '')))
  },
})

export const getRunHistory = defineOperation({
  id: 'runs.history',
  method: 'GET',
  path: '/runs/{id}/history',
  summary: 'Read the history of a run',
  description:
    'Statuses, oldest first, with their times and, if it waited, failed or was cancelled, the reason. `reports` and `remakes` contain outcomes of pieces and who reported them; other events of its items are in the event feed: `filter[runId]`.',
  permission: 'items.read',
  effect: 'read',
  params: runParams,
  output: runHistory,
  errors: ['not_found'],
  async handler(context, { params }) {
    return historyToWire(context.rows, await runById(context, params.id))
  },
})

export const listPlatformRuns = defineOperation({
  id: 'runs.platform',
  method: 'GET',
  path: '/platform/runs',
  summary: 'List the production runs of all organisations',
  description:
    'For operators, across modes, with the reason why each waits or failed. Cutoffs of test runs are by the test clock of their organisation.',
  permission: 'runs.manage',
  audience: 'user',
  effect: 'read',
  list: defineList(runsTable, {
    sort: { cutoffAt: 'cutoffAt' },
    defaultSort: '-cutoffAt',
    filters: {
      ...acrossOrganisations,
      uncertain: { type: 'boolean', operators: ['eq'] },
      reason: {
        type: 'text',
        operators: ['null'],
        description:
          'Filters for runs without a reason, that is, runs that don’t wait and have not failed or been cancelled.',
      },
      cutoffAt: periodFilter,
    },
  }),
  output: listOf(platformRunSchema),
  async handler(context, { list }) {
    const page = await context.rows.runs.list(everyone, list)
    return toList(list, page, await platformRunsToWire(context, page.rows))
  },
})

export const officePdfOfRemake = defineOperation({
  id: 'runs.remakeOfficePdf',
  method: 'GET',
  path: '/runs/{id}/remakes/{number}/office-pdf',
  summary: 'Get a remake as one PDF for an office printer',
  description:
    'The pieces of the remake in order, on pages as in `runs.officePdf`. Rendered for this call. Changes nothing.',
  permission: 'runs.manage',
  readsItems: 'printing',
  rateClass: 'export',
  effect: 'process',
  params: remakeParams,
  output: 'stream',
  contentType: 'application/pdf',
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  async handler({ services, scope, organisation }, { params }) {
    const { run, remake } = await packagedRemake(services, scope, params)
    const name = await services.store.read((rows) => downloadName(rows, run, organisation.timeZone))
    return {
      contentType: 'application/pdf',
      fileName: `${name} remake ${remake.number}.pdf`,
      content: inChunks(await remakeOfficePdf(services, run, remake)),
    }
  },
})

export const packageRunRemake = defineOperation({
  id: 'runs.remakePackage',
  method: 'GET',
  path: '/runs/{id}/remakes/{number}/package',
  summary: 'Get the print package of a remake',
  description:
    'A ZIP like that of a run, with only the pieces of the remake, as the printer receives it. Rendered for this call. Changes nothing: if you print from this file, report it with `hand-over` of the remake.',
  permission: 'runs.manage',
  readsItems: 'printing',
  rateClass: 'export',
  effect: 'process',
  params: remakeParams,
  output: 'stream',
  contentType: 'application/zip',
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  async handler({ services, scope, organisation }, { params }) {
    const { run, remake } = await packagedRemake(services, scope, params)
    const name = await services.store.read((rows) => downloadName(rows, run, organisation.timeZone))
    return {
      contentType: 'application/zip',
      fileName: `${name} remake ${remake.number}.zip`,
      content: zipOf(remakeFiles(services, run, remake), run.cutoffAt),
    }
  },
})

export const getRunCosts = defineOperation({
  id: 'runs.costs',
  method: 'GET',
  path: '/platform/runs/{id}/costs',
  summary: 'Read the costs of a run',
  description:
    'For operators with the scope for costs. Returns paper, clicks, envelopes, inserts, finishing and postage of the sheets actually printed, with spoiled and remade ones on separate lines, and the revenue. Uses the costs of the catalogue (`catalogue.putCost`) at the time of hand-over. Unknown costs are null, never estimated.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  params: runParams,
  output: runCostsSchema,
  errors: ['not_found'],
  async handler({ services, rows }, { params }) {
    const run = found(await rows.runs.get(everyone, params.id), 'run')
    return (await costsOfRuns(services, rows, [run]))(run)
  },
})

export const listRunCosts = defineOperation({
  id: 'runs.listCosts',
  method: 'GET',
  path: '/platform/run-costs',
  summary: 'List the costs of runs',
  description: 'For operators with the scope for costs, across organisations and modes; see `runs.costs`.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  list: defineList(runsTable, {
    sort: { cutoffAt: 'cutoffAt' },
    defaultSort: '-cutoffAt',
    filters: {
      ...acrossOrganisations,
      cutoffAt: periodFilter,
    },
  }),
  output: listOf(runCostsSchema),
  async handler({ services, rows }, { list }) {
    const page = await rows.runs.list(everyone, list)
    return toList(list, page, await costsOfRuns(services, rows, page.rows))
  },
})
