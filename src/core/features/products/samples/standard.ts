import type { SampleCatalogue } from '../../../ports/catalogue-sources.ts'

/** Installed on a new instance. */
export const standardSample: SampleCatalogue = {
  name: 'standard',
  description: 'Postcards A6 and A5 and a window letter C5, from the Netherlands, in euros.',
  load: async () => (await import('./standard.json', { with: { type: 'json' } })).default,
}
