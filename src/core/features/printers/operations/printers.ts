import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { found } from '../../../kernel/errors.ts'
import { given } from '../../../kernel/query.ts'
import { printersTable } from '../../../model/printers.ts'
import { everyone } from '../../../ports/store.ts'
import { proofOf } from '../../people/sessions/sign-in.ts'
import { printerRow } from '../default-printer.ts'
import { askPrinter } from '../health.ts'
import { changePrinter, createPrinter, movePrinter, printerToWire } from '../printer.ts'
import { printerAnswerSchema, printerInput, printerParams, printerPatch, printerSchema } from '../schema.ts'

export const listPrinters = defineOperation({
  id: 'printers.list',
  method: 'GET',
  path: '/platform/printers',
  summary: 'List the printers of the instance',
  description: 'For operators.',
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
  description: 'For operators. Its secret is never answered.',
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
  summary: 'Set up a printer',
  description:
    'For operators. Runs go there once a rule names it, or one is given to it. Private addresses, and the folder below which FOLDER printers are, are opened by the settings of the server only.',
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
  description: 'For operators. Its key and its kind stay: another is another printer.',
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
  summary: 'Give a printer nothing any more',
  description:
    'For operators. For good, unless a catalogue file takes it into use again. No rule may name it; runs that are given to it need another.',
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
  summary: 'Give a printer nothing for now',
  description:
    'For operators. Its runs wait, or go to the next printer of their rule. What it has stays with it.',
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
  summary: 'Give a paused printer runs again',
  description: 'For operators. Runs that waited for it go within a minute.',
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
  summary: 'Ask a printer how it is',
  description:
    'For operators. Goes to the printer and says what it answers; nothing is printed. What it says is kept as its health.',
  permission: 'printers.manage',
  rateClass: 'export',
  audience: 'user',
  effect: 'process',
  params: printerParams,
  output: printerAnswerSchema,
  errors: ['not_found'],
  async handler({ services }, { params }) {
    const printer = found(await services.store.read((rows) => printerRow(rows, params.id)), 'printer')
    const { ok, detail, capabilities } = await askPrinter(services, printer)
    return { ok, detail, capabilities: capabilities ?? null }
  },
})
