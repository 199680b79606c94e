import { donorColumns, twoGifts } from './donors.ts'
import { saluted } from './salutations.ts'
import { once, type Sample, type Screen } from './screen.ts'
import { unsureList } from './unsure-list.ts'
import { warned } from './warnings.ts'

/** The template of all these mailings, whichever others were created since. */
const cardOf = async ({ call }: Pick<Sample, 'call'>): Promise<string> => {
  const { data } = await call('GET', '/templates?limit=100')
  return data.find(({ name }: { name: string }) => name === 'Welcome card').id
}

const created = once(async ({ call }: Sample) =>
  call('POST', '/postbatches', { name: 'Spring', templateId: await cardOf({ call }) }),
)

/** A mailing whose list has invalid rows: checked, or imported and priced without them. */
const withBadRows = async (
  { call, uploadTest, validate }: Sample,
  name: string,
  dryRun: boolean,
): Promise<string> => {
  const heading = 'Klantnummer;Voornaam;Achternaam;Straatnaam;Huisnr;Toevoeging;Postcode;Woonplaats;Telefoon'
  const line = (number: number, postalCode = '1012 LG') =>
    `K${number};Johanna;Wielinga-van den Broek;Nieuwezijds Voorburgwal;${number};A;${postalCode};Amsterdam;020 555 01${number}`
  const lines = [
    heading,
    line(11),
    line(12, '1012'),
    line(13),
    line(14),
    line(15, 'LG 1012'),
    line(16),
    line(11),
  ]
  const { id: uploadId } = await uploadTest('CSV', 'Leden voorjaar.csv', Buffer.from(lines.join('\n')))
  const { id } = await call('POST', '/postbatches', { name, templateId: await cardOf({ call }) })
  const { suggestion } = await call('POST', `/postbatches/${id}/imports`, { uploadId })
  await call('POST', '/suppressions', {
    recipient: {
      street: 'Nieuwezijds Voorburgwal',
      houseNumber: '13',
      houseNumberSuffix: 'A',
      postalCode: '1012 LG',
      city: 'Amsterdam',
      country: 'NL',
    },
    reason: 'opt_out',
  }).catch(() => undefined)
  const { mapping } = suggestion
  const { id: importId } = await call('POST', `/postbatches/${id}/imports`, { uploadId, mapping, dryRun })
  const isAt = async (path: string, status: string) => {
    while ((await call('GET', path)).status !== status) await new Promise((wake) => setTimeout(wake, 50))
  }
  await isAt(`/postbatches/${id}/imports/${importId}`, 'COMPLETED')
  // Skip the duplicate row.
  const path = `/postbatches/${id}/imports/${importId}`
  const bad = await call('GET', `${path}/bad-rows`)
  await call('POST', `${path}/mend`, { rows: [{ row: bad.data.at(-1).row, cells: [] }] })
  if (!dryRun) {
    await validate(id)
  }
  return id
}
/** A mailing with a list whose encoding, heading and some columns must be confirmed. */
const withQuestions = once(async ({ call, uploadTest }: Sample) => {
  const { id } = await call('POST', '/postbatches', {
    name: 'Herfst: vragen',
    templateId: await cardOf({ call }),
  })
  const { id: uploadId } = await uploadTest('CSV', 'Leden DOS.csv', unsureList())
  await call('POST', `/postbatches/${id}/imports`, { uploadId })
  return id
})
const checked = once((sample) => withBadRows(sample, 'Voorjaar: leden', true))
const priced = once((sample) => withBadRows(sample, 'Zomer: leden', false))
/** An approved test mailing. */
const tried = once(async (sample) => {
  const id = await withBadRows(sample, 'Herfst: leden', false)
  await sample.call('POST', `/postbatches/${id}/approve`)
  while ((await sample.call('GET', `/postbatches/${id}`)).status === 'APPROVED') {
    await new Promise((wake) => setTimeout(wake, 50))
  }
  return id
})
/** A mailing to the recipients of an approved one. */
const repeated = once(async (sample) => {
  await tried(sample)
  return withBadRows(sample, 'Herfst: leden, nog eens', false)
})
/** A rejected mailing that waits for a correction. */
const rejected = once(async (sample) => {
  const id = await withBadRows(sample, 'Winter: leden', false)
  const reason = 'De datum in de tweede alinea is al voorbij.'
  await sample.call('POST', `/postbatches/${id}/reject`, { reason })
  return id
})
/** The live copy of a test mailing, before the requirements of live mail are met. */
const copied = once(async (sample) => {
  const { id } = await sample.callLive('POST', `/postbatches/${await priced(sample)}/copy`)
  return id
})

export const postbatchScreens: readonly Screen[] = [
  {
    name: 'postbatches',
    path: async (sample) => {
      await created(sample)
      return '/postbatches'
    },
    ready: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'postbatch',
    path: async (sample) => `/postbatches/${(await created(sample)).id}`,
    ready: (page) => page.locator('[aria-current=step]').waitFor(),
  },
  {
    name: 'postbatch-columns',
    path: async (sample) => `/postbatches/${await withQuestions(sample)}`,
    ready: (page) => page.locator('main table').first().waitFor(),
  },
  {
    name: 'postbatch-mend',
    path: async (sample) => `/postbatches/${await checked(sample)}`,
    ready: (page) => page.locator('main li input').first().waitFor(),
  },
  {
    name: 'postbatch-donor-columns',
    path: async (sample) => `/postbatches/${await donorColumns(sample)}`,
    ready: async (page) => {
      await page.locator('main fieldset').first().waitFor()
      await page.locator('main table').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'postbatch-two-gifts',
    path: async (sample) => `/postbatches/${await twoGifts(sample)}`,
    ready: (page) => page.locator('main li input').first().waitFor(),
  },
  {
    name: 'postbatch-price',
    path: async (sample) => `/postbatches/${await priced(sample)}`,
    ready: async (page) => {
      await page.locator('main details').nth(2).waitFor()
      const folded = page.locator('main details:not([open]) > summary')
      while ((await folded.count()) > 0) await folded.first().click()
      await page.locator('main details li').last().waitFor()
    },
  },
  {
    name: 'postbatch-sent-before',
    path: async (sample) => `/postbatches/${await repeated(sample)}?mode=test`,
    ready: (page) =>
      page.getByRole('region', { name: /already got this template|dit sjabloon al/ }).waitFor(),
  },
  {
    name: 'postbatch-salutations',
    path: async (sample) => `/postbatches/${await saluted(sample)}?mode=test`,
    ready: async (page) => {
      const region = page.getByRole('region', { name: /^Salutations$|^Aanheffen$/ })
      await region.getByRole('button').first().click()
      await region.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'postbatch-new',
    path: () => '/postbatches/new',
    ready: (page) => page.getByText('Welcome card').first().waitFor(),
  },
  {
    name: 'postbatch-obstacles',
    path: async (sample) => `/postbatches/${await copied(sample)}?mode=live`,
    ready: (page) => page.locator('main h3').first().waitFor(),
  },
  {
    name: 'postbatch-warnings',
    path: async (sample) => `/postbatches/${await warned(sample)}?mode=test`,
    ready: (page) => page.locator('#warnings').waitFor(),
  },
  {
    name: 'postbatch-rejected',
    path: async (sample) => `/postbatches/${await rejected(sample)}?mode=test`,
    ready: (page) => page.locator('main blockquote').waitFor(),
  },
  {
    name: 'postbatch-tried',
    path: async (sample) => `/postbatches/${await tried(sample)}?mode=test`,
    ready: (page) => page.getByRole('heading').nth(2).waitFor(),
  },
  {
    name: 'presets',
    path: () => '/presets',
    ready: (page) => page.locator('main h2').first().waitFor(),
  },
]
