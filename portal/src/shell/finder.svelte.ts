import { words as f } from 'words:former-names'
import { words as w } from 'words:palette'
import { withIds } from '../api/all.ts'
import { ApiProblem, answered, api, type Schemas } from '../api/client.ts'
import { session } from '../api/session.svelte.ts'
import { fetchSpecifications, type Specification } from '../api/specifications.ts'
import { states, t } from '../messages/index.svelte.ts'
import { type Tone, toneOf } from '../messages/tones.ts'
import { designPicture, itemThumb, type Picture, thumbnailDpi } from '../paper/pictures.ts'
import { designThumb, mailingThumb } from '../screens/postbatches/mailing-picture.ts'
import { displayedVersion } from '../screens/templates/template.ts'
import type { IconName } from '../ui/icons.ts'
import { found } from '../ui/search.ts'
import type { Entry, Page } from './navigation.ts'
import { nameOf } from './page-names.ts'
import { isOperatorArea, visibleEntries } from './visible-navigation.ts'

/** The picture of what was found, for `Thumb`. */
interface Thumbnail {
  key: string | undefined
  load: () => Promise<Picture>
  isPile?: boolean
}
export interface Choice {
  href: string
  word: string
  icon?: IconName
  /** The menu entry of a page. */
  entry?: string
  /** What was found: its picture, kind, place, time and state. */
  hit?: { thumb: Thumbnail; kind: string; place: string; at: string; state?: { tone: Tone; word: string } }
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
        icon: entry.icon,
        entry: page.word ? t()[entry.word] : '',
      }
      return { choice, others: `${choice.word} ${choice.entry}|${choice.entry}|${otherNamesOf(entry, page)}` }
    }),
  )
  const searched = places.map(({ choice, others }) => [choice.href, choice.word, others] as const)
  return found(searched, words, maxPlaces, true).map(
    ([href]) => places.find(({ choice }) => choice.href === href)!.choice,
  )
}

/** Finds what the user can begin, by its name; all for an empty text. */
export const actionsOf = (words: string): Choice[] => {
  if (isOperatorArea()) return []
  const actions = [
    ['items.write', '/items/new', t().newItem, 'plus'],
    ['postflows.write', '/postbatches/new', w().newMailing, 'plus'],
    ['templates.write', '/templates/new', w().newTemplate, 'plus'],
    ['suppressions.manage', '/suppressions/new', w().addToDoNotMail, 'mail-x'],
    ['items.read', '/person', w().findPerson, 'shield'],
  ] as const
  const allowed = actions.filter(([permission]) => session.can(permission))
  return found(
    allowed.map(([, href, word]) => [href, word] as const),
    words,
    maxPlaces,
    true,
  ).map(([href, word]) => ({ href, word, icon: allowed.find((one) => one[1] === href)![3] }))
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
/** Schemas of the states; templates have none. */
const schemas = {
  item: 'ItemStatus',
  postflow: 'PostflowStatus',
  postbatch: 'PostbatchStatus',
  run: 'RunStatus',
} as const

const stateOf = ({ kind, status }: Hit): { tone: Tone; word: string } | undefined => {
  if (kind === 'template') return undefined
  const word = (states()[schemas[kind]] as Record<string, string>)[status]
  return word ? { tone: toneOf(schemas[kind], status), word } : undefined
}

/** What a hit lacks, read by its id. */
interface Detail {
  thumb: Thumbnail
  place?: string
  kind?: string
}
const blank: Thumbnail = { key: undefined, load: () => Promise.reject() }

const choiceOf = (hit: Hit, detail: Detail | undefined): Choice => ({
  href: `${folders[hit.kind]}/${hit.id}`,
  word: [hit.name ?? hit.id, hit.matchedBy === 'reference' ? hit.reference : null]
    .filter(Boolean)
    .join(' · '),
  hit: {
    thumb: detail?.thumb ?? blank,
    kind: detail?.kind ?? t().found[hit.kind],
    place: detail?.place ?? '',
    at: hit.createdAt,
    ...(stateOf(hit) ? { state: stateOf(hit)! } : {}),
  },
})

/** Requests of hits by id. */
const detailsOf = {
  item: async (ids: readonly string[], products: readonly Specification[]) =>
    (await withIds(ids, (query) => answered(api.GET('/v1/items', { params: { query } })))).map(
      (item): [string, Detail] => {
        const product = products.find(({ id }) => id === item.productSpecificationId)?.name
        return [
          item.id,
          {
            thumb: itemThumb(item),
            place: item.recipient.city ?? '',
            ...(product ? { kind: product } : {}),
          },
        ]
      },
    ),
  template: async (ids: readonly string[]) =>
    (await withIds(ids, (query) => answered(api.GET('/v1/templates', { params: { query } })))).map(
      (template): [string, Detail] => {
        const version = displayedVersion(template)
        const key = `${template.id} ${version} ${template.draft.revision}`
        return [
          template.id,
          { thumb: { key, load: () => designPicture(template, version, 1, thumbnailDpi) } },
        ]
      },
    ),
  postbatch: async (ids: readonly string[]) =>
    (await withIds(ids, (query) => answered(api.GET('/v1/postbatches', { params: { query } })))).map(
      (mailing): [string, Detail] => [mailing.id, { thumb: mailingThumb(mailing) }],
    ),
  postflow: async (ids: readonly string[]) =>
    (await withIds(ids, (query) => answered(api.GET('/v1/postflows', { params: { query } })))).map(
      (postflow): [string, Detail] => [postflow.id, { thumb: designThumb(postflow) }],
    ),
  run: async (ids: readonly string[]) =>
    (
      await Promise.all(ids.map((id) => answered(api.GET('/v1/runs/{id}', { params: { path: { id } } }))))
    ).map(({ id, firstPage, itemCount }): [string, Detail] => [
      id,
      {
        thumb: {
          key: firstPage && session.can('templates.read') ? `run ${id} ${firstPage.version}` : undefined,
          load: () => designPicture({ id: firstPage!.templateId }, firstPage!.version, 1, thumbnailDpi),
          isPile: itemCount > 1,
        },
      },
    ]),
}

/** Debounce of the search, in ms. */
const restMs = 200
/** Minimum length of a search. */
const fewest = 2

/** Searches the resources that the user may read, by name, id, reference or printed code. */
export class Finder {
  isSearching = $state(false)
  problem = $state.raw<ApiProblem | undefined>(undefined)
  #hits = $state.raw<readonly Hit[]>([])
  #details = $state.raw<ReadonlyMap<string, Detail>>(new Map())
  #products: Promise<Specification[]> | undefined
  #turn = 0

  get choices(): Choice[] {
    return this.#hits.map((hit) => choiceOf(hit, this.#details.get(hit.id)))
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
      if (turn !== this.#turn) return
      this.#hits = data
      void this.#describe(data, turn)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (turn === this.#turn) this.problem = error
    } finally {
      if (turn === this.#turn) this.isSearching = false
    }
  }

  /** Reads what the hits lack. They stay without it if that fails. */
  async #describe(hits: readonly Hit[], turn: number): Promise<void> {
    this.#products ??= fetchSpecifications().catch(() => [])
    const products = await this.#products
    const kinds = [...new Set(hits.map(({ kind }) => kind))]
    const read = kinds.map((kind) => {
      const ids = hits.flatMap((hit) => (hit.kind === kind ? hit.id : []))
      return detailsOf[kind](ids, products).catch((): [string, Detail][] => [])
    })
    const details = (await Promise.all(read)).flat()
    if (turn === this.#turn) this.#details = new Map(details)
  }
}
