import type { Noun } from '../kernel/nouns.ts'
import type { Sentence } from '../kernel/sentences.ts'
import type { Printers } from '../ports/print-partner.ts'
import type { Renderer } from '../ports/renderer.ts'
import type { Rows, WritableRows } from '../ports/store.ts'
import type { Turns } from '../ports/system.ts'
import type { Scope } from './access/permissions.ts'
import type { Ids } from './ids.ts'
import type { Schema } from './wire.ts'

/** A catalogue entry, identified by its key on every instance. */
export interface CatalogueEntry {
  key: string
  archived?: boolean | undefined
}

/** A whole catalogue, from a file or from the instance. */
export interface CatalogueDocument {
  currency: string
  /** Entries of each part in order, by part name. */
  parts: Readonly<Record<string, readonly CatalogueEntry[]>>
}

/** A problem in a catalogue and its location. */
export interface CatalogueFinding extends Sentence {
  /** Errors prevent the import, warnings don't. */
  severity: 'error' | 'warning'
  /** JSON pointer (RFC 6901) into the file: `/specifications/2/sheet/zones/0`. */
  path: string
}

/** A change that an import would make. */
export interface CatalogueChange extends Sentence {
  /** Part name, or `currency`. */
  part: string
  key: string
}

/** A Postflow or Postbatch that keeps using a specification that is no longer available. */
export interface CatalogueSeller {
  kind: 'Postflow' | 'Postbatch'
  id: string
  name: string
}

/** What a check knows about the instance. Gathered beforehand, so that checks are pure. */
export interface CatalogueFacts {
  /** `now` in ms, `today` in UTC. */
  now: number
  today: string
  /** The instance's catalogue, including archived entries. */
  present: CatalogueDocument
  /** True once amounts were counted in the present currency. */
  currencyFixed: boolean
  /** By specification: newest version, number of designs, number of items waiting for a cutoff. */
  specifications: Readonly<Record<string, { version: number; designs: number; scheduled: number }>>
  /** By specification to be archived: the Postflows and Postbatches that still create items for it. */
  sellers: Readonly<Record<string, readonly CatalogueSeller[]>>
  /** Organisations named in the file that exist. */
  organisations: ReadonlySet<string>
  /** Ids of the renderer's colour profiles; undefined if unknown. */
  colourProfiles: readonly string[] | undefined
  /** Days by `holidayKey`; null if the country or region is unknown. */
  holidays: Readonly<Record<string, readonly string[] | null>>
  /** Facts gathered by parts of other features, by part name. */
  more: Readonly<Record<string, unknown>>
  /** Results of port queries, by part name. */
  fromPorts: Readonly<Record<string, unknown>>
}

/** Ports that a part may query besides the store. */
export interface CataloguePorts {
  printers?: Printers | undefined
  renderer: Pick<Renderer, 'checkSheet'>
  turns: Turns
}

/** Input of a part's check. */
export interface CatalogueCheck {
  facts: CatalogueFacts
  /** The resulting catalogue: the file, plus the instance's other entries as archived. */
  next: CatalogueDocument
  /** Optional lists that the file omits: their entries don't change. */
  absent: ReadonlySet<string>
  /** Reports a finding at a location within the part, such as `[2, 'sheet', 'zones', 0]`. */
  report(
    place: readonly (string | number)[],
    sentence: Sentence,
    severity?: CatalogueFinding['severity'],
  ): void
  /** Reports a finding at a location within another part. */
  reportIn(
    part: string,
    place: readonly (string | number)[],
    sentence: Sentence,
    severity?: CatalogueFinding['severity'],
  ): void
  change(key: string, sentence: Sentence): void
}

/** Input of a part's save. Runs in one transaction, after a check without errors. */
export interface CatalogueSaving {
  ids: Ids
  rows: WritableRows
  /** ms in real time. */
  now: number
  facts: CatalogueFacts
  before: CatalogueDocument
  next: CatalogueDocument
}

/**
 * A kind of catalogue entry. Features list theirs in `app/catalogue-parts.ts`; file, schema, check, export
 * and import are derived from it.
 */
export interface CataloguePart {
  /** Name of the list in the file, such as `products`. */
  name: string
  /** Noun for an entry, used in sentences. */
  noun: Noun
  /** Schema of an entry in the file. */
  schema: Schema
  /** Maximum number of entries, archived ones included. */
  limit: number
  /** Scope needed besides `catalogue.manage`; without it, the list is neither exported nor imported. */
  permission?: Scope
  /** If the file omits the list, its entries stay instead of being archived. */
  optional?: true
  /**
   * Entries have no keys, only an order: the file's list replaces the whole list. Documents number them from
   * 1.
   */
  ordered?: true
  /** Keys of entries that are never archived for being absent. */
  always?: readonly string[]
  /**
   * A potentially long list within an entry, checked in slices. `head` is the entry schema with this list
   * unchecked.
   */
  long?: { field: string; item: Schema; head: Schema }
  /** Reads all entries, archived ones included, in the form of the file. */
  read(rows: Rows): Promise<CatalogueEntry[]>
  /** Reads the facts that only this part's check needs (`CatalogueFacts.more`). */
  gather?(rows: Rows, next: CatalogueDocument): Promise<unknown>
  /** Queries ports outside any transaction (`CatalogueFacts.fromPorts`). */
  queryPorts?(next: CatalogueDocument, ports: CataloguePorts): Promise<unknown>
  /** Fills in the fields that the file leaves to the instance. */
  complete?(entry: CatalogueEntry, present: CatalogueEntry | undefined): CatalogueEntry
  /** Reports findings about its entries. Yields to let other requests run. */
  check?(check: CatalogueCheck): Iterable<void>
  /** Whether live mail would be printed elsewhere. If so, a portal user must reauthenticate before saving. */
  movesMail?(change: Pick<CatalogueSaving, 'before' | 'next'>): boolean
  /** Writes the differences. Returns whether there were any. */
  save(saving: CatalogueSaving): Promise<boolean>
}
