import type { Noun } from '../kernel/nouns.ts'
import type { Sentence } from '../kernel/sentences.ts'
import type { Printers } from '../ports/print-partner.ts'
import type { Renderer } from '../ports/renderer.ts'
import type { Rows, WritableRows } from '../ports/store.ts'
import type { Turns } from '../ports/system.ts'
import type { Scope } from './access/permissions.ts'
import type { Ids } from './ids.ts'
import type { Schema } from './wire.ts'

/** An entry of a part. Its key is the same on every instance. */
export interface CatalogueEntry {
  key: string
  archived?: boolean | undefined
}

/** A whole catalogue, from a file or from the instance. */
export interface CatalogueDocument {
  currency: string
  /** Entries in order, by part name. */
  parts: Readonly<Record<string, readonly CatalogueEntry[]>>
}

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

/** Facts that a check needs, gathered beforehand so that checks are pure. */
export interface CatalogueFacts {
  /** `now` in ms, `today` in UTC. */
  now: number
  today: string
  /** Includes archived entries. */
  present: CatalogueDocument
  /** True once amounts were counted in the current currency. */
  currencyFixed: boolean
  /** Newest version, number of designs and of items waiting for a cutoff, by specification. */
  specifications: Readonly<Record<string, { version: number; designs: number; scheduled: number }>>
  /** Mailings that still create items, by specification to be archived. */
  sellers: Readonly<Record<string, readonly CatalogueSeller[]>>
  /** Organisations named in the file that exist. */
  organisations: ReadonlySet<string>
  /** Ids of the renderer's profiles; undefined if unknown. */
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

export interface CatalogueCheck {
  facts: CatalogueFacts
  /** The file, plus the instance's other entries as archived. */
  next: CatalogueDocument
  /** Optional lists that the file omits: their entries don't change. */
  absent: ReadonlySet<string>
  /** `place` is within the part, such as `[2, 'sheet', 'zones', 0]`. */
  report(
    place: readonly (string | number)[],
    sentence: Sentence,
    severity?: CatalogueFinding['severity'],
  ): void
  /** `place` is within another part. */
  reportIn(
    part: string,
    place: readonly (string | number)[],
    sentence: Sentence,
    severity?: CatalogueFinding['severity'],
  ): void
  change(key: string, sentence: Sentence): void
}

/** The input of `save`, which runs in one transaction after a check without errors. */
export interface CatalogueSaving {
  ids: Ids
  rows: WritableRows
  /** In ms of real time. */
  now: number
  facts: CatalogueFacts
  before: CatalogueDocument
  next: CatalogueDocument
}

/** A list of the catalogue, listed in `app/catalogue-parts.ts`; file, schema, export and import use it. */
export interface CataloguePart {
  /** The list in the file, such as `products`. */
  name: string
  /** Names an entry in sentences. */
  noun: Noun
  schema: Schema
  /** Maximum number of entries, including archived ones. */
  limit: number
  /** Needed besides `catalogue.manage`; without it, the list is neither exported nor imported. */
  permission?: Scope
  /** If the file omits the list, its entries stay instead of being archived. */
  optional?: true
  /** Entries have no keys: the file's list replaces the whole list. Documents number them from 1. */
  ordered?: true
  /** Keys of entries that are never archived for being absent. */
  always?: readonly string[]
  /** A potentially long list within an entry, checked in slices. `head` leaves it unchecked. */
  long?: { field: string; item: Schema; head: Schema }
  /** Reads all entries, including archived ones, in the form of the file. */
  read(rows: Rows): Promise<CatalogueEntry[]>
  /** Reads facts that only this part's check needs (`CatalogueFacts.more`). */
  gather?(rows: Rows, next: CatalogueDocument): Promise<unknown>
  /** Queries ports, outside any transaction (`CatalogueFacts.fromPorts`). */
  queryPorts?(next: CatalogueDocument, ports: CataloguePorts): Promise<unknown>
  /** Fills in the fields that the file leaves to the instance. */
  complete?(entry: CatalogueEntry, present: CatalogueEntry | undefined): CatalogueEntry
  /** Reports findings and changes. Yields to let other requests run. */
  check?(check: CatalogueCheck): Iterable<void>
  /** True if live mail would be printed elsewhere; a portal user must then reauthenticate. */
  movesMail?(change: Pick<CatalogueSaving, 'before' | 'next'>): boolean
  /** Writes the differences. Returns whether there were any. */
  save(saving: CatalogueSaving): Promise<boolean>
}
