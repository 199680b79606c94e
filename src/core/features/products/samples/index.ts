/** A catalogue to begin with. */
export interface Sample {
  name: string
  /** What is in it, in a sentence. */
  description: string
  load(): Promise<Record<string, unknown>>
}

/** The samples by name; `standard` is what a new instance begins with. */
export const samples: readonly Sample[] = [
  {
    name: 'standard',
    description: 'Postcards A6 and A5 and a window letter C5, from the Netherlands, in euros.',
    load: async () => (await import('./standard.json', { with: { type: 'json' } })).default,
  },
]
