import { searchParams } from 'sv-router'

/** The filters in the URL. Read it in a `$derived`. */
export const filtersNow = (): URLSearchParams => searchParams.toURLSearchParams()

/** Sets a filter in the URL without a history entry; an empty value removes it. */
export const filterBy = (name: string, value: string): void => {
  if (value) searchParams.set(name, value, { replace: true })
  else searchParams.delete(name, undefined, { replace: true })
}

/** Removes filters. */
export const clearFilters = (...names: readonly string[]): void => {
  for (const name of names) filterBy(name, '')
}
