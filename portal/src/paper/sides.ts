import { t } from '../messages/index.svelte.ts'

/** What a page is called, counted from 1: the sides of a card have names of their own. */
export const sideName = (page: number, pageCount: number, isCard: boolean): string =>
  isCard ? (page === 1 ? t().front : t().reverse) : t().pageOf(page, pageCount)

/** Every page with its name, to choose among. */
export const sides = (pageCount: number, isCard: boolean): [page: number, name: string][] =>
  Array.from({ length: pageCount }, (_, index) => [index + 1, sideName(index + 1, pageCount, isCard)])
