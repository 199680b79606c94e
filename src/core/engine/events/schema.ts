import * as v from 'valibot'
import { dateTime, described, integer, named, namedObject } from '../../kernel/wire-schema.ts'
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
      itemCount: described(integer, 'Number of items in the Postbatch.'),
    }),
    'The Postbatch.',
  ),
})
const importData = namedObject(
  'ImportEventData',
  'Data of an `import.*` event, for recipients or suppressions.',
  {
    import: described(
      v.object({
        id: described(id, 'The import, `imp_…`.'),
        status: described(
          v.picklist(['COMPLETED', 'FAILED']),
          '`COMPLETED` or `FAILED`. What a failed import created stays.',
        ),
        postbatchId: described(
          v.optional(id),
          'The Postbatch that the list is imported into; absent for suppressions.',
        ),
        createdCount: described(
          v.optional(integer),
          'Number of rows that became items; absent for suppressions.',
        ),
        failedCount: described(v.optional(integer), 'Number of rows to correct; absent for suppressions.'),
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
      productSpecificationId: described(id, 'The product specification, `psp_…`.'),
      cutoffAt: described(dateTime, 'When it closes for new items, RFC 3339 in UTC.'),
      itemCount: described(integer, 'Number of items in the run.'),
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
      number: described(integer, 'Number of the remake in its run, starting at 1.'),
      itemCount: described(integer, 'Number of pieces printed again.'),
    }),
    'The remake.',
  ),
})

const template = namedObject('TemplateEventData', 'Data of a `template.published` event.', {
  template: described(
    v.object({
      id: described(id, 'The template, `tpl_…`.'),
      versionId: described(id, 'The published version, `tv_…`.'),
      number: described(integer, 'Number of the version, starting at 1.'),
      status: described(v.picklist(['ACTIVE', 'ARCHIVED']), 'Whether the template is archived.'),
    }),
    'The template.',
  ),
})

const render = namedObject('PreviewEventData', 'Data of a `preview.ready` event.', {
  render: described(
    v.object({
      id: described(id, 'The preview, `rnd_…`.'),
      status: described(v.literal('READY'), 'Always `READY`: the file is available.'),
      itemId: described(v.nullable(id), 'The rendered item; null for a template or Postflow.'),
      templateVersionId: described(id, 'The rendered version, `tv_…`.'),
    }),
    'The preview.',
  ),
})

const scan = namedObject('ScanEventData', 'Data of a `qr.scanned` event.', {
  scan: described(
    v.object({
      id: described(id, 'The scan, `scn_…`.'),
      status: described(v.literal('COUNTED'), 'Always `COUNTED`.'),
      itemId: described(id, 'The item of the scanned code, `itm_…`.'),
      postflowId: described(v.nullable(id), 'The item’s Postflow; null for an item of a Postbatch.'),
      postbatchId: described(v.nullable(id), 'The item’s Postbatch; null for an item of a Postflow.'),
      scanCount: described(integer, 'Number of scans of the item’s code, including this one.'),
    }),
    'The scan.',
  ),
})

const balance = namedObject('BalanceEventData', 'Data of a `balance.low` event.', {
  balance: described(
    v.object({
      id: described(id, 'The organisation, `org_…`, which has one balance.'),
      status: described(v.literal('LOW'), 'Always `LOW`.'),
      availableCents: described(integer, 'Available amount in cents, net of VAT.'),
      thresholdCents: described(integer, 'The threshold it dropped below, in cents.'),
      currency: described(v.string(), 'Currency of the amounts (ISO 4217), `EUR`.'),
    }),
    'The balance.',
  ),
})

const spendingCap = namedObject('SpendingCapEventData', 'Data of a `spending_cap.reached` event.', {
  spendingCap: described(
    v.object({
      id: described(id, 'The organisation, `org_…`, or API key, `key_…`, of the cap.'),
      status: described(v.literal('REACHED'), 'Always `REACHED`.'),
      apiKeyId: described(
        v.nullable(id),
        'The API key, or the first key of its rotations; null for the organisation’s cap.',
      ),
      month: described(v.string(), 'The month, `YYYY-MM`, in the organisation’s time zone.'),
      capCents: described(integer, 'The cap, in cents net of VAT.'),
      spentCents: described(integer, 'Amount spent before the item that would exceed the cap, in cents.'),
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
      totalCents: described(integer, 'Amount to pay, in cents including VAT.'),
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
      url: described(v.string(), 'The endpoint’s URL.'),
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
        'Whether the endpoint receives events: a disabled one can be tested too.',
      ),
    }),
    'The tested endpoint.',
  ),
})

/** Schema of `data` by event type. `data` is small and always has the id and status of its subject. */
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

/** Fields of every event, the same in the feed and in deliveries (docs/webhooks.md#envelope). */
const envelope = {
  id: described(
    v.string(),
    'The event, `evt_…`. An event may be delivered more than once: handle each id only once.',
  ),
  version: described(v.pipe(v.number(), v.integer()), 'Version of the envelope and of `data`; 1 today.'),
  createdAt: described(dateTime, 'When it happened, RFC 3339 in UTC.'),
  organisationId: described(v.string(), 'The organisation, `org_…`.'),
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
    data: described(eventData[type], 'The subject of the event.'),
  }) as unknown as SchemaOf<Type>

/** `item.needs_attention` → `ItemNeedsAttentionEvent`. */
const eventName = (type: EventType): string =>
  `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`

export const eventSchemas = Object.fromEntries(
  (Object.keys(eventTypes) as EventType[]).map((type) => [type, schemaOf(type)]),
) as { readonly [Type in EventType]: SchemaOf<Type> }

/** `type` determines `data`. Times are RFC 3339. */
export type Event = { [Type in EventType]: v.InferOutput<(typeof eventSchemas)[Type]> }[EventType]

export const eventSchema = named(
  'Event',
  'An event in the feed and in deliveries. `type` determines `data`. New types are added over time; ignore unknown ones.',
  v.variant(
    'type',
    Object.values(eventSchemas) as unknown as [SchemaOf<EventType>, ...SchemaOf<EventType>[]],
  ) as unknown as v.GenericSchema<Event>,
)

export const eventParams = v.strictObject({
  id: described(v.pipe(v.string(), v.maxLength(40)), 'The event, `evt_…`.'),
})
