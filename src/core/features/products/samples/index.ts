import type { SampleCatalogue, SampleCatalogues } from '../../../ports/catalogue-sources.ts'
import { standardSample } from './standard.ts'

type Loaded = Promise<{ default: Record<string, unknown> }>

const sample = (name: string, description: string, file: () => Loaded): SampleCatalogue => ({
  name,
  description,
  load: async () => (await file()).default,
})

/**
 * `standard` is installed on a new instance; those of countries are generated (`scripts/samples`).
 * Composition roots pass them to the core, so that browsers don't load them.
 */
export const samples: SampleCatalogues = [
  standardSample,
  sample(
    'nl',
    'Netherlands, PostNL, in euros: cards A6, A5 and A4 folded to A5; letters DL, C5 and C4, window on the left; an envelope and a label.',
    () => import('./nl.json', { with: { type: 'json' } }),
  ),
  sample(
    'de',
    'Germany, Deutsche Post, in euros: cards A6, A5 and A4 folded to A5; letters DL, C5 and C4, DIN 5008 form B; an envelope and a label.',
    () => import('./de.json', { with: { type: 'json' } }),
  ),
  sample(
    'be',
    'Belgium, bpost, in euros: cards A6, A5 and A4 folded to A5; letters DL, C5 and C4, window on the right; an envelope and a label.',
    () => import('./be.json', { with: { type: 'json' } }),
  ),
  sample(
    'fr',
    'France, La Poste, in euros: cards A6, A5 and A4 folded to A5; letters DL, C5 and C4, window on the right; an envelope and a label.',
    () => import('./fr.json', { with: { type: 'json' } }),
  ),
  sample(
    'gb',
    'United Kingdom, Royal Mail, in pounds: cards A6, A5 and A4 folded to A5; letters DL, C5 and C4, window on the left; an envelope and a label.',
    () => import('./gb.json', { with: { type: 'json' } }),
  ),
  sample(
    'us',
    'United States, USPS, in dollars: cards 4 × 6, 6 × 9 and 6 × 11 in; letters #10 on US Letter, window on the left; an envelope and a label.',
    () => import('./us.json', { with: { type: 'json' } }),
  ),
  sample(
    'at',
    'Austria, Österreichische Post, in euros: cards A6, A5 and A4 folded to A5; letters DL, C5 and C4, DIN 5008 form B; an envelope and a label.',
    () => import('./at.json', { with: { type: 'json' } }),
  ),
  sample(
    'ch',
    'Switzerland, Swiss Post, in francs: cards A6, A5 and A4 folded to A5; letters DL, C5 and C4, window on the left, C5 also on the right; an envelope and a label.',
    () => import('./ch.json', { with: { type: 'json' } }),
  ),
]
