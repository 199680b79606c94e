import type { HolidaySource } from '../model/catalogue.ts'

export interface Holidays {
  /** Days as `YYYY-MM-DD`; null for an unknown country or region. */
  daysOf(source: HolidaySource, year: number): Promise<readonly string[] | null>
  /** The known countries by code, each with the names of its regions by code. */
  regions(): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>>
}

export interface SampleCatalogue {
  name: string
  /** A sentence about its contents. */
  description: string
  /** Reads the file on demand, so that no start loads an unused one. */
  load(): Promise<Record<string, unknown>>
}

/** A browser page has fewer samples than a server, because it would load them all. */
export type SampleCatalogues = readonly SampleCatalogue[]
