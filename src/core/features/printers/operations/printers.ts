import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { found } from '../../../kernel/errors.ts'
import { given } from '../../../kernel/query.ts'
import { printersTable } from '../../../model/printers.ts'
import { everyone } from '../../../ports/store.ts'
import { proofOf } from '../../people/sessions/sign-in.ts'
import { printerRow } from '../default-printer.ts'
import { queryPrinterHealth } from '../health.ts'
import { changePrinter, createPrinter, movePrinter, printerToWire } from '../printer.ts'
import { printerAnswerSchema, printerInput, printerParams, printerPatch, printerSchema } from '../schema.ts'

export const listPrinters = defineOperation({
  id: 'printers.list',
  method: 'GET',
  path: '/platform/printers',
  summary: 'List the printers of the instance',
  description: 'For operators. Includes archived printers.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'read',
  list: defineList(printersTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: 'createdAt',
    filters: {},
  }),
  output: listOf(printerSchema),
  async handler({ rows }, { list }) {
    return toList(list, await rows.printers.list(everyone, list), printerToWire)
  },
})

export const getPrinter = defineOperation({
  id: 'printers.get',
  method: 'GET',
  path: '/platform/printers/{id}',
  summary: 'Get a printer',
  description: 'For operators. Its secret is never returned.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'read',
  params: printerParams,
  output: printerSchema,
  errors: ['not_found'],
  async handler({ rows }, { params }) {
    return printerToWire(found(await printerRow(rows, params.id), 'printer'))
  },
})

export const createPrinterOperation = defineOperation({
  id: 'printers.create',
  method: 'POST',
  path: '/platform/printers',
  summary: 'Create a printer',
  description:
    'For operators. Runs go to it once a rule names it or it is chosen for a run. Private addresses, and the folder that contains the folders of FOLDER printers, must be allowed in the settings of the server.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'write',
  body: printerInput,
  output: printerSchema,
  status: 201,
  location: '/platform/printers/{id}',
  async handler({ rows, services }, { body }) {
    return printerToWire(await createPrinter(services, rows, body))
  },
})

export const patchPrinter = defineOperation({
  id: 'printers.patch',
  method: 'PATCH',
  path: '/platform/printers/{id}',
  summary: 'Change a printer',
  description: 'For operators. Key and kind can’t change; create another printer instead.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'write',
  params: printerParams,
  body: printerPatch,
  output: printerSchema,
  ifMatch: true,
  errors: ['not_found', 'revision_conflict'],
  prepare: (context, { body }) => proofOf(context, body),
  async handler({ rows, services, caller }, { params, body, ifMatch }, proof) {
    if (proof) await proof.confirm(rows)
    const session = caller.kind === 'user' ? { isProven: proof !== undefined } : undefined
    const changed = await changePrinter(services, rows, params.id, body, { ifMatch, ...given({ session }) })
    return printerToWire(changed)
  },
})

export const archivePrinter = defineOperation({
  id: 'printers.archive',
  method: 'POST',
  path: '/platform/printers/{id}/archive',
  summary: 'Archive a printer',
  description:
    'For operators. Permanent, unless a catalogue file restores it. Refused while a rule names it; runs that were assigned to it need another printer.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'write',
  params: printerParams,
  output: printerSchema,
  errors: ['not_found', 'invalid_state', 'still_referenced'],
  async handler({ rows, services }, { params }) {
    return printerToWire(await movePrinter(services, rows, params.id, 'ARCHIVED'))
  },
})

export const pausePrinter = defineOperation({
  id: 'printers.pause',
  method: 'POST',
  path: '/platform/printers/{id}/pause',
  summary: 'Pause a printer',
  description:
    'For operators. Its runs wait, or go to the next printer of their rule. Runs that it already has are unaffected.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'write',
  params: printerParams,
  output: printerSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, services }, { params }) {
    return printerToWire(await movePrinter(services, rows, params.id, 'PAUSED'))
  },
})

export const resumePrinter = defineOperation({
  id: 'printers.resume',
  method: 'POST',
  path: '/platform/printers/{id}/resume',
  summary: 'Resume a printer',
  description: 'For operators. Waiting runs are handed over within a minute.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'write',
  params: printerParams,
  output: printerSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, services }, { params }) {
    return printerToWire(await movePrinter(services, rows, params.id, 'ACTIVE'))
  },
})

export const testPrinter = defineOperation({
  id: 'printers.test',
  method: 'POST',
  path: '/platform/printers/{id}/test',
  summary: 'Test a printer',
  description:
    'For operators. Connects to the printer and returns its answer, which is stored as its health; nothing is printed.',
  permission: 'printers.manage',
  rateClass: 'export',
  audience: 'user',
  effect: 'process',
  params: printerParams,
  output: printerAnswerSchema,
  errors: ['not_found'],
  async handler({ services }, { params }) {
    const printer = found(await services.store.read((rows) => printerRow(rows, params.id)), 'printer')
    const { ok, detail, capabilities } = await queryPrinterHealth(services, printer)
    return { ok, detail, capabilities: capabilities ?? null }
  },
})
