import { expect } from 'vitest'
import type { Recipient } from '../../src/core/address/index.ts'
import { operatorActor } from '../../src/core/engine/audit/actor.ts'
import type { Services } from '../../src/core/engine/services.ts'
import { checkFile, importChecked } from '../../src/core/features/products/catalogue/import.ts'
import { samples } from '../../src/core/features/products/samples/index.ts'
import type { BoxMm } from '../../src/core/kernel/finding.ts'
import type { SpecificationRow } from '../../src/core/model/products.ts'
import { everyone } from '../../src/core/ports/store.ts'

/** The samples of countries, by the code of their country in small letters. */
export const countrySamples = samples.map(({ name }) => name).filter((name) => name !== 'standard')

/** Somebody in each country whose address has as many lines as the window of every sample takes. */
export const recipients: Record<string, Recipient> = {
  NL: {
    name: 'Zoë de Vries-van den Berg',
    companyName: 'Boekhandel De Vries & Zonen',
    street: 'Prinsengracht',
    houseNumber: '263',
    houseNumberSuffix: 'A',
    postalCode: '1016 GV',
    city: 'Amsterdam',
    country: 'NL',
  },
  DE: {
    name: 'Friederike Müller-Lüdenscheidt',
    companyName: 'Buchhandlung am Marktplatz GmbH',
    street: 'Straße des 17. Juni',
    houseNumber: '135',
    postalCode: '10623',
    city: 'Berlin',
    country: 'DE',
  },
  BE: {
    name: 'Geneviève Vandenbroucke',
    companyName: 'Librairie du Parc SA',
    street: 'Avenue Louise',
    houseNumber: '242',
    houseNumberSuffix: 'bte 63',
    postalCode: '1050',
    city: 'Bruxelles',
    country: 'BE',
  },
  FR: {
    name: 'Marie-Hélène Lefebvre',
    companyName: 'Librairie des Halles SARL',
    street: 'rue du Faubourg-Saint-Honoré',
    houseNumber: '25',
    houseNumberSuffix: 'bis',
    postalCode: '75008',
    city: 'Paris',
    country: 'FR',
  },
  GB: {
    name: 'Dr Harriet Fitzwilliam-Browne',
    companyName: 'Marylebone Booksellers Ltd',
    street: 'Marylebone High Street',
    houseNumber: '83',
    postalCode: 'W1U 4QW',
    city: 'London',
    country: 'GB',
  },
  US: {
    name: 'Jonathan Featherstonehaugh',
    companyName: 'Featherstonehaugh Books Inc.',
    street: 'Pennsylvania Avenue NW',
    houseNumber: '1600',
    houseNumberSuffix: 'Suite 400',
    postalCode: '20500',
    city: 'Washington',
    region: 'DC',
    country: 'US',
  },
  AT: {
    name: 'Mag. Theresia Hofstätter',
    companyName: 'Buchhandlung am Graben GmbH',
    street: 'Mariahilfer Straße',
    houseNumber: '101',
    houseNumberSuffix: '2/14',
    postalCode: '1060',
    city: 'Wien',
    country: 'AT',
  },
  CH: {
    name: 'Annemarie Hürlimann-Zürcher',
    companyName: 'Buchhandlung zum Rennweg AG',
    street: 'Gerechtigkeitsgasse',
    houseNumber: '10',
    postalCode: '3011',
    city: 'Bern',
    country: 'CH',
  },
}

/** The address of a country, and one abroad. */
export const domesticAndForeign = (country: string) => ({
  domestic: recipients[country]!,
  foreign: recipients[country === 'FR' ? 'DE' : 'FR']!,
})

export const sampleOf = (name: string) => samples.find((sample) => sample.name === name)!.load()

/** Makes a sample the catalogue of an instance, in which nothing may be wrong with it. */
export const importSample = async (services: Services, name: string) => {
  const checked = await checkFile(services, await sampleOf(name))
  expect(checked.findings).toEqual([])
  await importChecked(services, checked, operatorActor)
}

export type OfferedSpecification = SpecificationRow & { key: string }

/** What the instance offers, by key. */
export const offered = async (services: Services): Promise<OfferedSpecification[]> => {
  const rows = await services.store.read((rows) => rows.specifications.find(everyone, { archivedAt: null }))
  return (rows as OfferedSpecification[]).sort((a, b) => (a.key < b.key ? -1 : 1))
}

export const addressZone = ({ sheet }: Pick<SpecificationRow, 'sheet'>) =>
  sheet.zones.find(({ kind }) => kind === 'address')!

const typography = { font: 'noto-sans', size: 10, minSize: 8 }

/**
 * A design for a specification: a coloured front, a few words below or beside all zones, and the address.
 * `over` is a box that it covers besides.
 */
export const designFor = (specification: Pick<SpecificationRow, 'sheet'>, over?: BoxMm) => {
  const { trim, bleed, safe, plex, pages, zones } = specification.sheet
  const { page: addressPage, ...address } = addressZone(specification)
  const isLetter = pages.min === 1
  const count = isLetter && plex === 'duplex' ? 2 : pages.min
  const words = isLetter
    ? { x: 25, y: 110, w: trim.w - 50, h: 40 }
    : { x: 10, y: 40, w: address.x - 30, h: 25 }
  return {
    schema: 1,
    trim,
    bleed,
    safe,
    fonts: [{ id: 'noto-sans' }],
    locale: 'en-GB',
    colors: { accent: { cmyk: [10, 35, 80, 0] } },
    pages: Array.from({ length: count }, (_, index) => {
      const page = index + 1
      const isFree = !zones.some((zone) => zone.page === page) && !isLetter
      const colour = { type: 'rect', fill: 'accent', x: -3, y: -3, w: trim.w + 6, h: trim.h + 6 }
      return {
        side: plex === 'duplex' && page % 2 === 0 ? 'back' : 'front',
        elements: [
          ...(isFree ? [colour] : []),
          { type: 'text', ...typography, ...words, text: `This is page ${page}.\n\nWith kind regards` },
          ...(page === addressPage ? [{ type: 'address', zone: 'product', ...typography }] : []),
          ...(over && page === 1 ? [{ type: 'rect', fill: 'accent', ...over }] : []),
        ],
      }
    }),
  }
}
