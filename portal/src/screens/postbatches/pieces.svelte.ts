import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'

/** The pieces of a mailing that waits for approval, of which one is looked at. Made while a component starts. */
export class Pieces {
  readonly #items: Resource<Schemas['ItemPage']>
  /** Which one is looked at, counted from 0. */
  at = $state(0)
  /** The same pieces look otherwise once something was mended. */
  #drawn = $state(0)
  /** The piece whose picture was drawn last, or that has none. */
  #seen = $state('')

  constructor(postbatch: () => Schemas['Postbatch']) {
    this.#items = new Resource(
      () => `postbatches/${postbatch().id}/items`,
      () => {
        // As they stand in the list; what was mended after the list was taken in comes last.
        const query = {
          limit: 100,
          sort: 'createdAt',
          'filter[postbatchId]': postbatch().id,
          'filter[status]': 'HELD',
        } as const
        return answered(api.GET('/v1/items', { params: { query } }))
      },
      () => postbatch().revision,
    )
  }

  get all(): readonly Schemas['Item'][] {
    return this.#items.data?.data ?? []
  }

  get shown(): Schemas['Item'] | undefined {
    return this.all[Math.min(this.at, this.all.length - 1)]
  }

  /** Goes to a piece by its number, or to the next one whose recipient's name holds what was typed; false for none. */
  goTo(asked: string): boolean {
    const text = asked.trim().toLowerCase()
    const holds = ({ recipient: { name, companyName } }: Schemas['Item']) =>
      `${name ?? ''} ${companyName ?? ''}`.toLowerCase().includes(text)
    const after = this.all.findIndex((item, index) => index > this.at && holds(item))
    const found = /^\d+$/.test(text) ? Number(text) - 1 : after >= 0 ? after : this.all.findIndex(holds)
    if (text === '' || this.all[found] === undefined) return false
    this.at = found
    return true
  }

  /** Another key is another picture. */
  get key(): string | undefined {
    return this.shown && `${this.shown.id} ${this.#drawn}`
  }

  /** Nothing is decided while the pieces are asked for, or the picture of the one that is shown is on its way. */
  get isSeen(): boolean {
    if (this.#items.isLoading) return false
    return this.key === undefined || this.#seen === this.key
  }

  /** The picture of the piece that is shown is drawn, or words say that there is none. */
  settle(): void {
    this.#seen = this.key ?? ''
  }

  redraw(): void {
    this.#drawn++
  }
}
