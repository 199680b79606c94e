import { ApiProblem, answered, api, type Schemas } from '../api/client.ts'
import { states, t } from '../messages/index.svelte.ts'
import { plain } from '../ui/search.ts'
import { groupsShown } from './visible-navigation.ts'

/** Something to go to. */
export interface Choice {
  href: string
  word: string
  /** What it is, or the group that it belongs to. */
  kind: string
}

/** The places that words name: all of them where there are none. */
export const placesOf = (words: string): Choice[] =>
  groupsShown()
    .flatMap(({ label, entries }) =>
      entries.map(
        (entry): Choice => ({ href: entry.href, word: entry.label(t()), kind: label?.(t()) ?? '' }),
      ),
    )
    .filter(({ word, kind }) => plain(`${word} ${kind}`).includes(plain(words)))

type Hit = Schemas['SearchHit']

/** Where a thing of each kind is shown. */
const folders: Readonly<Record<Hit['kind'], string>> = {
  item: '/items',
  postflow: '/postflows',
  postbatch: '/postbatches',
  template: '/templates',
  run: '/runs',
}

/** What the state of a hit is called. Templates are what they are, whatever their state. */
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

/** How long typing rests before it is looked for. */
const restMs = 200
/** Fewer letters find nothing in particular. */
const fewest = 2

/** Things by name, id, reference or printed code, as far as the person may see them. */
export class Finder {
  isLooking = $state(false)
  problem = $state.raw<ApiProblem | undefined>(undefined)
  #hits = $state.raw<readonly Hit[]>([])
  #turn = 0

  get choices(): Choice[] {
    return this.#hits.map(choiceOf)
  }

  /** Looks once typing rests; what is returned gives it up. */
  look(typed: string): () => void {
    const turn = ++this.#turn
    const words = typed.trim()
    this.problem = undefined
    this.isLooking = words.length >= fewest
    if (!this.isLooking) this.#hits = []
    const timer = setTimeout(() => void (this.isLooking && this.#ask(words, turn)), restMs)
    return () => clearTimeout(timer)
  }

  async #ask(words: string, turn: number): Promise<void> {
    try {
      const { data } = await answered(api.GET('/v1/search', { params: { query: { q: words } } }))
      if (turn === this.#turn) this.#hits = data
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (turn === this.#turn) this.problem = error
    } finally {
      if (turn === this.#turn) this.isLooking = false
    }
  }
}
