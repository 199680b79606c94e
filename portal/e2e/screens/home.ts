import { sampleRecipient } from '../../../bin/demo/steps.ts'
import { settled } from '../settled.ts'
import { once, type Sample, type Screen } from './screen.ts'

const mailing = async ({ call, validate }: Sample, name: string): Promise<string> => {
  const { data } = await call('GET', '/templates?limit=1')
  const { id } = await call('POST', '/postbatches', { name, templateId: data[0].id })
  const items = [0, 1, 2].map((index) => {
    const recipient = sampleRecipient(index)
    return { recipient, data: { firstName: recipient.name!.split(' ')[0] } }
  })
  await call('POST', `/postbatches/${id}/items`, { items })
  await validate(id)
  return id
}

/** Two items with an invalid postal code, a mailing to approve, and one on its way. */
const waiting = once(async (sample: Sample) => {
  for (const index of [39, 79]) await sample.createItem(index)
  await mailing(sample, 'Winter thank-you')
  const id = await mailing(sample, 'Winter appeal')
  await sample.call('POST', `/postbatches/${id}/approve`)
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
  await fill(/^(City|Plaats)$/, 'Utrecht')
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
      await page.getByRole('button', { name: /Download data|Gegevens downloaden/ }).waitFor()
      await settled(page)
    },
  },
  {
    name: 'person-erase',
    path: async (sample) => {
      const id = await cancelled(sample)
      return `/person?item=${id}`
    },
    ready: (page) => page.getByRole('button', { name: /Erase mail|Post wissen/ }).click(),
  },
]
