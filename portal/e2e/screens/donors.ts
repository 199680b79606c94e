import { once, type Sample } from './screen.ts'

const heading = 'Lidnummer;Aanhef;Voornaam;Achternaam;Straat;Huisnr;Postcode;Plaats;Bedrag'
const donor = (name: string, houseNumber: number, amount: string) =>
  `L${houseNumber};${name};Nieuwezijds Voorburgwal;${houseNumber};1012 LG;Amsterdam;${amount}`
const donors = [
  heading,
  donor('Dhr.;Jan;Smit', 11, '25,00'),
  donor('Fam.;;de Vries', 13, '50,00'),
  donor('Dhr. en mevr.;;Bakker', 15, '10,00'),
  donor('Dhr.;Jan;Smit', 11, '75,00'),
  '',
].join('\n')

/** Publishes a template that thanks donors; returns its id. */
export const thankYouLetter = async ({ call, callLive }: Sample, name: string): Promise<string> => {
  const { data } = await call('GET', '/templates?limit=1')
  const typography = { font: 'noto-sans', size: 10 }
  const text = '{{salutation}},\n\nHartelijk dank voor uw gift van {{bedrag}}{{datum | ""}}.'
  const document = {
    ...{ schema: 1, trim: { w: 210, h: 297 }, bleed: 3, safe: 5, locale: 'nl-NL' },
    variables: {
      bedrag: { type: 'money', sample: '25.00' },
      datum: { type: 'date', format: 'long', sample: '2026-02-27' },
    },
    fonts: [{ id: 'noto-sans' }],
    pages: [
      {
        side: 'front',
        elements: [
          { type: 'address', zone: 'product', ...typography },
          { type: 'text', ...typography, x: 25, y: 110, w: 160, h: 60, text },
        ],
      },
    ],
  }
  const { productSpecificationId } = data[0]
  const { id } = await callLive('POST', '/templates', { name, productSpecificationId, document })
  await callLive('POST', `/templates/${id}/publish`)
  return id
}

/** A list of donors, one with two gifts and two without a first name. */
const listOfDonors = async (sample: Sample, name: string) => {
  const { call, uploadTest } = sample
  const templateId = await thankYouLetter(sample, name)
  const { id } = await call('POST', '/postbatches', { name, templateId })
  const { id: uploadId } = await uploadTest('CSV', 'Giften.csv', Buffer.from(donors))
  const path = `/postbatches/${id}/imports`
  const list = await call('POST', path, { uploadId })
  return { id, path: `${path}/${list.id}`, list }
}

/** A list with mapped columns and a question about forms of address. */
export const donorColumns = once(async (sample: Sample) => (await listOfDonors(sample, 'Giften')).id)

/** A checked list with two gifts of one donor. */
export const twoGifts = once(async (sample: Sample) => {
  const { id, path, list } = await listOfDonors(sample, 'Dank voor uw gift')
  await sample.call('PATCH', path, { mapping: list.suggestion.mapping, dryRun: true })
  while ((await sample.call('GET', path)).status !== 'COMPLETED') {
    await new Promise((wake) => setTimeout(wake, 50))
  }
  return id
})
