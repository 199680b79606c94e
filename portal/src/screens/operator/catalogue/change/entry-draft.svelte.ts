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
import { differing, merged, same } from './merge.ts'
import { isPrice, type TypedPrices, withPrices } from './prices.ts'
import { forgetEntry, storedEntry, storeEntry } from './stored-entry.ts'

/** Another user's change of the same entry. */
export interface Theirs {
  /** The current entry. */
  entry: Entry
  /** Names of fields that the other user changed, and of those that both changed. */
  fields: readonly string[]
  both: readonly string[]
}

/** An entry being edited, with the catalogue that the change is based on. */
export class EntryDraft {
  readonly part: Part
  readonly isNew: boolean
  /** Storage key of the change. */
  readonly key: string
  value = $state.raw<Entry>(undefined as never)
  prices = $state.raw<TypedPrices>({})
  theirs = $state.raw<Theirs | undefined>(undefined)
  /** The catalogue as last loaded. */
  file = $state.raw<CatalogueFile>(undefined as never)
  revision = $state(0)
  /** True if the change was restored from an earlier visit. */
  isRestored = $state(false)
  #base = $state.raw<Entry>(undefined as never)
  #basePrices = $state.raw<TypedPrices>({})
  /** Revision of `#base`. */
  #baseRevision: number

  /**
   * `begin` is the current entry or the initial value of a new one, possibly a copy of `from`; `prices` are
   * its prices.
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
    const stored = storedEntry(part, this.key)
    if (!stored) return
    this.isRestored = true
    this.value = stored.value
    this.prices = stored.prices
    this.#base = stored.base
    this.revision = stored.revision
    this.#baseRevision = stored.revision
    this.moveTo(catalogue)
  }

  get isChanged(): boolean {
    return !same(this.value, this.#base) || !same(this.prices, this.#basePrices)
  }

  /** The catalogue including the change. */
  readonly changedFile: CatalogueFile = $derived.by(() => {
    const file = (this.isNew ? withNew : withEntry)(this.file, this.part, this.value)
    if (this.part === 'countryZones' && !this.isNew)
      return withZonePrices(file, this.#base as CountryZones, this.value as CountryZones)
    return withPrices(file, this.value.key, this.prices)
  })

  /** True if all typed prices are valid. */
  get arePricesRight(): boolean {
    return Object.values(this.prices).every(isPrice)
  }

  /** JSON pointer to the entry in the changed catalogue. */
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

  /** Discards the change and its stored copy; `begin` becomes the new base. */
  discard(begin: Entry = this.#base): void {
    this.#base = begin
    this.value = begin
    this.prices = this.#basePrices
    this.#baseRevision = this.revision
    this.theirs = undefined
    this.isRestored = false
    forgetEntry(this.part, this.key)
  }

  /** Moves the draft to this catalogue; sets `theirs` if another user changed the entry. */
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

  /** Merges both changes; this user's values win in fields that both changed. */
  keepMine(): void {
    const { entry } = this.theirs!
    this.value = merged(this.#base, this.value, entry)
    this.#base = entry
    this.#settle()
  }

  /** Discards this change for the other user's. */
  takeTheirs(): void {
    this.discard(this.theirs!.entry)
  }

  forget(): void {
    forgetEntry(this.part, this.key)
  }

  /** Takes the current revision as the base and stores the change. */
  #settle(): void {
    this.theirs = undefined
    this.#baseRevision = this.revision
    this.#keep()
  }

  #keep(): void {
    const { value, prices } = this
    const stored = { value, prices, revision: this.#baseRevision, base: this.#base }
    if (this.isChanged) storeEntry(this.part, this.key, stored)
    else forgetEntry(this.part, this.key)
  }
}
