import { compactPostalCode } from '../../../address/index.ts'
import { defineList, idFilter, optionalIdFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { itemLimits } from '../../../model/item-limits.ts'
import { itemsTable } from '../../../model/items.ts'
import { heldReasons, itemStatuses } from '../../../model/items-lifecycle.ts'
import { printedItemCode } from '../../../template/sheet-mark.ts'
import { itemToWire } from '../item.ts'
import { itemSchema } from '../schema.ts'

/** What items are listed, counted and acted on by. */
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
      description: 'The cost centre that the item is charged to.',
    },
    recipientName: {
      type: 'text',
      maxLength: 120,
      operators: ['eq', 'contains'],
      description: 'The name of the recipient, or of the company where there is none.',
    },
    recipientCountry: {
      type: 'text',
      maxLength: 2,
      operators: ['eq', 'ne', 'in'],
      description: 'The country of the recipient (ISO 3166-1), e.g. `NL`.',
    },
    recipientPostalCode: {
      type: 'text',
      maxLength: 20,
      normalised: compactPostalCode,
      operators: ['eq', 'in', 'startsWith'],
      description: 'The postal code of the recipient; blanks, hyphens and small letters make no difference.',
    },
    trackingCode: {
      type: 'text',
      maxLength: itemLimits.printedCodeLength,
      normalised: printedItemCode,
      operators: ['eq', 'in'],
      description:
        'The code that identifies the piece: by itself, or as any code of its sheets was scanned (the text of a sheet’s mark, the address of a QR code). Small letters make no difference.',
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
        'The code of a warning of the item, e.g. `printed_otherwise`; `any` finds items with at least one warning.',
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
