import { settled } from '../settled.ts'
import { once, type Sample, type Screen } from './screen.ts'

/** Pending work: two items with an invalid postal code. */
const waiting = once(async ({ createItem }: Sample) => {
  for (const index of [39, 79]) await createItem(index)
})

const cancelled = once(async ({ call, createItem }: Sample): Promise<string> => {
  const { id } = await createItem(5)
  await call('POST', `/items/${id}/cancel`)
  return id
})

const filled = async (page: Parameters<Screen['ready']>[0]) => {
  const fill = async (name: RegExp, value: string) => page.getByLabel(name).first().fill(value)
  await fill(/^(Name|Naam)$/, 'Noor Bakker')
  await fill(/^(Street|Straat)$/, 'Oudegracht')
  await fill(/^(Number|Nummer)$/, '12')
  await fill(/^(Town|Plaats)$/, 'Utrecht')
  await fill(/^(Postal code|Postcode)$/, '3511 A')
  await fill(/^First name$/, 'Noor')
  await page.locator('main dl strong').waitFor()
  await settled(page)
}

export const homeScreens: readonly Screen[] = [
  {
    name: 'home',
    path: async (sample) => {
      await waiting(sample)
      return '/'
    },
    ready: async (page) => {
      await page.locator('main figure svg').waitFor()
      await settled(page)
    },
  },
  {
    name: 'item-new',
    path: () => '/items/new',
    ready: async (page) => {
      await page.locator('main li img').first().waitFor()
      await settled(page)
    },
  },
  {
    name: 'item-new-form',
    path: ({ postflowIds }) => `/items/new?postflow=${postflowIds[1]}`,
    ready: filled,
  },
  {
    name: 'palette',
    path: () => '/items',
    ready: async (page) => {
      await page.getByRole('table').waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('er')
      await page.getByRole('dialog').getByRole('option').filter({ hasText: 'letter' }).first().waitFor()
    },
  },
  {
    name: 'person',
    path: ({ itemId }) => `/person?item=${itemId}`,
    ready: async (page) => {
      await page.getByRole('button', { name: /Save it all|Bewaar alles/ }).waitFor()
      await settled(page)
    },
  },
  {
    name: 'person-erase',
    path: async (sample) => {
      const id = await cancelled(sample)
      return `/person?item=${id}`
    },
    ready: (page) => page.getByRole('button', { name: /Erase the items|Wis de poststukken/ }).click(),
  },
]
