/** Descriptions of event types, in the order of docs/webhooks.md#event-types. */
export const eventTypes = {
  'item.created': 'item accepted',
  'item.needs_attention': 'validation found problems that the customer must fix',
  'item.held': 'item waits (paused Postflow, funds, approval mode)',
  'item.ready': 'item ready for the next production run',
  'item.pending_approval': 'item waits for explicit approval',
  'item.scheduled': 'item attached to a production run',
  'item.in_production': 'run handed to the printer',
  'item.handed_to_carrier': 'run offered to the carrier',
  'item.completed': 'item on its way',
  'item.returned': 'item came back to the sender after delivery',
  'item.not_sent': 'item damaged, misprinted or not handed to the carrier',
  'item.failed': 'item failed in production or was excluded',
  'item.cancelled': 'item cancelled',
  'item.suppressed': 'recipient matched the suppression list',
  'postbatch.validated': 'Postbatch finished validation',
  'postbatch.approved': 'Postbatch approved',
  'postbatch.rejected': 'Postbatch rejected and a draft again',
  'postbatch.scheduled': 'Postbatch attached to a run',
  'postbatch.completed': 'Postbatch completed',
  'postbatch.cancelled': 'Postbatch cancelled',
  'import.completed': 'import finished',
  'import.failed': 'import failed',
  'template.published': 'template version published',
  'preview.ready': 'requested preview available',
  'qr.scanned': 'tracked QR code scanned',
  'run.cutoff_reached': 'production run reached its cutoff',
  'run.rendered': 'production run rendered',
  'run.handed_to_printer': 'production run handed to the printer',
  'run.remade': 'spoiled pieces of a production run handed to the printer again',
  'webhook.disabled': 'endpoint disabled after repeated failures',
  'webhook.test': 'test event sent from the portal or the API',
  'balance.low': 'available balance dropped below the threshold',
  'spending_cap.reached': 'an item is held because its price would pass a spending cap',
  'invoice.issued': 'invoice issued',
} as const

/** `<resource>.<what happened>`. Endpoints may also subscribe to `item.*` and `*`. */
export type EventType = keyof typeof eventTypes

/** True if a subscription covers a type: `item.*` every `item.…`, `*` all, others only themselves. */
export const matchesSubscription = (subscription: string, type: string): boolean =>
  subscription === '*' ||
  subscription === type ||
  (subscription.endsWith('.*') && type.startsWith(subscription.slice(0, -1)))

/** `item.created` → `item.*`. */
export const eventFamilyOf = (type: string): string => `${type.slice(0, type.indexOf('.'))}.*`

export const eventFamilies: readonly string[] = [...new Set(Object.keys(eventTypes).map(eventFamilyOf))]
