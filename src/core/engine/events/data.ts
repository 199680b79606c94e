import * as v from 'valibot'
import { itemStatuses } from '../../model/items-lifecycle.ts'
import { postbatchStatuses } from '../../model/postbatches-lifecycle.ts'
import { runStatuses } from '../../model/runs-lifecycle.ts'
import type { Schema } from '../wire.ts'
import type { EventType } from './catalogue.ts'

const id = v.string()
const integer = v.pipe(v.number(), v.integer())
const dateTime = v.pipe(v.string(), v.isoTimestamp())

/** SPEC "Envelope": for item events `{item: {id, status}}`, and nothing else. */
const item = v.object({ item: v.object({ id, status: v.picklist(itemStatuses) }) })

const postbatch = v.object({
  postbatch: v.object({ id, status: v.picklist(postbatchStatuses), itemCount: integer }),
})
const importData = v.object({
  import: v.object({
    id,
    status: v.picklist(['COMPLETED', 'FAILED']),
    /** Of a list that goes into a Postbatch. */
    postbatchId: v.optional(id),
    createdCount: v.optional(integer),
    failedCount: v.optional(integer),
  }),
})

const run = v.object({
  run: v.object({
    id,
    status: v.picklist(runStatuses),
    productSpecificationId: id,
    cutoffAt: dateTime,
    itemCount: integer,
  }),
})

const template = v.object({
  template: v.object({ id, versionId: id, number: integer, status: v.picklist(['ACTIVE', 'ARCHIVED']) }),
})

const render = v.object({
  render: v.object({
    id,
    status: v.literal('READY'),
    /** Null where a template or a Postflow was rendered. */
    itemId: v.nullable(id),
    templateVersionId: id,
  }),
})

/** A scan of the QR code on one piece, named as `items.scans` names it. */
const scan = v.object({
  scan: v.object({
    id,
    status: v.literal('COUNTED'),
    itemId: id,
    postflowId: v.nullable(id),
    postbatchId: v.nullable(id),
    scanCount: integer,
  }),
})

const balance = v.object({
  balance: v.object({
    id,
    status: v.literal('LOW'),
    availableCents: integer,
    thresholdCents: integer,
    currency: v.string(),
  }),
})

const invoice = v.object({
  invoice: v.object({
    id,
    status: v.picklist(['ISSUED', 'PAID', 'VOID']),
    number: v.string(),
    kind: v.picklist(['INVOICE', 'CREDIT_NOTE']),
    totalCents: integer,
    currency: v.string(),
  }),
})

const webhookDisabled = v.object({
  endpoint: v.object({
    id,
    status: v.literal('DISABLED'),
    url: v.string(),
    reason: v.string(),
    disabledAt: dateTime,
  }),
})
const webhookTest = v.object({ endpoint: v.object({ id, status: v.picklist(['ACTIVE', 'DISABLED']) }) })

/** What `data` of every event type holds (DESIGN 6): small, and always with the subject's id and status. */
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
