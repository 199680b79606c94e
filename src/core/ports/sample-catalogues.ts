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
