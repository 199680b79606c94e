import * as v from 'valibot'
import { dateTime, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject } from '../../kernel/wire-schema.ts'
import { invoiceKind, invoiceStatus, itemStatus, postbatchStatus, runStatus } from '../../model/wire-enums.ts'
import type { Schema } from '../wire.ts'
import { type EventType, eventTypes } from './catalogue.ts'

const id = v.string()

const item = namedObject('ItemEventData', 'Data of an `item.*` event. Read the item for the rest.', {
  item: described(
    v.object({
      id: described(id, 'The item, `itm_…`.'),
      status: described(itemStatus, 'Its status when the event happened.'),
    }),
    'The item.',
  ),
})

const postbatch = namedObject('PostbatchEventData', 'Data of a `postbatch.*` event.', {
  postbatch: described(
    v.object({
      id: described(id, 'The Postbatch, `pbt_…`.'),
      status: described(postbatchStatus, 'Its status when the event happened.'),
      itemCount: described(integer, 'How many items it holds.'),
    }),
    'The Postbatch.',
  ),
})
const importData = namedObject(
  'ImportEventData',
  'Data of an `import.*` event: of a list of recipients or of suppressions.',
  {
    import: described(
      v.object({
        id: described(id, 'The import, `imp_…`.'),
        status: described(
          v.picklist(['COMPLETED', 'FAILED']),
          '`COMPLETED`, or `FAILED`: what was created before stays.',
        ),
        postbatchId: described(
          v.optional(id),
          'The Postbatch that the list goes into; absent for a list of suppressions.',
        ),
        createdCount: described(
          v.optional(integer),
          'How many rows became items; absent for a list of suppressions.',
        ),
        failedCount: described(
          v.optional(integer),
          'How many rows have to be mended; absent for a list of suppressions.',
        ),
      }),
      'The import.',
    ),
  },
)

const run = namedObject('RunEventData', 'Data of a `run.*` event.', {
  run: described(
    v.object({
      id: described(id, 'The run, `run_…`.'),
      status: described(runStatus, 'Its status when the event happened.'),
      productSpecificationId: described(id, 'What is produced, `psp_…`.'),
      cutoffAt: described(dateTime, 'When it closes to items, RFC 3339 in UTC.'),
      itemCount: described(integer, 'How many items it holds.'),
    }),
    'The run.',
  ),
})

const remade = namedObject('RunRemadeEventData', 'Data of a `run.remade` event.', {
  run: described(
    v.object({
      id: described(id, 'The run, `run_…`.'),
      status: described(runStatus, 'Its status when the event happened.'),
    }),
    'The run.',
  ),
  remake: described(
    v.object({
      number: described(integer, 'Number of the remake in its run, counted from 1.'),
      itemCount: described(integer, 'How many pieces are printed again.'),
    }),
    'What is printed again.',
  ),
})

const template = namedObject('TemplateEventData', 'Data of a `template.published` event.', {
  template: described(
    v.object({
      id: described(id, 'The template, `tpl_…`.'),
      versionId: described(id, 'The version that was published, `tv_…`.'),
      number: described(integer, 'Number of that version; the first is 1.'),
      status: described(v.picklist(['ACTIVE', 'ARCHIVED']), 'Whether the template is archived.'),
    }),
    'The template.',
  ),
})

const render = namedObject('PreviewEventData', 'Data of a `preview.ready` event.', {
  render: described(
    v.object({
      id: described(id, 'The preview, `rnd_…`.'),
      status: described(v.literal('READY'), 'Always `READY`: the file can be fetched.'),
      itemId: described(v.nullable(id), 'The item that was rendered; null if a template or Postflow was.'),
      templateVersionId: described(id, 'The version that was rendered, `tv_…`.'),
    }),
    'The preview.',
  ),
})

const scan = namedObject('ScanEventData', 'Data of a `qr.scanned` event.', {
  scan: described(
    v.object({
      id: described(id, 'The scan, `scn_…`.'),
      status: described(v.literal('COUNTED'), 'Always `COUNTED`.'),
      itemId: described(id, 'The item whose code was scanned, `itm_…`.'),
      postflowId: described(v.nullable(id), 'The item’s Postflow; null for an item of a Postbatch.'),
      postbatchId: described(v.nullable(id), 'The item’s Postbatch; null for an item of a Postflow.'),
      scanCount: described(integer, 'How often the item’s code has been scanned, this scan included.'),
    }),
    'The scan.',
  ),
})

const balance = namedObject('BalanceEventData', 'Data of a `balance.low` event.', {
  balance: described(
    v.object({
      id: described(id, 'The organisation, `org_…`: it has one balance.'),
      status: described(v.literal('LOW'), 'Always `LOW`.'),
      availableCents: described(integer, 'What may be spent now, in cents net of VAT.'),
      thresholdCents: described(integer, 'The threshold that it dropped below, in cents.'),
      currency: described(v.string(), 'Currency of the amounts (ISO 4217), `EUR`.'),
    }),
    'The balance.',
  ),
})

const spendingCap = namedObject('SpendingCapEventData', 'Data of a `spending_cap.reached` event.', {
  spendingCap: described(
    v.object({
      id: described(id, 'The organisation, `org_…`, or the API key, `key_…`, whose cap it is.'),
      status: described(v.literal('REACHED'), 'Always `REACHED`.'),
      apiKeyId: described(
        v.nullable(id),
        'The API key, or the first of those that it took the place of; null where it is the organisation’s cap.',
      ),
      month: described(v.string(), 'The month, `YYYY-MM`, in the organisation’s time zone.'),
      capCents: described(integer, 'The cap, in cents net of VAT.'),
      spentCents: described(integer, 'What was spent of it before the item that would pass it, in cents.'),
      currency: described(v.string(), 'Currency of the amounts (ISO 4217), `EUR`.'),
    }),
    'The cap.',
  ),
})

const invoice = namedObject('InvoiceEventData', 'Data of an `invoice.issued` event.', {
  invoice: described(
    v.object({
      id: described(id, 'The invoice, `inv_…`.'),
      status: described(invoiceStatus, 'Its status when the event happened.'),
      number: described(v.string(), 'Its number, e.g. `2026-000001`.'),
      kind: described(invoiceKind, 'Whether it is an invoice or a credit note.'),
      totalCents: described(integer, 'What is to be paid, in cents with VAT.'),
      currency: described(v.string(), 'Currency of the amounts (ISO 4217), `EUR`.'),
    }),
    'The invoice or credit note.',
  ),
})

const webhookDisabled = namedObject('WebhookDisabledEventData', 'Data of a `webhook.disabled` event.', {
  endpoint: described(
    v.object({
      id: described(id, 'The endpoint, `whe_…`.'),
      status: described(v.literal('DISABLED'), 'Always `DISABLED`.'),
      url: described(v.string(), 'Where its deliveries went.'),
      reason: described(v.string(), 'Why it was disabled, as a sentence.'),
      disabledAt: described(dateTime, 'When it was disabled, RFC 3339 in UTC.'),
    }),
    'The endpoint that was disabled.',
  ),
})
const webhookTest = namedObject('WebhookTestEventData', 'Data of a `webhook.test` event.', {
  endpoint: described(
    v.object({
      id: described(id, 'The endpoint, `whe_…`.'),
      status: described(
        v.picklist(['ACTIVE', 'DISABLED']),
        'Whether the endpoint gets events: a disabled one can be tested too.',
      ),
    }),
    'The endpoint that is tested.',
  ),
})

/** The schema of `data` for each event type: small, and always with the subject's id and status. */
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
  'postbatch.rejected': postbatch,
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
  'run.remade': remade,
  'webhook.disabled': webhookDisabled,
  'webhook.test': webhookTest,
  'balance.low': balance,
  'spending_cap.reached': spendingCap,
  'invoice.issued': invoice,
} as const satisfies Readonly<Record<EventType, Schema>>

/** The envelope, which is identical in the feed and in every delivery (docs/webhooks.md#envelope). */
const envelope = {
  id: described(
    v.string(),
    'The event, `evt_…`. The same event may be delivered more than once: handle an id that you have seen only once.',
  ),
  version: described(v.pipe(v.number(), v.integer()), 'Version of the envelope and of `data`; 1 today.'),
  createdAt: described(dateTime, 'When it happened, RFC 3339 in UTC.'),
  organisationId: described(v.string(), 'The organisation that it happened in, `org_…`.'),
  isTest: described(v.boolean(), 'Whether it happened in test mode.'),
}

type SchemaOf<Type extends EventType> = v.ObjectSchema<
  typeof envelope & { type: v.LiteralSchema<Type, undefined>; data: (typeof eventData)[Type] },
  undefined
>

const schemaOf = <Type extends EventType>(type: Type): SchemaOf<Type> =>
  namedObject(eventName(type), `The event \`${type}\`: ${eventTypes[type]}.`, {
    ...envelope,
    type: described(v.literal(type), 'What happened.'),
    data: described(eventData[type], 'What it happened to.'),
  }) as unknown as SchemaOf<Type>

/** `item.needs_attention` → `ItemNeedsAttentionEvent`. */
const eventName = (type: EventType): string =>
  `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`

/** The schema of the whole event for each type. */
export const eventSchemas = Object.fromEntries(
  (Object.keys(eventTypes) as EventType[]).map((type) => [type, schemaOf(type)]),
) as { readonly [Type in EventType]: SchemaOf<Type> }

/**
 * An event as the feed and every delivery have it: `type` determines what `data` holds. Times are RFC 3339.
 */
export type Event = { [Type in EventType]: v.InferOutput<(typeof eventSchemas)[Type]> }[EventType]

export const eventSchema = named(
  'Event',
  'An event as the feed and every delivery have it: `type` says what `data` holds. New types are added over time; ignore those that you do not know.',
  v.variant(
    'type',
    Object.values(eventSchemas) as unknown as [SchemaOf<EventType>, ...SchemaOf<EventType>[]],
  ) as unknown as v.GenericSchema<Event>,
)

export const eventParams = v.strictObject({
  id: described(v.pipe(v.string(), v.maxLength(40)), 'The event, `evt_…`.'),
})
