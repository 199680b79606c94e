import * as v from 'valibot'
import { namedObject } from '../../kernel/wire-schema.ts'
import { invoiceKind, invoiceStatus, itemStatus, postbatchStatus, runStatus } from '../../model/wire-enums.ts'
import type { Schema } from '../wire.ts'
import type { EventType } from './catalogue.ts'

const id = v.string()
const integer = v.pipe(v.number(), v.integer())
const dateTime = v.pipe(v.string(), v.isoTimestamp())

const item = namedObject('ItemEventData', 'Data of an `item.*` event. Read the item for the rest.', {
  item: v.object({ id, status: itemStatus }),
})

const postbatch = namedObject('PostbatchEventData', 'Data of a `postbatch.*` event.', {
  postbatch: v.object({ id, status: postbatchStatus, itemCount: integer }),
})
const importData = namedObject(
  'ImportEventData',
  'Data of an `import.*` event: of a list of recipients or of suppressions.',
  {
    import: v.object({
      id,
      status: v.picklist(['COMPLETED', 'FAILED']),
      /** Of a list that goes into a Postbatch. */
      postbatchId: v.optional(id),
      createdCount: v.optional(integer),
      failedCount: v.optional(integer),
    }),
  },
)

const run = namedObject('RunEventData', 'Data of a `run.*` event.', {
  run: v.object({
    id,
    status: runStatus,
    productSpecificationId: id,
    cutoffAt: dateTime,
    itemCount: integer,
  }),
})

const template = namedObject('TemplateEventData', 'Data of a `template.published` event.', {
  template: v.object({ id, versionId: id, number: integer, status: v.picklist(['ACTIVE', 'ARCHIVED']) }),
})

const render = namedObject('PreviewEventData', 'Data of a `preview.ready` event.', {
  render: v.object({
    id,
    status: v.literal('READY'),
    /** Null where a template or a Postflow was rendered. */
    itemId: v.nullable(id),
    templateVersionId: id,
  }),
})

const scan = namedObject('ScanEventData', 'Data of a `qr.scanned` event.', {
  scan: v.object({
    id,
    status: v.literal('COUNTED'),
    itemId: id,
    postflowId: v.nullable(id),
    postbatchId: v.nullable(id),
    scanCount: integer,
  }),
})

const balance = namedObject('BalanceEventData', 'Data of a `balance.low` event.', {
  balance: v.object({
    id,
    status: v.literal('LOW'),
    availableCents: integer,
    thresholdCents: integer,
    currency: v.string(),
  }),
})

const invoice = namedObject('InvoiceEventData', 'Data of an `invoice.issued` event.', {
  invoice: v.object({
    id,
    status: invoiceStatus,
    number: v.string(),
    kind: invoiceKind,
    totalCents: integer,
    currency: v.string(),
  }),
})

const webhookDisabled = namedObject('WebhookDisabledEventData', 'Data of a `webhook.disabled` event.', {
  endpoint: v.object({
    id,
    status: v.literal('DISABLED'),
    url: v.string(),
    reason: v.string(),
    disabledAt: dateTime,
  }),
})
const webhookTest = namedObject('WebhookTestEventData', 'Data of a `webhook.test` event.', {
  endpoint: v.object({ id, status: v.picklist(['ACTIVE', 'DISABLED']) }),
})

/** What `data` of every event type holds: small, and always with the subject's id and status. */
export const eventData = {
  'item.created': item,
  'item.needs_attention': item,
  'item.held': item,
  'item.ready': item,
  'item.pending_approval': item,
  'item.scheduled': item,
  'item.in_production': item,
  'item.handed_to_carrier': item,
  'item.completed': item,
  'item.returned': item,
  'item.not_sent': item,
  'item.failed': item,
  'item.cancelled': item,
  'item.suppressed': item,
  'postbatch.validated': postbatch,
  'postbatch.approved': postbatch,
  'postbatch.scheduled': postbatch,
  'postbatch.completed': postbatch,
  'postbatch.cancelled': postbatch,
  'import.completed': importData,
  'import.failed': importData,
  'template.published': template,
  'preview.ready': render,
  'qr.scanned': scan,
  'run.cutoff_reached': run,
  'run.rendered': run,
  'run.handed_to_printer': run,
  'webhook.disabled': webhookDisabled,
  'webhook.test': webhookTest,
  'balance.low': balance,
  'invoice.issued': invoice,
} as const satisfies Readonly<Record<EventType, Schema>>
