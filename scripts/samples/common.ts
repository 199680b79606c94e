import standard from '../../src/core/features/products/samples/standard.json' with { type: 'json' }
import { type Card, guess, type Letter, read, type Stock, type Zone } from './shape.ts'

/** Documents cited by more than one country. */
export const documents = {
  koma: 'KOMA-Script 3.12, scrkernel-letterclassoptions.dtx (github.com/marcusmueller/koma-script-code)',
  pingen:
    'Pingen, Letter standards & templates (help.pingen.com/en/faq-post/briefstandards-und-briefvorlagen)',
  binect: 'Binect, Adressformat nach DIN 5008 (binect.de/blog/adresse.html)',
} as const

export const a4 = { w: 210, h: 297 }
export const envelopes = {
  dl: { name: 'DL', w: 220, h: 110 },
  c5: { name: 'C5', w: 229, h: 162 },
  c4: { name: 'C4', w: 229, h: 324 },
} as const

type Own = Pick<Letter, 'window' | 'hasSender' | 'sources'> & Partial<Letter>

/** The three usual A4 letters; `own` has the country's differences. */
export const a4Letter = {
  dl: (own: Own): Letter => ({
    key: 'dl',
    name: 'DL letter',
    format: 'DL',
    trim: a4,
    fold: 'third',
    envelope: envelopes.dl,
    // All the play that a third of A4 has in the envelope, because the window is large enough for it.
    play: 5,
    sheetsMax: 3,
    postage: 'letter-small',
    ...own,
  }),
  c5: (own: Own): Letter => ({
    key: 'c5',
    name: 'C5 letter',
    format: 'C5',
    trim: a4,
    fold: 'half',
    envelope: envelopes.c5,
    play: 2,
    sheetsMax: 4,
    postage: 'letter-small',
    ...own,
  }),
  c4: (own: Own): Letter => ({
    key: 'c4',
    name: 'C4 letter',
    format: 'C4',
    trim: a4,
    fold: 'none',
    envelope: envelopes.c4,
    play: 2,
    sheetsMax: 10,
    postage: 'letter-large',
    ...own,
  }),
}

/** The three usual cards; `own` has the country's differences. */
export const europeanCards = (own: Record<'a6' | 'a5' | 'folded', Partial<Card>>): Card[] => [
  {
    key: 'postcard-a6',
    name: 'Postcard A6',
    format: 'A6',
    trim: { w: 148, h: 105 },
    address: { w: 59, h: 30 },
    safe: 4,
    stock: 'silk-300',
    postage: 'card',
    ...own.a6,
  },
  {
    key: 'postcard-a5',
    name: 'Postcard A5',
    format: 'A5',
    trim: { w: 210, h: 148 },
    address: { w: 90, h: 40 },
    safe: 5,
    stock: 'silk-300',
    postage: 'card-large',
    ...own.a5,
  },
  {
    key: 'folded-card-a5',
    name: 'Folded card A5',
    format: 'A4 folded to A5',
    trim: a4,
    address: { w: 90, h: 40 },
    safe: 5,
    stock: 'silk-200',
    postage: 'card-large',
    isFolded: true,
    ...own.folded,
    sources: [
      guess('Closing: glue dots or tabs at the open edges. Ask the carrier how many it wants, and where.'),
      ...(own.folded.sources ?? []),
    ],
  },
]

/** Papers with the bundled output profiles. */
export const europeanStocks: Stock[] = [
  {
    key: 'silk-300',
    name: 'Silk-coated board',
    gsm: 300,
    coated: true,
    colourProfile: 'FOGRA39',
    maxInkPercent: 330,
  },
  {
    key: 'silk-200',
    name: 'Silk-coated paper',
    gsm: 200,
    coated: true,
    colourProfile: 'FOGRA39',
    maxInkPercent: 330,
  },
  {
    key: 'uncoated-90',
    name: 'Uncoated',
    gsm: 90,
    coated: false,
    colourProfile: 'FOGRA29',
    maxInkPercent: 300,
  },
]

const europe = standard.countryZones[0]!.zones.find(({ code }) => code === 'europe')!
  .countries as readonly string[]

/** Zones for domestic mail, Europe and the world, for a country whose carrier treats `inland` as domestic. */
export const threeZones = (name: string, inland: readonly string[]): Zone[] => [
  { code: 'domestic', name, countries: inland },
  { code: 'europe', name: 'Europe', countries: europeWithout(inland) },
  { code: 'world', name: 'World', countries: '*' },
]

export const europeWithout = (inland: readonly string[]): string[] =>
  europe.filter((code) => !inland.includes(code))

/** DIN 5008, form B: the left window of Dutch, German and Austrian letters. */
export const dinWindow = { x: 20, y: 45, w: 90, h: 45 }
/** The same for a DL envelope with a centred sheet. */
export const inDinDl = (own: Own): Own => ({
  ...own,
  window: { x: 15, y: 44.5, w: 90, h: 45 },
  sources: [
    ...own.sources,
    guess('DIN 680: the window of a DL envelope is 20 mm from its left and 15 mm from its lower edge.'),
  ],
})

export const dinSource = read(
  documents.binect,
  'Address field 90 × 45 mm, 20 mm from the left and 45 mm from the top: the usual window of DL and C4 envelopes; the upper 10 mm are for the sender.',
)
