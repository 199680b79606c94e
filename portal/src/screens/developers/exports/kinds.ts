import { words as w } from 'words:exports'
import type { Schemas } from '../../../api/client.ts'
import { session } from '../../../api/session.svelte.ts'
import { states } from '../../../messages/index.svelte.ts'
import { subscriptionName } from '../event-types.ts'

export type ExportKind = Schemas['ExportKind']

/** Required permission and date field of each kind. */
const kinds: Readonly<Record<ExportKind, { permission: string; dayField: string }>> = {
  items: { permission: 'items.read', dayField: 'createdAt' },
  suppressions: { permission: 'items.read', dayField: 'createdAt' },
  ledger: { permission: 'billing.read', dayField: 'createdAt' },
  invoices: { permission: 'billing.read', dayField: 'issueDate' },
  events: { permission: 'events.read', dayField: 'createdAt' },
  analyticsDays: { permission: 'items.read', dayField: 'day' },
}

/** Kinds that the user may export. */
export const permittedKinds = (): ExportKind[] =>
  (Object.keys(kinds) as ExportKind[]).filter((kind) => session.can(kinds[kind].permission))

/** Returns the filters for a period, open at either end. */
export const periodFilters = (kind: ExportKind, from: string, until: string): Record<string, string> => {
  const { dayField } = kinds[kind]
  return {
    ...(from ? { [`filter[${dayField}][gte]`]: from } : {}),
    ...(until ? { [`filter[${dayField}][lte]`]: until } : {}),
  }
}

/** Formats a size in bytes with the largest suitable unit. */
export const sizeText = (bytes: number, language: string): string => {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power]!,
    unitDisplay: 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1000 ** power)
}

/** Describes a filter; filters that the portal doesn't set are shown as sent. */
export const filterText = (name: string, value: string): string => {
  if (/^filter\[(?:createdAt|issueDate|day)\]\[gte\]$/.test(name)) return w().fromDay({ day: value })
  if (/^filter\[(?:createdAt|issueDate|day)\]\[lte\]$/.test(name)) return w().untilDay({ day: value })
  if (name === 'filter[type]') return subscriptionName(value)
  const status = name === 'filter[status]' ? states().ItemStatus[value as Schemas['ItemStatus']] : undefined
  return status ?? `${name} = ${value}`
}
