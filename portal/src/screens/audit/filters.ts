import type { AuditQuery } from './entry.ts'

/** Filters in the URL. */
export const filterNames = ['who', 'kind', 'from', 'until'] as const

const types = ['USER', 'API_KEY', 'OPERATOR', 'PUBLIC'] as const

/** Returns the start of a day in the browser's time zone. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00`)
const nextDay = (day: string): Date => {
  const at = startOf(day)
  at.setDate(at.getDate() + 1)
  return at
}
const isDay = (text: string): boolean => !Number.isNaN(startOf(text).getTime())

/** Converts the URL's filters to those of the API request. */
export const queryOf = (filters: URLSearchParams): AuditQuery => {
  const actor = filters.get('who') ?? ''
  const type = types.find((one) => one === actor)
  const kind = filters.get('kind') as AuditQuery['filter[resource]'] | null
  const [from, until] = ['from', 'until'].map((name) => filters.get(name) ?? '')
  return {
    ...(type ? { 'filter[actorType]': type } : actor ? { 'filter[actorId]': actor } : {}),
    ...(kind ? { 'filter[resource]': kind } : {}),
    ...(from && isDay(from) ? { 'filter[createdAt][gte]': startOf(from).toISOString() } : {}),
    ...(until && isDay(until) ? { 'filter[createdAt][lt]': nextDay(until).toISOString() } : {}),
  }
}
