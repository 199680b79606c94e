import { expect, test } from 'vitest'
import { fileNamePart } from '../../../src/core/kernel/text.ts'
import { printed } from '../../support/packages.ts'

test.each([
  ['Donateurs 2026', 'Donateurs 2026'],
  ['Zoë & Søn: «brief»', 'Zoë & Søn «brief»'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
  ['..\\..\\etc/passwd', 'etc passwd'],
  ['line\r\nbreak\u0000\u202Eexe.', 'line break exe'],
  ['   ...  ', ''],
  ['x'.repeat(200), 'x'.repeat(80)],
])('the name %j becomes %j in a file name', (given, part) => {
  expect(fileNamePart(given)).toBe(part)
})

test('the files of a run are named after its mailing, its day and the code on its sheets', async () => {
  const { shop, run } = await printed()
  const key = await shop.key('live', ['runs.manage', 'items.read'])
  const name = async (operation: string, id: string) =>
    (await shop.call(operation, { key, params: { id } })).fileName
  const expected = `Welcome card 2026-01-05 ${run.id.slice(-8)}`
  expect(await name('runs.officePdf', run.id)).toBe(`${expected}.pdf`)
  expect(await name('runs.package', run.id)).toBe(`${expected}.zip`)
  const [item] = (await shop.call('items.list', { key })).body.data
  expect(await name('items.document', item.id)).toBe(
    `Welcome card - ${fileNamePart(item.recipient.name)}.pdf`,
  )
})
