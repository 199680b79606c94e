import type { HolidaySource } from '../model/catalogue.ts'

/** Knows the holidays of countries. */
export interface Holidays {
  /**
   * The holidays of a source in a year, as days `YYYY-MM-DD`. Null where it knows no such country or region.
   */
  daysOf(source: HolidaySource, year: number): Promise<readonly string[] | null>
  /**
   * The countries that it knows, by their codes, each with its parts: what they are called, by the code that a
   * source names them by.
   */
  regions(): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>>
}

/** A catalogue to begin with. */
export interface SampleCatalogue {
  name: string
  /** What is in it, in a sentence. */
  description: string
  /** The file: read when it is asked for, so that no start loads one that it does not need. */
  load(): Promise<Record<string, unknown>>
}

/** The samples that operators are offered. A page in a browser has fewer than a server: it would load them all. */
export type SampleCatalogues = readonly SampleCatalogue[]
