import { callAsPerson } from '../portal.ts'
import { once, type Sample, type Screen } from './screen.ts'
import { unsureList } from './unsure-list.ts'

const addressOf = (houseNumber: string, name: string | null = null) => ({
  name,
  street: 'Keizersgracht',
  houseNumber,
  postalCode: '1015 CJ',
  city: 'Amsterdam',
  country: 'NL',
})

/** Entries of every kind, one from returned mail, a custom reason, and a list with invalid rows. */
const entries = once(async ({ call, callLive, uploadLive, createItem, advance }: Sample) => {
  await callLive('POST', '/suppression-reasons', { label: 'Asked at the counter', stops: 'ADVERTISING' })
  const add = (body: object) => callLive('POST', '/suppressions', body)
  const { id } = await add({
    recipient: addressOf('201', 'Willem van den Broek'),
    reason: 'opt_out',
    matchName: true,
  })
  await add({ recipient: addressOf('84'), reason: 'sticker' })
  await add({ recipient: addressOf('12', 'Fatima El Amrani'), reason: 'moved' })
  await add({
    recipient: addressOf('33', 'Johanna Wielinga'),
    reason: 'asked_at_the_counter',
    advertisingCategory: 'energy',
  })
  await createItem(40)
  await advance()
  const { data: printed } = await call('GET', '/items?filter[status]=IN_PRODUCTION&limit=1')
  for (const event of ['HANDED_TO_CARRIER', 'RETURNED']) {
    await call('POST', `/developers/simulate/items/${printed[0].id}`, { event })
  }
  const { data: proposed } = await call('GET', '/suppressions?filter[status]=PROPOSED')
  const list = await uploadLive(
    'CSV',
    'Do not mail.csv',
    Buffer.from(
      'Naam;Straat;Huisnr;Postcode;Plaats\nEva;Damrak;1;1012 LG;Amsterdam\nJan;;;1012 LG;Amsterdam\n',
    ),
  )
  const mapping = {
    name: 'Naam',
    street: 'Straat',
    houseNumber: 'Huisnr',
    postalCode: 'Postcode',
    city: 'Plaats',
  }
  const { id: importId } = await callLive('POST', '/suppressions/import', { uploadId: list.id, mapping })
  return { id, proposedId: proposed[0].id, importId }
})

export const suppressionScreens: readonly Screen[] = [
  {
    name: 'suppressions',
    path: async (sample) => {
      await entries(sample)
      return '/suppressions'
    },
    ready: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'suppressions-one',
    path: async (sample) => `/suppressions/${(await entries(sample)).id}`,
    ready: (page) => page.locator('main address').waitFor(),
  },
  {
    name: 'suppressions-proposed',
    path: async (sample, person) => {
      const { proposedId } = await entries(sample)
      const { data } = await callAsPerson(person, 'GET', '/suppressions/test-entries')
      // A proposal from a test piece belongs to test mode until a member assigns it.
      if (data.length > 0)
        await callAsPerson(person, 'POST', `/suppressions/test-entries/${proposedId}/mode`, { isTest: false })
      return `/suppressions/${proposedId}`
    },
    ready: (page) => page.locator('main address').waitFor(),
  },
  {
    name: 'suppressions-new',
    path: () => '/suppressions/new',
    ready: (page) => page.locator('main h2').waitFor(),
  },
  {
    name: 'suppressions-check',
    path: async (sample) => {
      await entries(sample)
      return '/suppressions/check'
    },
    ready: async (page) => {
      await page.locator('select option[value=NL]').first().waitFor({ state: 'attached' })
      await page.getByLabel(/^(Street|Straat)$/).fill('Keizersgracht')
      await page.getByLabel(/^(Number|Nummer)$/).fill('12')
      await page.getByLabel(/^(Postal code|Postcode)$/).fill('1015 CJ')
      await page.getByLabel(/^(City|Plaats)$/).fill('Amsterdam')
      await page.getByRole('button', { name: /^(Check address|Adres controleren)$/ }).click()
      await page.locator('main li a').first().waitFor()
    },
  },
  {
    name: 'suppressions-imports',
    path: async (sample) => {
      await entries(sample)
      return '/suppressions/imports'
    },
    ready: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'suppressions-import',
    path: async (sample) => `/suppressions/imports/${(await entries(sample)).importId}`,
    ready: (page) => page.locator('main dl').first().waitFor(),
  },
  {
    name: 'suppressions-import-new',
    path: () => '/suppressions/imports/new',
    ready: async (page) => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'Do not mail.csv',
        mimeType: 'text/csv',
        buffer: unsureList(),
      })
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'suppressions-tests',
    path: async (sample) => {
      await entries(sample)
      return '/suppressions/test-entries'
    },
    ready: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'suppressions-reasons',
    path: async (sample) => {
      await entries(sample)
      return '/suppressions/reasons'
    },
    ready: (page) => page.getByRole('table').waitFor(),
  },
]
