import { beforeEach, describe, expect, test } from 'vitest'
import { exportCatalogue, mayWith } from '../../../src/core/features/products/catalogue/export.ts'
import { checkChanged, type File, fileOf, importChanged } from '../../support/catalogue.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import type { PortalSession } from '../../support/portal.ts'

const moved = {
  carrier: 'Postal One',
  code: '12',
  reason: 'MOVED',
  meaning: 'Verhuisd',
  source: 'https://post.example/codes',
  verified: true,
}
const refused = { ...moved, code: 'R', reason: 'REFUSED', meaning: '', source: null, verified: false }

let shop: MailShop
let operator: PortalSession
beforeEach(async () => {
  shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
  operator = await shop.portal({ operator: true, email: 'olaf@example.com' })
})

const put = (codes: object[]) => shop.call('returnCodes.put', { session: operator, body: { codes } })
const table = async () => (await shop.call('returnCodes.get', { session: operator })).body.codes
const imported = async (change: (file: File) => void) =>
  (await importChanged(shop.services, change)).changes.map(({ message }) => message)
const found = async (codes: object[]) => {
  const { findings } = await checkChanged(shop.services, (file) =>
    Object.assign(file, { returnCodes: codes }),
  )
  return findings.map(({ severity, path, code }) => `${severity} ${path} ${code}`)
}

describe('carriers’ codes in the catalogue file', () => {
  test('are exported unchanged, over the API and in the file', async () => {
    await put([moved, refused])
    const file = await fileOf(shop.services)
    expect(file.returnCodes).toEqual([moved, refused])
    await put([])
    expect(
      await imported((empty) => {
        empty.returnCodes = file.returnCodes
      }),
    ).toEqual(['New code of Postal One: 12 means MOVED.', 'New code of Postal One: R means REFUSED.'])
    expect(await table()).toEqual([moved, refused])
    expect(await fileOf(shop.services)).toEqual(file)
    expect(await importChanged(shop.services, () => {})).toMatchObject({ changes: [], findings: [] })
  })

  test('are replaced by a list; a file without it keeps the table', async () => {
    await put([moved, refused])
    expect(await imported((file) => delete file.returnCodes)).toEqual([])
    expect(await table()).toEqual([moved, refused])
    const changes = await imported((file) => {
      file.returnCodes = [
        { carrier: 'postal one', code: ' 12', reason: 'UNKNOWN' },
        { ...moved, code: '13' },
      ]
    })
    expect(changes).toEqual([
      'The code 12 of postal one means UNKNOWN; it was MOVED.',
      'New code of Postal One: 13 means MOVED.',
      'The code R of Postal One is removed; it meant REFUSED.',
    ])
    expect(await imported((file) => Object.assign(file.returnCodes[1], { meaning: 'Moved' }))).toEqual([
      'The description of the code 13 of Postal One changes.',
    ])
    expect(await imported((file) => Object.assign(file, { returnCodes: [] }))).toHaveLength(2)
    expect(await table()).toEqual([])
  })

  test('are refused with every wrong place, and the table is unchanged', async () => {
    await put([moved])
    const wrong = [
      moved,
      { ...moved, code: '１２', source: null },
      { ...moved, carrier: 'POSTAL ONE' },
      { ...moved, reason: 'LOST' },
    ]
    expect(await found(wrong)).toEqual([
      'error /returnCodes/3/reason invalid_value',
      'error /returnCodes/1/source required',
      'error /returnCodes/2 repeated',
    ])
    expect(await table()).toEqual([moved])
  })

  test('block the import if they changed since the check', async () => {
    await put([moved])
    const { revision } = await exportCatalogue(shop.services)
    await put([refused])
    expect((await exportCatalogue(shop.services)).revision).toBe(revision + 1)
  })

  test('are shown only to operators who may change them', async () => {
    await put([moved])
    const { file } = await exportCatalogue(shop.services, mayWith(['catalogue.manage']))
    expect(file).not.toHaveProperty('returnCodes')
  })
})
