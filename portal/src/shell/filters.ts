import { searchParams } from 'sv-router'

/** The filters in the URL. Read it in a `$derived`. */
export const filtersNow = (): URLSearchParams => searchParams.toURLSearchParams()

/** Sets a filter in the URL without a history entry; an empty value removes it. */
export const filterBy = (name: string, value: string): void => {
  if (value) searchParams.set(name, value, { replace: true })
  else searchParams.delete(name, undefined, { replace: true })
}

/** Returns the URL of a list at `path` with its filters, one of them changed; null removes it. */
export const hrefWith = (path: string, name: string, value: string | null): string => {
  const query = filtersNow()
  if (value) query.set(name, value)
  else query.delete(name)
  return `${path}${query.size > 0 ? `?${query}` : ''}`
}

/** Removes filters. */
export const clearFilters = (...names: readonly string[]): void => {
  for (const name of names) filterBy(name, '')
}
