import { afterAll, describe, expect, test, vi } from 'vitest'
import { sampleIds } from '../../src/core/features/products/install-catalogue.ts'
import type { ServerProcess } from '../support/cli.ts'
import { greetingCard } from '../support/greeting-card.ts'
import { isInHistory } from '../support/other-program.ts'
import { earlier, openBesideEarlier } from '../support/two-versions.ts'

// The earlier version's answers are not recorded, because this version's document does not describe them.
vi.mock('../support/recorder.ts', () => ({ record: () => {} }))

const shops: { end(): Promise<unknown> }[] = []
afterAll(() => Promise.all(shops.map((shop) => shop.end())))

const openShop = async () => {
  const shop = await openBesideEarlier()
  shops.push(shop)
  return { ...shop, newer: await shop.startNewer() }
}
type Shop = Awaited<ReturnType<typeof openShop>>

const suppressions =
  'Naam;Straat + nr;Postcode + plaats\r\nEva Bakker;Damrak 12;1012 LG Amsterdam\r\nJan;Damrak;1012 LG Amsterdam\r\n'

const heading = 'Voornaam;Achternaam;Straat;Huisnummer;Postcode;Plaats'
const good = 'Eva;Bakker;Damrak,;12-14;1012 LG;Amsterdam'
const other = 'Adam;Smit;Spui,;3;1012 WX;Amsterdam'
const nameless = 'NULL;NULL;Damrak;20;1012 LG;Amsterdam'
/** Raises a question: only the list's owner knows which partner belongs on the envelope. */
const asking = `${heading};Naam partner\r\n${good};Jan de Boer\r\n`
/** In Mac Roman, which the earlier version reads as Windows-1252. */
const macRoman = Buffer.from(`${heading}\r\nJ\x9frg;M\x9fller;Stra\xa7e;5;1012 LG;Amsterdam\r\n`, 'latin1')

const mapping = {
  fields: {
    'recipient.name': { columns: ['Voornaam', 'Achternaam'] },
    'recipient.street': { column: 'Straat' },
    'recipient.houseNumber': { column: 'Huisnummer' },
    'recipient.postalCode': { column: 'Postcode' },
    'recipient.city': { column: 'Plaats' },
    'data.firstName': { column: 'Voornaam' },
  },
}
const leftOut = { code: 'unused_column', column: 'Naam partner', choice: 'leave_out' }

describe.runIf(isInHistory(earlier))('next to a version without questions about lists', () => {
  test('lists are read by the current rules, whichever server accepts them', async () => {
    const shop = await openShop()
    await suppressionsAreRead(shop)
    await mailingsAreRead(shop)
  }, 300_000)
})

const ended = async (shop: Shop, path: string) => {
  const read = () => shop.callOk(shop.newer, 'GET', path)
  await vi.waitUntil(async () => ['COMPLETED', 'FAILED'].includes((await read()).status), { timeout: 60_000 })
  return read()
}

const suppressionsAreRead = async ({ newer, older, callOk, upload, live, sql }: Shop) => {
  const uploadId = await upload(newer, suppressions, live)
  const sample = `/suppressions/import-sample?uploadId=${uploadId}`
  const { mapping, fields } = await callOk(newer, 'GET', sample, undefined, live)
  const ids: string[] = []
  for (const matchName of [false, true, false, true]) {
    const body = { uploadId, mapping, fields, matchName }
    ids.push((await callOk(newer, 'POST', '/suppressions/import', body, live)).id)
  }
  for (const id of ids) {
    await expect
      .poll(() => callOk(older, 'GET', `/suppressions/imports/${id}`, undefined, live), { timeout: 60_000 })
      .toMatchObject({ status: 'COMPLETED' })
    expect(await callOk(newer, 'GET', `/suppressions/imports/${id}`, undefined, live)).toMatchObject({
      rowCount: 2,
      failedCount: 0,
      doubtfulCount: 1,
    })
  }
  expect(await sql(`select kind from jobs where attempts > 0`)).toEqual([])
  const { data } = await callOk(newer, 'GET', '/suppressions?sort=recipientName', undefined, live)
  expect(
    data.map(({ recipient }: { recipient: { houseNumber: string } }) => recipient.houseNumber),
  ).toContain('12')
}

/** Publishes a template at the earlier server. Returns a function that creates a mailing of it. */
const mailingsOf = async ({ older, callOk, live }: Shop) => {
  const document = { name: 'Card', productSpecificationId: sampleIds.a6, document: greetingCard() }
  const { id: templateId } = await callOk(older, 'POST', '/templates', document, live)
  await callOk(older, 'POST', `/templates/${templateId}/publish`, undefined, live)
  return async (server: ServerProcess): Promise<string> =>
    (await callOk(server, 'POST', '/postbatches', { name: 'Spring', templateId })).id
}

const mailingsAreRead = async (shop: Shop) => {
  const { older, newer, callOk, call, upload, sql } = shop
  const begin = await mailingsOf(shop)
  /** Uploads a list and begins its import at one server, and maps it at another. */
  const importing = async (
    [first, second]: readonly [ServerProcess, ServerProcess],
    file: string | Buffer<ArrayBuffer>,
    body: object = { mapping },
  ) => {
    const id = await begin(first)
    const input = { uploadId: await upload(first, file) }
    const path = `/postbatches/${id}/imports`
    const begun = await callOk(first, 'POST', path, input)
    expect(begun.status).toBe('UPLOADED')
    const mapped = await call(second, 'PATCH', `${path}/${begun.id}`, body)
    return { id, path: `${path}/${begun.id}`, mapped }
  }
  const outcome = async (path: string) => {
    const { status, createdCount, failedCount, failure } = await ended(shop, path)
    return { status, createdCount, failedCount, code: failure?.code ?? null }
  }
  const failed = { status: 'FAILED', createdCount: 0, failedCount: 0, code: 'questions_open' }
  const done = { status: 'COMPLETED', createdCount: 1, failedCount: 0, code: null }

  // A question unknown to the earlier server still fails the list, or the row that raises it.
  const list = `${heading}\r\n${good}\r\n${other}\r\n${nameless}\r\n`
  const plain = await importing([older, older], list)
  expect(await outcome(plain.path)).toEqual({ ...done, createdCount: 2, failedCount: 1 })
  const imported = await callOk(newer, 'GET', plain.path)
  expect(imported.problems[0].code).toBe('placeholder')
  expect(imported.questions.map(({ code }: { code: string }) => code)).toContain('placeholder')
  expect((await callOk(older, 'GET', plain.path)).failedCount).toBe(1)
  for (const servers of [[older, older] as const, [newer, older] as const]) {
    expect(await outcome((await importing(servers, asking)).path)).toEqual(failed)
  }
  expect(await outcome((await importing([older, older], macRoman)).path)).toEqual(failed)

  // A list that was begun at the earlier server has questions at the newer one.
  const begun = await importing([older, newer], asking)
  expect(begun.mapped).toMatchObject({ status: 422, body: { errors: [{ parameter: 'answers' }] } })
  await callOk(newer, 'PATCH', begun.path, { mapping, answers: [leftOut] })
  expect(await outcome(begun.path)).toEqual(done)

  // Presets of either version keep their answers.
  const bare = (await callOk(older, 'POST', '/mapping-presets', { name: 'Bare', mapping })).id
  const preset = { name: 'Answered', mapping, answers: [leftOut] }
  const answered = (await callOk(newer, 'POST', '/mapping-presets', preset)).id
  expect(await outcome((await importing([older, older], asking, { presetId: bare })).path)).toEqual(failed)
  expect(await outcome((await importing([older, older], asking, { presetId: answered })).path)).toEqual(done)
  expect((await importing([newer, newer], asking, { presetId: bare })).mapped.status).toBe(422)

  // A program that sends its mapping with the list has decided on the columns, so no question is open.
  const decided = await begin(older)
  const input = { uploadId: await upload(older, asking), mapping }
  const { id } = await callOk(older, 'POST', `/postbatches/${decided}/imports`, input)
  expect(await outcome(`/postbatches/${decided}/imports/${id}`)).toEqual(done)

  await isPrintedAsWritten(shop, plain.id)
  expect(await sql(`select kind from jobs where attempts > 0`)).toEqual([])
}

/** Validates, approves and prints a mailing at the earlier server. */
const isPrintedAsWritten = async ({ older, newer, callOk, sql }: Shop, id: string) => {
  const itemOf = async () =>
    (await sql(`select id, status from items where "postbatchId" = '${id}' order by id`))[0]!
  const until = (status: string) =>
    vi.waitUntil(async () => (await itemOf()).status === status, { timeout: 90_000, interval: 200 })
  const statusOf = async () => (await sql(`select status from postbatches where id = '${id}'`))[0]!.status
  const validate = async () => {
    await callOk(older, 'POST', `/postbatches/${id}/validate`)
    await vi.waitUntil(async () => (await statusOf()) === 'VALIDATED', { timeout: 60_000, interval: 200 })
  }
  const warned = async () => (await callOk(newer, 'GET', `/postbatches/${id}/quote`)).warnings
  const otherwise = (itemCount: number) => ({
    itemCount,
    codes: [{ code: 'printed_otherwise', itemCount }],
  })
  await validate()
  expect(await warned()).toEqual(otherwise(2))
  const [, last] = await sql(`select id from items where "postbatchId" = '${id}' order by id`)
  await callOk(older, 'POST', `/items/${last!.id}/cancel`)
  expect(await warned()).toBeNull()
  await validate()
  expect(await warned()).toEqual(otherwise(1))
  await callOk(older, 'POST', `/postbatches/${id}/approve`)
  await until('SCHEDULED')
  await callOk(older, 'POST', '/developers/test-clock/advance', { to: 'next-cutoff' })
  await until('IN_PRODUCTION')
  const evidence = await callOk(newer, 'GET', `/items/${(await itemOf()).id}/evidence`)
  expect(JSON.stringify(evidence)).toContain('Damrak 12-14')
}
