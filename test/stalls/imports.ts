/** Cases for lists: uploading, inspecting and importing them. */
import { sampleIds } from '../../src/core/features/products/install-catalogue.ts'
import { greetingCard } from '../support/greeting-card.ts'
import type { Case } from './cases.ts'
import type { CaseAnswer, Fixtures } from './fixtures.ts'

const upload = async ({ send }: Fixtures, bytes: Buffer): Promise<string> => {
  const { status, text } = await send({
    path: '/v1/uploads?kind=CSV&name=list.csv',
    body: bytes,
    headers: { 'content-type': 'text/csv' },
  })
  if (status !== 201) throw new Error(`The upload was answered ${status}: ${text}`)
  return JSON.parse(text).id
}

/** Other statuses are final, or wait for a mapping. */
const busy = ['MAPPED', 'PENDING', 'PROCESSING']
const finished =
  (path: (fixtures: Fixtures, id: string) => string) =>
  async (fixtures: Fixtures, { status, text }: CaseAnswer): Promise<void> => {
    if (status >= 300) return
    const { id } = JSON.parse(text)
    while (busy.includes((await fixtures.json('GET', path(fixtures, id))).status)) {
      await new Promise((wake) => setTimeout(wake, 50))
    }
  }

/** Unknown ids, each of which is recorded in a row. */
const manyAtOnce: Case = {
  where: 'itemActions.create',
  what: 'ten thousand ids',
  status: 202,
  request: () => ({
    path: '/v1/item-actions',
    body: JSON.stringify({
      action: 'CANCEL',
      ids: Array.from({ length: 10_000 }, (_, n) => `itm_${String(n).padStart(36, '0')}`),
    }),
  }),
  after: finished((_, id) => `/v1/item-actions/${id}`),
}

const line = (cell: string, cells: number) => Array.from({ length: cells }, () => cell).join(';')
const heading = 'naam;straat;huisnummer;postcode;plaats;firstName'
const fields = {
  'recipient.name': { column: 'naam' },
  'recipient.street': { column: 'straat' },
  'recipient.houseNumber': { column: 'huisnummer' },
  'recipient.postalCode': { column: 'postcode' },
  'recipient.city': { column: 'plaats' },
  'data.firstName': { column: 'firstName' },
}
const rowOf = (name: string, street: string) => `${name};${street};1;1012AB;Ede;${name.slice(0, 20)}`

/** Returns 60 rows with a number in each column; years in names of streets are not house numbers. */
const columnsOf = (names: readonly string[]) => {
  const cells = names.map((name, n) => (name.startsWith('Straat') ? 'Plein 1944' : String(n)))
  return `${names.join(';')}\n${`${cells.join(';')}\n`.repeat(60)}`
}

const lists: [what: string, status: number, text: () => string][] = [
  ['8 MB of commas', 422, () => ','.repeat(8_000_000)],
  ['commas with line ends in quotes', 422, () => ',,,"\n"'.repeat(1_000_000)],
  ['a quote that never ends', 422, () => `${heading}\n"${'x\n'.repeat(1_000_000)}`],
  ['8 MB of quotes', 422, () => '"'.repeat(8_000_000)],
  [
    '500 columns of ligatures',
    201,
    () => `${line('ﷺ'.repeat(40), 500)}\n${line('ﷺ'.repeat(40), 500)}\n`.repeat(20),
  ],
  [
    '500 columns named “name”',
    201,
    () => `${line('naam', 500)}\n${`${line('Jan Jansen', 500)}\n`.repeat(60)}`,
  ],
  [
    '2,000 names in Arabic',
    201,
    () => `${heading}\n${`${rowOf('مرحبا بكم '.repeat(10), 'مرحبا بكم '.repeat(10))}\n`.repeat(2000)}`,
  ],
  [
    'columns of a house and 497 streets',
    201,
    () => columnsOf(['Naam', 'Postcode', 'Huis', ...Array(497).fill('Straat')]),
  ],
  [
    '50 columns of houses and 448 streets',
    201,
    () => columnsOf(['Naam', 'Postcode', ...Array(50).fill('Huis'), ...Array(448).fill('Straat')]),
  ],
  [
    '250 columns of units and 250 streets with many accents',
    201,
    () =>
      columnsOf([...Array(250).fill('Business unit'), ...Array(250).fill(`Straat${'\u0301'.repeat(50)}`)]),
  ],
  ['20,000 empty lines', 422, () => `${heading}\n${'\n'.repeat(20_000)}`],
]

/** A Postbatch whose letters print an amount of money. Only live keys may create templates. */
const withAmount = async ({ json, send }: Fixtures): Promise<string> => {
  const document = greetingCard('{{firstName}} {{amount | ""}}')
  const variables = { firstName: document.variables.firstName, amount: { type: 'money' } }
  const template = {
    name: 'Amounts',
    productSpecificationId: sampleIds.a6,
    document: { ...document, variables },
  }
  const created = await send({ live: true, path: '/v1/templates', body: JSON.stringify(template) })
  const { id: templateId } = JSON.parse(created.text)
  await send({ live: true, method: 'POST', path: `/v1/templates/${templateId}/publish` })
  return (await json('POST', '/v1/postbatches', { name: 'Amounts', templateId })).id
}

const amounts: Case = {
  where: 'postbatches.createImport',
  what: 'amounts of 30,000 points',
  status: 201,
  request: async (fixtures) => {
    const rows = `${rowOf('Jan', 'Damrak')};${'.'.repeat(30_000)}\n`.repeat(20)
    return {
      path: `/v1/postbatches/${await withAmount(fixtures)}/imports`,
      body: JSON.stringify({
        uploadId: await upload(fixtures, Buffer.from(`${heading};amount\n${rows}`)),
        mapping: { fields: { ...fields, 'data.amount': { column: 'amount' } } },
      }),
    }
  },
  after: async (fixtures, answer) => {
    const { postbatchId } = JSON.parse(answer.text)
    await finished((_, id) => `/v1/postbatches/${postbatchId}/imports/${id}`)(fixtures, answer)
  },
}

export const importCases: Case[] = [
  ...lists.map(
    ([what, status, text]): Case => ({
      where: 'postbatches.createImport',
      what,
      status,
      request: async (fixtures) => ({
        path: `/v1/postbatches/${fixtures.postbatchId}/imports`,
        body: JSON.stringify({
          uploadId: await upload(fixtures, Buffer.from(text())),
          ...(what.includes('Arabic') ? { mapping: { fields } } : {}),
        }),
      }),
      after: finished(({ postbatchId }, id) => `/v1/postbatches/${postbatchId}/imports/${id}`),
    }),
  ),
  ...lists.map(
    ([what, , text]): Case => ({
      where: 'suppressions.import',
      what,
      status: 0,
      request: async (fixtures) => ({
        path: '/v1/suppressions/import',
        body: JSON.stringify({
          uploadId: await upload(fixtures, Buffer.from(text())),
          mapping: what.includes('Arabic') ? { street: 'straat', name: 'naam' } : { street: 'ﷺ'.repeat(60) },
        }),
      }),
      after: finished((_, id) => `/v1/suppressions/imports/${id}`),
    }),
  ),
  amounts,
  manyAtOnce,
  {
    where: 'uploads.create',
    what: '40 MB of commas',
    status: 201,
    request: () => ({
      path: '/v1/uploads?kind=CSV&name=list.csv',
      body: Buffer.alloc(40_000_000, ','),
      headers: { 'content-type': 'text/csv' },
    }),
  },
  {
    where: 'uploads.create',
    what: 'a form of many parts',
    status: 415,
    request: () => ({
      path: '/v1/uploads?kind=CSV&name=list.csv',
      body: '--x\r\n\r\n'.repeat(500_000),
      headers: { 'content-type': `multipart/form-data; boundary=x${'; a=b'.repeat(10_000)}` },
    }),
  },
]
