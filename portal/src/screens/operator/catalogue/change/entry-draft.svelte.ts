import { withZonePrices } from '../forms/zones/zone-prices.ts'
import {
  type CatalogueFile,
  type CountryZones,
  type Entry,
  entriesOf,
  type Part,
  withEntry,
  withNew,
} from '../parts.ts'
import { forgetEntry, keepEntry, keptEntry } from './kept-entry.ts'
import { differing, merged, same } from './merge.ts'
import { isPrice, type TypedPrices, withPrices } from './prices.ts'

/** What somebody else made of the same entry meanwhile. */
export interface Theirs {
  /** The entry as it is now. */
  entry: Entry
  /** Fields that they changed, and those that both did. */
  fields: readonly string[]
  both: readonly string[]
}

/** An entry while it is being changed, with the catalogue that the change was made of. */
export class EntryDraft {
  readonly part: Part
  readonly isNew: boolean
  /** The name under which the change is kept. */
  readonly key: string
  value = $state.raw<Entry>(undefined as never)
  prices = $state.raw<TypedPrices>({})
  theirs = $state.raw<Theirs | undefined>(undefined)
  /** The catalogue as it was when it was last looked at. */
  file = $state.raw<CatalogueFile>(undefined as never)
  revision = $state(0)
  /** True where the change was begun before this page was opened. */
  wasKept = $state(false)
  #base = $state.raw<Entry>(undefined as never)
  #basePrices = $state.raw<TypedPrices>({})
  /** The revision that `#base` is of. */
  #baseRevision: number

  /**
   * `begin` is what the entry is now, or what a new one begins with, a copy of the entry `from` perhaps; `prices`
   * what that costs.
   */
  constructor(
    { part, entry, from }: { part: Part; entry: Entry | undefined; from: string },
    begin: Entry,
    catalogue: { file: CatalogueFile; revision: number },
    prices: TypedPrices = {},
  ) {
    this.part = part
    this.isNew = entry === undefined
    this.key = entry?.key ?? `new ${from}`
    this.file = catalogue.file
    this.revision = catalogue.revision
    this.#base = begin
    this.value = begin
    this.#basePrices = prices
    this.prices = prices
    this.#baseRevision = catalogue.revision
    const kept = keptEntry(part, this.key)
    if (!kept) return
    this.wasKept = true
    this.value = kept.value
    this.prices = kept.prices
    this.#base = kept.base
    this.revision = kept.revision
    this.#baseRevision = kept.revision
    this.moveTo(catalogue)
  }

  get isChanged(): boolean {
    return !same(this.value, this.#base) || !same(this.prices, this.#basePrices)
  }

  /** The catalogue with the change in it. */
  readonly changedFile: CatalogueFile = $derived.by(() => {
    const file = (this.isNew ? withNew : withEntry)(this.file, this.part, this.value)
    if (this.part === 'countryZones' && !this.isNew)
      return withZonePrices(file, this.#base as CountryZones, this.value as CountryZones)
    return withPrices(file, this.value.key, this.prices)
  })

  /** True where each price that was typed can be read. */
  get arePricesRight(): boolean {
    return Object.values(this.prices).every(isPrice)
  }

  /** The entry's place in the catalogue with the change in it. */
  get pointer(): string {
    const entries = entriesOf(this.file, this.part)
    const at = this.isNew ? -1 : entries.findIndex(({ key }) => key === this.value.key)
    return `/${this.part}/${at === -1 ? entries.length : at}`
  }

  change(value: Entry): void {
    this.value = value
    this.#keep()
  }

  setPrices(prices: TypedPrices): void {
    this.prices = prices
    this.#keep()
  }

  /** Begins anew from what is there. */
  discard(begin: Entry = this.#base): void {
    this.#base = begin
    this.value = begin
    this.prices = this.#basePrices
    this.#baseRevision = this.revision
    this.theirs = undefined
    this.wasKept = false
    forgetEntry(this.part, this.key)
  }

  /** The catalogue is another than the one that the change was made of. */
  moveTo({ file, revision }: { file: CatalogueFile; revision: number }): void {
    this.file = file
    if (revision === this.revision) return
    this.revision = revision
    const entry = entriesOf(file, this.part).find(({ key }) => key === this.#base.key)
    const fields = entry && !this.isNew ? differing(this.#base, entry) : []
    if (!entry || fields.length === 0) {
      this.#settle()
      return
    }
    const mine = new Set(differing(this.#base, this.value))
    this.theirs = { entry, fields, both: fields.filter((name) => mine.has(name)) }
  }

  /** Goes on with the change, over what the other person made. */
  keepMine(): void {
    const { entry } = this.theirs!
    this.value = merged(this.#base, this.value, entry)
    this.#base = entry
    this.#settle()
  }

  /** Gives the change up for what the other person made. */
  takeTheirs(): void {
    this.discard(this.theirs!.entry)
  }

  forget(): void {
    forgetEntry(this.part, this.key)
  }

  /** The change is one of the catalogue as it is now. */
  #settle(): void {
    this.theirs = undefined
    this.#baseRevision = this.revision
    this.#keep()
  }

  #keep(): void {
    const { value, prices } = this
    const kept = { value, prices, revision: this.#baseRevision, base: this.#base }
    if (this.isChanged) keepEntry(this.part, this.key, kept)
    else forgetEntry(this.part, this.key)
  }
}
