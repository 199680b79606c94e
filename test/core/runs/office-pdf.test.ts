import { describe, expect, test } from 'vitest'
import { runLimits } from '../../../src/core/features/runs/limits.ts'
import { assertFitsOneFile } from '../../../src/core/features/runs/package/downloads.ts'
import type { RunRow } from '../../../src/core/model/runs.ts'
import { importChanged } from '../../support/catalogue.ts'
import { createMailShop } from '../../support/mail.ts'
import { before, cutoff } from '../../support/packages.ts'

const shopWithRun = async (to?: string) => {
  const shop = await createMailShop({
    clock: before,
    config: { itemsPerPart: 2, baseUrl: 'https://mail.example' },
  })
  for (const name of ['Ada', 'Ben', 'Cem']) await shop.post({ name, country: 'NL', postalCode: '1016 GV' })
  if (to) await shop.advance(to)
  const [run] = await shop.runs()
  return { shop, run: run! }
}

describe('one PDF for an office printer', () => {
  test('contains every piece of all parts in order, for printing on both sides', async () => {
    const { shop, run } = await shopWithRun(cutoff)
    const answer = await shop.call('runs.officePdf', {
      key: await shop.key('live', ['runs.manage']),
      params: { id: run.id },
    })
    expect(answer).toMatchObject({ status: 200, headers: { 'Content-Type': 'application/pdf' } })
    const [head, ...lines] = new TextDecoder().decode(answer.body).trimEnd().split('\n')
    expect(head).toBe(`%PDF-fake ${run.id} both sides`)
    expect(lines.map((line) => /Ada|Ben|Cem/.exec(line)?.[0]).toSorted()).toEqual(['Ada', 'Ben', 'Cem'])
    expect(run.parts).toHaveLength(2)
  })

  test('is for printing on both sides if the sheet was sold so, whatever the current catalogue', async () => {
    const { shop, run } = await shopWithRun(cutoff)
    await importChanged(shop.services, (file) => {
      for (const specification of file.specifications) specification.sheet.plex = 'simplex'
    })
    const answer = await shop.call('runs.officePdf', {
      key: await shop.key('live', ['runs.manage']),
      params: { id: run.id },
    })
    expect(new TextDecoder().decode(answer.body)).toMatch(`%PDF-fake ${run.id} both sides`)
  })

  test('is refused before the run is rendered', async () => {
    const { shop, run } = await shopWithRun()
    const answer = await shop.call('runs.officePdf', {
      key: await shop.key('live', ['runs.manage']),
      params: { id: run.id },
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })

  const runOf = (bytes: number) => ({ parts: [{ bytes: bytes - 1 }, { bytes: 1 }] }) as RunRow
  test('is limited to what fits in memory', () => {
    expect(() => assertFitsOneFile(runOf(runLimits.officePdfBytes))).not.toThrow()
    expect(() => assertFitsOneFile(runOf(runLimits.officePdfBytes + 1))).toThrow(/too large for one PDF/)
  })
})
