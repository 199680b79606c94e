import { words as f } from 'words:former-names'
import { ApiProblem, answered, api, type Schemas } from '../api/client.ts'
import { states, t } from '../messages/index.svelte.ts'
import { found } from '../ui/search.ts'
import type { Entry, Page } from './navigation.ts'
import { nameOf } from './page-names.ts'
import { visibleEntries } from './visible-navigation.ts'

export interface Choice {
  href: string
  word: string
  /** Label of its kind or menu entry. */
  kind: string
}

/** More pages than the menus have. */
const maxPlaces = 100

/** Other names of a page, which users or its API still have, separated by `|`. */
const otherNamesOf = (entry: Entry, page: Page): string => {
  const names: Readonly<Record<string, string>> = f()
  return names[page.word ?? entry.word] ?? ''
}

/** Finds pages by their name, menu entry or former names, without regard to accents; all for an empty text. */
export const placesOf = (words: string): Choice[] => {
  const places = visibleEntries().flatMap((entry) =>
    entry.pages.map((page) => {
      const choice: Choice = {
        href: page.href,
        word: nameOf(entry, page),
        kind: page.word ? t()[entry.word] : '',
      }
      return { choice, others: `${choice.word} ${choice.kind}|${choice.kind}|${otherNamesOf(entry, page)}` }
    }),
  )
  const searched = places.map(({ choice, others }) => [choice.href, choice.word, others] as const)
  return found(searched, words, maxPlaces, true).map(
    ([href]) => places.find(({ choice }) => choice.href === href)!.choice,
  )
}

type Hit = Schemas['SearchHit']

/** Paths of the lists, by kind. */
const folders: Readonly<Record<Hit['kind'], string>> = {
  item: '/items',
  postflow: '/postflows',
  postbatch: '/postbatches',
  template: '/templates',
  run: '/runs',
}

/** State label of a hit; templates have none. */
const stateOf = ({ kind, status }: Hit): string | undefined => {
  const { ItemStatus, PostflowStatus, PostbatchStatus, RunStatus } = states()
  const known = {
    item: ItemStatus,
    postflow: PostflowStatus,
    postbatch: PostbatchStatus,
    run: RunStatus,
    template: {},
  }
  return (known[kind] as Record<string, string>)[status]
}

const choiceOf = (hit: Hit): Choice => ({
  href: `${folders[hit.kind]}/${hit.id}`,
  word: [hit.name ?? hit.id, hit.matchedBy === 'reference' ? hit.reference : null]
    .filter(Boolean)
    .join(' · '),
  kind: [t().found[hit.kind], stateOf(hit)].filter(Boolean).join(' · '),
})

/** Debounce of the search, in ms. */
const restMs = 200
/** Minimum length of a search. */
const fewest = 2

/** Searches the resources that the user may read, by name, id, reference or printed code. */
export class Finder {
  isSearching = $state(false)
  problem = $state.raw<ApiProblem | undefined>(undefined)
  #hits = $state.raw<readonly Hit[]>([])
  #turn = 0

  get choices(): Choice[] {
    return this.#hits.map(choiceOf)
  }

  /** Searches after a pause; the returned function cancels it. */
  search(typed: string): () => void {
    const turn = ++this.#turn
    const words = typed.trim()
    this.problem = undefined
    this.isSearching = words.length >= fewest
    if (!this.isSearching) this.#hits = []
    const timer = setTimeout(() => void (this.isSearching && this.#request(words, turn)), restMs)
    return () => clearTimeout(timer)
  }

  async #request(words: string, turn: number): Promise<void> {
    try {
      const { data } = await answered(api.GET('/v1/search', { params: { query: { q: words } } }))
      if (turn === this.#turn) this.#hits = data
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (turn === this.#turn) this.problem = error
    } finally {
      if (turn === this.#turn) this.isSearching = false
    }
  }
}
