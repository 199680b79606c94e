import type { Noun } from '../kernel/nouns.ts'
import type { Said } from '../kernel/sentences.ts'
import type { Printers } from '../ports/print-partner.ts'
import type { Renderer } from '../ports/renderer.ts'
import type { Rows, WritableRows } from '../ports/store.ts'
import type { Turns } from '../ports/system.ts'
import type { Scope } from './access/permissions.ts'
import type { Ids } from './ids.ts'
import type { Schema } from './wire.ts'

/** An entry of a catalogue: something that an operator describes, with a name that is the same everywhere. */
export interface CatalogueEntry {
  key: string
  archived?: boolean | undefined
}

/** The whole of a catalogue, as a file holds it and as the instance has it. */
export interface CatalogueDocument {
  currency: string
  /** The entries of each part by the part's name, in their order. */
  parts: Readonly<Record<string, readonly CatalogueEntry[]>>
}

/** What is wrong with a catalogue, and where. */
export interface CatalogueFinding extends Said {
  /** `error` keeps the catalogue from being imported, `warning` only informs. */
  severity: 'error' | 'warning'
  /** The place in the file as a JSON pointer (RFC 6901): `/specifications/2/sheet/zones/0`. */
  path: string
}

/** What an import would change. */
export interface CatalogueChange extends Said {
  /** The name of the part, or `currency`. */
  part: string
  key: string
}

/** A Postflow or Postbatch that goes on with a specification that is offered no more. */
export interface CatalogueSeller {
  kind: 'Postflow' | 'Postbatch'
  id: string
  name: string
}

/** What a check knows of the instance besides the file; gathered before, so that the check is pure. */
export interface CatalogueFacts {
  /** ms, and the day in UTC. */
  now: number
  today: string
  /** The catalogue that the instance has, archived entries included. */
  present: CatalogueDocument
  /** True once money was counted in the present currency. */
  currencyFixed: boolean
  /** By specification: its newest version, its designs, and its items that wait for a cutoff. */
  specifications: Readonly<Record<string, { version: number; designs: number; scheduled: number }>>
  /** By specification that would be archived: what makes new items of it all the same. */
  sellers: Readonly<Record<string, readonly CatalogueSeller[]>>
  /** Of the organisations that the file names, those that exist. */
  organisations: ReadonlySet<string>
  /** Ids of the colour profiles that the renderer has; undefined where it cannot say. */
  colourProfiles: readonly string[] | undefined
  /** The days of a source of holidays by `holidayKey`; null where there is no such country or region. */
  holidays: Readonly<Record<string, readonly string[] | null>>
  /** What parts of other rooms want to know, by the part's name. */
  more: Readonly<Record<string, unknown>>
  /** What they asked of ports, by the part's name. */
  asked: Readonly<Record<string, unknown>>
}

/** The ports that a part may ask besides the store. */
export interface CataloguePorts {
  printers?: Printers | undefined
  renderer: Pick<Renderer, 'checkSheet'>
  turns: Turns
}

/** What a part is checked with. */
export interface CatalogueCheck {
  facts: CatalogueFacts
  /** The catalogue as it would be: the file, and what the instance has besides it as archived. */
  next: CatalogueDocument
  /** Optional lists that the file does not have: their entries stay as they are. */
  absent: ReadonlySet<string>
  /** Reports a finding at a place below the part: `[2, 'sheet', 'zones', 0]`. */
  report(place: readonly (string | number)[], said: Said, severity?: CatalogueFinding['severity']): void
  /** The same at a place below another part. */
  reportIn(
    part: string,
    place: readonly (string | number)[],
    said: Said,
    severity?: CatalogueFinding['severity'],
  ): void
  change(key: string, said: Said): void
}

/** What saves a part: within one transaction, after the check found no error. */
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
 * A kind of entries of the catalogue. A room that has one lists it in `app/catalogue-parts.ts`; the file, its
 * schema, its check, export and import follow from there.
 */
export interface CataloguePart {
  /** The name of its list in the file: `products`. */
  name: string
  /** What people call one of its entries, in sentences. */
  noun: Noun
  /** An entry as it is written. */
  schema: Schema
  /** The most entries, archived ones counted. */
  limit: number
  /**
   * The scope that a caller needs besides that of the catalogue. Without it the list is neither shown nor
   * taken.
   */
  permission?: Scope
  /** A file without the list leaves its entries as they are, where others are archived. */
  optional?: true
  /**
   * Its entries have no key and count by their order: a list of the file takes the place of the whole. In a
   * document they are called by their number, from 1 on.
   */
  ordered?: true
  /** Keys of entries that stay as they are where the list does not name them. */
  always?: readonly string[]
  /** A list within an entry that may be long: it is checked in slices. `head` is an entry with any list. */
  long?: { field: string; item: Schema; head: Schema }
  /** All entries of the instance, archived ones included, as a file holds them. */
  read(rows: Rows): Promise<CatalogueEntry[]>
  /** What its check wants to know of the instance besides what everyone gets (`CatalogueFacts.more`). */
  gather?(rows: Rows, next: CatalogueDocument): Promise<unknown>
  /** The same of ports, outside any transaction (`CatalogueFacts.asked`). */
  ask?(next: CatalogueDocument, ports: CataloguePorts): Promise<unknown>
  /** An entry as the file means it, with what it leaves to the instance. */
  complete?(entry: CatalogueEntry, present: CatalogueEntry | undefined): CatalogueEntry
  /** Reports what is wrong with its entries, giving others their turn where it yields. */
  check?(check: CatalogueCheck): Iterable<void>
  /** Whether live mail would go elsewhere: a portal session proves its user before that is saved. */
  movesMail?(change: Pick<CatalogueSaving, 'before' | 'next'>): boolean
  /** Writes what differs; returns whether anything did. */
  save(saving: CatalogueSaving): Promise<boolean>
}
