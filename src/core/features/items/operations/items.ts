import * as v from 'valibot'
import { compactPostalCode } from '../../../address/index.ts'
import { withNames } from '../../../engine/audit/actor.ts'
import {
  defineList,
  filtersOf,
  idFilter,
  optionalIdFilter,
  periodFilter,
} from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { described, namedObject } from '../../../kernel/wire-schema.ts'
import { itemLimits } from '../../../model/item-limits.ts'
import { heldReasons, itemStatuses, itemsTable } from '../../../model/items.ts'
import { variableSchema } from '../../../template/document.ts'
import { printedItemCode } from '../../../template/sheet-mark.ts'
import { countItems, fingerprintOf } from '../counts.ts'
import { itemById, itemToWire } from '../item.ts'
import { historySchema, itemCounts, itemParams, itemSchema } from '../schema.ts'

/** Filters and sorts for listing, counting and acting on items. */
export const itemList = defineList(itemsTable, {
  sort: { createdAt: 'createdAt', updatedAt: 'updatedAt', recipientName: 'recipientName' },
  defaultSort: '-createdAt',
  filters: {
    id: { type: 'text', maxLength: 40, prefixLength: 12, operators: ['in', 'startsWith'] },
    status: { type: 'enum', values: itemStatuses, operators: ['eq', 'ne', 'in'] },
    heldReason: { type: 'enum', values: heldReasons, operators: ['eq', 'in'] },
    postflowId: idFilter,
    postbatchId: optionalIdFilter,
    templateVersionId: idFilter,
    runId: optionalIdFilter,
    advertisingCategory: { type: 'text', maxLength: 41, operators: ['eq', 'in', 'null'] },
    reference: { type: 'text', maxLength: itemLimits.referenceLength, operators: ['eq', 'in', 'null'] },
    billingGroup: {
      type: 'text',
      maxLength: itemLimits.billingGroupLength,
      operators: ['eq', 'in', 'null'],
      description: 'The item’s cost centre.',
    },
    recipientName: {
      type: 'text',
      maxLength: 120,
      operators: ['eq', 'contains'],
      description: 'The recipient’s name, or the company if there is none.',
    },
    recipientCountry: {
      type: 'text',
      maxLength: 2,
      operators: ['eq', 'ne', 'in'],
      description: 'The recipient’s country (ISO 3166-1), e.g. `NL`.',
    },
    recipientPostalCode: {
      type: 'text',
      maxLength: 20,
      normalised: compactPostalCode,
      operators: ['eq', 'in', 'startsWith'],
      description: 'The recipient’s postal code, ignoring spaces, hyphens and case.',
    },
    trackingCode: {
      type: 'text',
      maxLength: itemLimits.printedCodeLength,
      normalised: printedItemCode,
      operators: ['eq', 'in'],
      description:
        'The code of the piece, or any scanned code of its sheets (the text of a sheet’s mark, the URL of a QR code), ignoring case.',
    },
    metadata: {
      type: 'entry',
      nameLength: itemLimits.metadataKeyLength,
      textLength: itemLimits.metadataValueLength,
      operators: ['eq'],
    },
    warnings: {
      type: 'label',
      maxLength: itemLimits.findingCodeLength,
      operators: ['eq'],
      description:
        'Code of a warning, e.g. `printed_otherwise`; `any` finds items with at least one warning.',
    },
    sendOn: { type: 'date', operators: ['eq', 'gte', 'gt', 'lte', 'lt', 'null'] },
    createdAt: periodFilter,
    updatedAt: periodFilter,
    rejectedAt: periodFilter,
    correctedAsItemId: { ...optionalIdFilter, column: 'correctedAs', operators: ['null'] },
  },
})

export const listItems = defineOperation({
  id: 'items.list',
  method: 'GET',
  path: '/items',
  summary: 'List mail items',
  permission: 'items.read',
  effect: 'read',
  list: itemList,
  output: listOf(itemSchema),
  async handler({ rows, scope, services }, { list }) {
    return toList(list, await rows.items.list(scope, list), (item) => itemToWire(services, item))
  },
})

export const getItem = defineOperation({
  id: 'items.get',
  method: 'GET',
  path: '/items/{id}',
  summary: 'Get a mail item',
  permission: 'items.read',
  effect: 'read',
  params: itemParams,
  output: itemSchema,
  errors: ['not_found'],
  async handler({ rows, scope, services }, { params }) {
    return itemToWire(services, await itemById(rows, scope, params.id))
  },
})

export const getItemCounts = defineOperation({
  id: 'items.counts',
  method: 'GET',
  path: '/items/counts',
  summary: 'Count mail items by status',
  description:
    'Takes the filters of `items.list`. Without filters, or with Postflows, Postbatches, billing groups and statuses only, the numbers come from rollups and are exact. With other filters, only the newest 10,000 items are counted, and `isCapped` tells whether there may be more. `exact=true` counts up to 1,000,000, which may take seconds, and returns the `fingerprint` of these items.',
  permission: 'items.read',
  effect: 'read',
  query: v.strictObject({
    exact: described(
      v.optional(v.picklist(['true', 'false'])),
      '`true` counts up to 1,000,000 items one by one instead of 10,000, as before an `itemActions.create` with these filters.',
    ),
  }),
  list: filtersOf(itemList, itemSchema),
  output: itemCounts,
  async handler({ services, rows, scope }, { query, list: { where } }) {
    if (query.exact !== 'true')
      return { ...(await countItems(rows, scope, where, itemLimits.countedItems)), fingerprint: null }
    const most = services.config.itemsByFilters
    const [numbers, fingerprint] = await Promise.all([
      countItems(rows, scope, where, most),
      fingerprintOf(rows, scope, where, most),
    ])
    return { ...numbers, fingerprint: fingerprint ?? null }
  },
})

export const getItemHistory = defineOperation({
  id: 'items.history',
  method: 'GET',
  path: '/items/{id}/history',
  summary: 'List the statuses of an item',
  description:
    'Oldest first, each with its time, the reason if the status alone doesn’t give it, and who approved or rejected the item.',
  permission: 'items.read',
  effect: 'read',
  params: itemParams,
  output: historySchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    const { history } = await itemById(rows, scope, params.id)
    const named = await withNames(
      rows,
      history.map(({ by }) => by),
    )
    return {
      data: history.map(({ status, at, heldReason, reason, decision, by }) => ({
        status,
        at: toDateTime(at),
        heldReason: heldReason ?? null,
        reason: reason ?? null,
        decision: decision ?? null,
        by: named(by),
      })),
    }
  },
})

export const getItemFields = defineOperation({
  id: 'items.fields',
  method: 'GET',
  path: '/items/{id}/fields',
  summary: 'Get the merge fields of a mail item',
  description:
    'The merge fields of the item’s template version, so that a form for corrections can parse values and show how they are printed.',
  permission: 'items.read',
  effect: 'read',
  params: itemParams,
  output: namedObject('ItemFields', 'The merge fields of an item.', {
    locale: described(v.string(), 'Language in which they are printed (BCP 47).'),
    variables: described(v.record(v.string(), variableSchema), 'Merge fields of the template by name.'),
  }),
  errors: ['not_found'],
  async handler({ rows, scope, shared }, { params }) {
    const { templateVersionId } = await itemById(rows, scope, params.id)
    const version = await rows.templateVersions.get(shared, templateVersionId)
    if (!version) throw new Error(`The item ${params.id} has no template version.`)
    const { locale, variables } = version.document
    return { locale, variables }
  },
})
