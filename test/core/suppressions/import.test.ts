import { beforeEach, describe, expect, test } from 'vitest'
import { transact } from '../../../src/core/engine/transact.ts'
import { importSuppressions } from '../../../src/core/features/suppressions/jobs/import.ts'
import { dayMs } from '../../../src/core/kernel/time.ts'
import { zoe } from '../../support/recipients.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})

const upload = async (text: string | Uint8Array, kind = 'CSV', key = shop.keys.live) => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const answer = await shop.call('uploads.create', { key, query: { kind, name: 'list.csv' }, bytes })
  expect(answer.status).toBe(201)
  return answer.body.id as string
}
const begin = async (text: string | Uint8Array, settings: Record<string, unknown> = {}) =>
  shop.call('suppressions.import', { body: { uploadId: await upload(text), ...settings } })
/** Runs an import to its end. */
const imported = async (text: string | Uint8Array, settings: Record<string, unknown> = {}) => {
  const answer = await begin(text, settings)
  expect(answer).toMatchObject({ status: 202, body: { status: 'PROCESSING', rowCount: 0 } })
  await shop.settle()
  return read(answer.body.id)
}
const read = async (id: string) => (await shop.call('suppressions.getImport', { params: { id } })).body
const errorsOf = (id: string) => shop.call('suppressions.importErrors', { params: { id } })
const entries = async (query = '') =>
  (await shop.call('suppressions.list', { query: `limit=200${query}` })).body.data
const events = async () =>
  (await shop.call('events.list', { query: 'filter[type]=import.*' })).body.data.map(
    (event: { type: string; data: unknown }) => [event.type, event.data],
  )

const list = `Name;Street;house_number;Postal Code;City;Reason
Zoë de Vries;Damrak;12;1012 LG;Amsterdam;moved
;Coolsingel 40;;3011AD;Rotterdam;
;;;;;

`

describe('a list', () => {
  test('is imported by columns named like the fields', async () => {
    const done = await imported(list)
    expect(done).toMatchObject({
      status: 'COMPLETED',
      fileName: 'list.csv',
      mapping: { name: 'Name', houseNumber: 'house_number', postalCode: 'Postal Code', reason: 'Reason' },
      rowCount: 4,
      addedCount: 2,
      mergedCount: 0,
      failedCount: 0,
      failure: null,
    })
    expect(await entries('&sort=recipientName')).toMatchObject([
      { addressKey: 'NL|3011AD|40', reason: 'opt_out', source: 'IMPORT', matchName: false, status: 'ACTIVE' },
      { addressKey: 'NL|1012LG|12', reason: 'moved', recipient: { name: 'Zoë de Vries', country: 'NL' } },
    ])
    expect(await events()).toEqual([['import.completed', { import: { id: done.id, status: 'COMPLETED' } }]])
    expect((await shop.call('suppressions.check', { body: { recipient: zoe } })).body.suppressed).toBe(true)
  })

  test('is imported with the given columns and defaults', async () => {
    const german = 'Empfänger\tStraße\tPLZ\tOrt\tnur Person\nEva Öz\tTorstraße 1\t10119\tBerlin\tja\n'
    const done = await imported(Buffer.from(german, 'latin1'), {
      mapping: {
        name: 'empfanger',
        street: 'STRASSE',
        postalCode: 'PLZ',
        city: 'Ort',
        matchName: 'nur Person',
      },
      country: 'DE',
      reason: 'register',
      advertisingCategory: 'retail',
    })
    expect(done).toMatchObject({ status: 'COMPLETED', addedCount: 1 })
    expect(await entries()).toMatchObject([
      {
        reason: 'register',
        advertisingCategory: 'retail',
        matchName: true,
        recipient: { name: 'Eva Öz', country: 'DE' },
      },
    ])
  })

  test('adds no entry twice, within itself or with existing ones', async () => {
    const there = await shop.call('suppressions.create', { body: { recipient: zoe, reason: 'deceased' } })
    const done = await imported(`${list}x;COOLSINGEL;40;3011 ad;R’dam;moved\n`)
    expect(done).toMatchObject({ rowCount: 5, addedCount: 1, mergedCount: 2, failedCount: 0 })
    expect((await shop.call('suppressions.get', { params: { id: there.body.id } })).body.reason).toBe(
      'deceased',
    )
    expect(await imported(list)).toMatchObject({ addedCount: 0, mergedCount: 2 })
    expect(await entries()).toHaveLength(2)
  })

  test('belongs to its mode', async () => {
    const uploadId = await upload(list, 'CSV', shop.keys.test)
    const refused = await shop.call('suppressions.import', { body: { uploadId } })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'uploadId', code: 'unknown' }] },
    })
    const taken = await shop.call('suppressions.import', { key: shop.keys.test, body: { uploadId } })
    await shop.settle()
    expect(await entries()).toEqual([])
    expect((await shop.call('suppressions.list', { key: shop.keys.test })).body.data).toHaveLength(2)
    const params = { id: taken.body.id }
    expect((await shop.call('suppressions.getImport', { params })).status).toBe(404)
    expect((await shop.call('suppressions.importErrors', { params })).status).toBe(404)
  })
})

describe('rows that cannot be imported', () => {
  const mess = `name,street,city,country,reason,matchName
Zoë,Damrak 12,Amsterdam,NL,moved,
,,Delft,NL,,
Jan,=cmd 1,Delft,NL,because,maybe
Bob,Main Street 1,Springfield,XX,,
Ann,"Line
break 1",Delft,NL,,
—,Oude Delft 1,Delft,NL,,yes
`

  test('are returned with their problems, and the others are added', async () => {
    const done = await imported(mess)
    expect(done).toMatchObject({ status: 'COMPLETED', rowCount: 6, addedCount: 1, failedCount: 5 })
    const answer = await errorsOf(done.id)
    expect(answer.headers['Content-Type']).toBe('text/csv; charset=utf-8')
    const lines: string = answer.body
    expect(lines.split('\r\n')[0]).toBe(
      'name,street,city,country,reason,matchName,importRow,importError,importRemark',
    )
    expect(lines).toContain(',,Delft,NL,,,3,street: The address needs a street.')
    expect(lines).toContain("Jan,'=cmd 1,Delft,NL,because,maybe,4,")
    expect(lines).toContain('reason: There is no suppression reason because.')
    expect(lines).toContain('matchName: Use true or false.')
    expect(lines).toContain('country: XX is not an ISO 3166-1 country.')
    expect(lines).toContain('name: The name has no letters or digits to compare.')
  })

  test('are returned with cells beyond the columns, and with a name without a person', async () => {
    const done = await imported(
      'name,street,postalCode,city,matchName\nDhr.,Markt 1,2611 GP,Delft,yes\nMevr.,Markt 2,2611 GP,Delft,\nJan,Markt 3,achter,2611 GP,Delft,\nAn,Markt 4,2611 GP,Delft,,,\n',
    )
    expect(done).toMatchObject({ status: 'COMPLETED', rowCount: 4, addedCount: 2, failedCount: 2 })
    const lines = (await errorsOf(done.id)).body.split('\r\n')
    expect(lines[1]).toBe(
      'Dhr.,Markt 1,2611 GP,Delft,yes,2,name: “Dhr.” does not name a person to compare with. Add a first or last name.,',
    )
    expect(lines[2]).toMatch(/^Jan,Markt 3,achter,2611 GP,Delft,4,.*$/)
  })

  test('import cleanly once they are corrected', async () => {
    const lines: string = (await errorsOf((await imported(mess)).id)).body
    const corrected = lines
      .replace(',,Delft,NL,,,', ',Markt 1,Delft,NL,,,')
      .replace('because,maybe', 'moved,no')
      .replace(',XX,', ',US,')
      .replace('Line\nbreak 1', 'Broken line 1')
      .replace('—,Oude', 'Kim,Oude')
    const again = await imported(corrected)
    expect(again).toMatchObject({ addedCount: 5, mergedCount: 1, failedCount: 0, doubtfulCount: 6 })
    expect(await entries('&filter[recipientName]=Jan')).toMatchObject([{ recipient: { street: '=cmd 1' } }])
  })

  test('are kept for thirty days', async () => {
    const { id } = await imported(mess)
    await shop.advance(29 * dayMs)
    expect((await errorsOf(id)).body).toContain('needs a street')
    await shop.advance(2 * dayMs)
    expect((await errorsOf(id)).body).not.toContain('needs a street')
    const kept: string[] = []
    for await (const key of shop.services.blobs.list('suppression-imports/')) kept.push(key)
    expect(kept).toEqual([])
  })

  test('are not shown while the import is in progress', async () => {
    const { body } = await begin(mess)
    expect(await errorsOf(body.id)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })
})

describe('an import is refused immediately for', () => {
  test.each<[string, string, Record<string, unknown>, string[]]>([
    ['an empty file', ' ', {}, ['uploadId']],
    ['no street', 'name,city\nZoë,Delft', {}, ['mapping.street']],
    [
      'unknown columns, and conditions',
      list,
      { mapping: { name: 'Naam', city: 'Plaats' }, reason: 'x', advertisingCategory: 'y' },
      ['mapping.name', 'mapping.city', 'reason', 'advertisingCategory'],
    ],
    ['an unknown field', list, { mapping: { colour: 'Name' } }, ['mapping.colour']],
    ['a heading that never ends', `"${'x'.repeat(70_000)}`, {}, ['uploadId']],
  ])('%s', async (_what, text, settings, parameters) => {
    const answer = await begin(text, settings)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { parameter: string }) => error.parameter)).toEqual(parameters)
  })

  test('an upload that is missing or not a list', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    for (const uploadId of ['upl_nothing', png]) {
      if (typeof uploadId !== 'string') continue
      const answer = await shop.call('suppressions.import', { body: { uploadId } })
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ parameter: 'uploadId' }] } })
    }
  })
})

describe('an interrupted import', () => {
  const many = (count: number) =>
    `name,street,postalCode,city\n${Array.from({ length: count }, (_, n) => `Eva ${n % 7 ? 'Bakker' : 'Jansen'},${n % 100 === 7 ? '' : `Markt ${n + 1}`},2611 GP,Delft`).join('\n')}\n`

  test('resumes where it stopped, and counts and stores nothing twice', async () => {
    const { body } = await begin(many(1000))
    const crash = async (after: number) => {
      let left = after
      const job = { organisationId: shop.organisation.id, payload: { importId: body.id } } as never
      const attempt = importSuppressions.handler({
        services: shop.services,
        job,
        args: { importId: body.id },
        now: shop.clock.now(),
        transact: (work) => transact(shop.services, work),
        async extend() {
          if (--left === 0) throw new Error('The power went.')
        },
        giveWay: () => undefined,
      })
      await expect(attempt).rejects.toThrow('The power went.')
    }
    await crash(1)
    expect(await read(body.id)).toMatchObject({
      status: 'PROCESSING',
      rowCount: 200,
      addedCount: 198,
      failedCount: 2,
    })
    await crash(2)
    expect(await read(body.id)).toMatchObject({ rowCount: 600 })
    await shop.settle()
    const done = await read(body.id)
    expect(done).toMatchObject({
      status: 'COMPLETED',
      rowCount: 1000,
      addedCount: 990,
      mergedCount: 0,
      failedCount: 10,
    })
    expect((await errorsOf(body.id)).body.trim().split('\r\n')).toHaveLength(11)
    expect(await events()).toHaveLength(1)
  })

  test('whose file breaks off keeps the rows before that, and reports where it failed', async () => {
    const done = await imported(`${many(250)}"${'x'.repeat(70_000)}`)
    expect(done).toMatchObject({ status: 'FAILED', rowCount: 250, addedCount: 247, failedCount: 3 })
    expect(done.failure).toContain('The record that starts in line 252')
    expect(await events()).toEqual([['import.failed', { import: { id: done.id, status: 'FAILED' } }]])
  })
})

describe('the list as CSV', () => {
  const exported = async (key = shop.keys.live) => shop.call('suppressions.exportCsv', { key })

  test('contains every entry of its mode, and can be imported unchanged', async () => {
    const rows = Array.from({ length: 250 }, (_, n) => `=N${n},Markt ${n + 1},Delft,${n % 2 ? 'yes' : ''}`)
    await imported(`name,street,city,matchName\n${rows.join('\n')}`, {
      reason: 'register',
      advertisingCategory: 'food',
    })
    const { headers, body } = await exported()
    expect(headers['Content-Type']).toBe('text/csv; charset=utf-8')
    const lines: string[] = body.trim().split('\r\n')
    expect(lines).toHaveLength(251)
    expect(lines[1]).toMatch(/^'=N0,,Markt 1,,,,,Delft,,NL,register,food,false,sup_\w+,ACTIVE,IMPORT,,2026-/)
    expect(await imported(body)).toMatchObject({
      rowCount: 250,
      addedCount: 0,
      mergedCount: 250,
      failedCount: 0,
    })
    expect((await exported(shop.keys.test)).body.trim().split('\r\n')).toHaveLength(1)
  })
})
