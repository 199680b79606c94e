import type { Schemas } from '../../api/client.ts'
import { preferences, words } from '../../messages/index.svelte.ts'

/** A subscription: an event type, a family or everything. */
export type Subscription = Schemas['EventSubscription']
export type EventFamily = Extract<Subscription, `${string}.*`>
export type EventType = Exclude<Subscription, EventFamily | '*'>

/** Event labels by type. */
const named = words<Record<EventType, string>>({
  en: {
    'item.created': 'Item created',
    'item.needs_attention': 'Item needs attention',
    'item.held': 'Item on hold',
    'item.ready': 'Item ready',
    'item.pending_approval': 'Item waits for approval',
    'item.scheduled': 'Item scheduled',
    'item.in_production': 'Item in production',
    'item.handed_to_carrier': 'Item with the carrier',
    'item.completed': 'Item delivered',
    'item.returned': 'Item returned',
    'item.not_sent': 'Item not sent',
    'item.failed': 'Item failed',
    'item.cancelled': 'Item cancelled',
    'item.suppressed': 'Item suppressed',
    'postbatch.validated': 'Mailing checked',
    'postbatch.approved': 'Mailing approved',
    'postbatch.rejected': 'Mailing rejected',
    'postbatch.scheduled': 'Mailing scheduled',
    'postbatch.completed': 'Mailing completed',
    'postbatch.cancelled': 'Mailing cancelled',
    'import.completed': 'List imported',
    'import.failed': 'Import of a list failed',
    'template.published': 'Template published',
    'preview.ready': 'Preview ready',
    'qr.scanned': 'QR code scanned',
    'run.cutoff_reached': 'Run reached its cutoff',
    'run.rendered': 'Run rendered',
    'run.handed_to_printer': 'Run in production',
    'run.remade': 'Pieces of a run printed again',
    'webhook.disabled': 'Webhook switched off',
    'webhook.test': 'Webhook test',
    'balance.low': 'Balance low',
    'spending_cap.reached': 'Spending cap reached',
    'invoice.issued': 'Invoice issued',
  },
  nl: {
    'item.created': 'Poststuk gemaakt',
    'item.needs_attention': 'Poststuk vraagt aandacht',
    'item.held': 'Poststuk in de wacht',
    'item.ready': 'Poststuk klaar',
    'item.pending_approval': 'Poststuk wacht op goedkeuring',
    'item.scheduled': 'Poststuk ingepland',
    'item.in_production': 'Poststuk in productie',
    'item.handed_to_carrier': 'Poststuk bij de bezorger',
    'item.completed': 'Poststuk bezorgd',
    'item.returned': 'Poststuk retour',
    'item.not_sent': 'Poststuk niet verstuurd',
    'item.failed': 'Poststuk mislukt',
    'item.cancelled': 'Poststuk geannuleerd',
    'item.suppressed': 'Poststuk geblokkeerd',
    'postbatch.validated': 'Mailing gecontroleerd',
    'postbatch.approved': 'Mailing goedgekeurd',
    'postbatch.rejected': 'Mailing afgekeurd',
    'postbatch.scheduled': 'Mailing ingepland',
    'postbatch.completed': 'Mailing afgerond',
    'postbatch.cancelled': 'Mailing geannuleerd',
    'import.completed': 'Lijst geïmporteerd',
    'import.failed': 'Import van een lijst mislukt',
    'template.published': 'Sjabloon gepubliceerd',
    'preview.ready': 'Voorbeeld klaar',
    'qr.scanned': 'QR-code gescand',
    'run.cutoff_reached': 'Sluittijd van een drukgang bereikt',
    'run.rendered': 'Drukgang opgemaakt',
    'run.handed_to_printer': 'Drukgang in productie',
    'run.remade': 'Stukken van een drukgang opnieuw gedrukt',
    'webhook.disabled': 'Webhook uitgezet',
    'webhook.test': 'Test van een webhook',
    'balance.low': 'Saldo laag',
    'spending_cap.reached': 'Bestedingslimiet bereikt',
    'invoice.issued': 'Factuur gemaakt',
  },
})

/** Labels of event families; a family includes types added in later versions. */
const families = words<Record<EventFamily, string>>({
  en: {
    'item.*': 'Items',
    'postbatch.*': 'Mailings',
    'import.*': 'Imports',
    'template.*': 'Templates',
    'preview.*': 'Previews',
    'qr.*': 'QR codes',
    'run.*': 'Runs',
    'webhook.*': 'Webhooks',
    'balance.*': 'Balance',
    'spending_cap.*': 'Spending caps',
    'invoice.*': 'Invoices',
  },
  nl: {
    'item.*': 'Poststukken',
    'postbatch.*': 'Mailings',
    'import.*': 'Imports',
    'template.*': 'Sjablonen',
    'preview.*': 'Voorbeelden',
    'qr.*': 'QR-codes',
    'run.*': 'Drukgangen',
    'webhook.*': 'Webhooks',
    'balance.*': 'Saldo',
    'spending_cap.*': 'Bestedingslimieten',
    'invoice.*': 'Facturen',
  },
})

/** Returns the label of an event type; unknown types of a newer server keep their name. */
export const typeName = (type: string): string => named()[type as EventType] ?? type

/** Describes a subscription in one line. */
export const subscriptionName = (subscription: string): string => {
  if (subscription === '*') return preferences.language === 'nl' ? 'Alles' : 'Everything'
  return families()[subscription as EventFamily] ?? typeName(subscription)
}

/** Returns families with their types in API order. */
export const typesByFamily = (): { family: EventFamily; word: string; types: EventType[] }[] => {
  const types = Object.keys(named()) as EventType[]
  return Object.entries(families()).map(([family, word]) => ({
    family: family as EventFamily,
    word,
    types: types.filter((type) => type.startsWith(family.slice(0, -1))),
  }))
}

interface Subject {
  noun: string
  id: string
}

/** Returns noun and id of the resource in an event's data; undefined if it has no id. */
export const subjectOf = ({ data }: Schemas['Event']): Subject | undefined => {
  const [noun, thing] = Object.entries(data)[0] ?? []
  const id = (thing as { id?: string } | undefined)?.id
  return noun !== undefined && id !== undefined ? { noun, id } : undefined
}

/** Returns the ids of an event's item and mailing, to look up their names. */
export const aboutOf = (
  event: Pick<Schemas['Event'], 'data'>,
): { itemId: string | null; postbatchId: string | null } => {
  const { data } = event
  return {
    itemId: itemOf(event) ?? null,
    postbatchId: 'postbatch' in data ? data.postbatch.id : null,
  }
}

/** Returns the id of an event's item, or of the item whose code was scanned. */
export const itemOf = ({ data }: Pick<Schemas['Event'], 'data'>): string | undefined => {
  if ('item' in data) return data.item.id
  return 'scan' in data ? data.scan.itemId : undefined
}
