import { t } from '../messages/index.svelte.ts'

/** Returns the name of a page (1-based); the sides of a card have their own names. */
export const sideName = (page: number, pageCount: number, isCard: boolean): string =>
  isCard ? (page === 1 ? t().front : t().reverse) : t().pageOf({ page, pages: pageCount })

/** Returns all pages with their names. */
export const sides = (pageCount: number, isCard: boolean): [page: number, name: string][] =>
  Array.from({ length: pageCount }, (_, index) => [index + 1, sideName(index + 1, pageCount, isCard)])
