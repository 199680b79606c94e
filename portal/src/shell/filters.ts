import { searchParams } from 'sv-router'

/** What a list is narrowed by, as it stands in the address. Read it in a `$derived`. */
export const filtersNow = (): URLSearchParams => searchParams.toURLSearchParams()

/** Keeps a filter in the address, without a new step of going back; an empty value takes it away. */
export const filterBy = (name: string, value: string): void => {
  if (value) searchParams.set(name, value, { replace: true })
  else searchParams.delete(name, undefined, { replace: true })
}

/** Takes filters away. */
export const clearFilters = (...names: readonly string[]): void => {
  for (const name of names) filterBy(name, '')
}
