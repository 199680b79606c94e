import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { lettershop, lettershopJson } from '../support/cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe('lettershop billing', () => {
  test('from the seller to a repaid credit note and a recount that agrees', async () => {
    const data = temporaryFolder()
    const run = (...args: string[]) => lettershopJson([...args, '--data', data])
    const org = await run('org', 'create', '--name', 'Bakery')
    const seller = [
      '--name',
      'Print B.V.',
      '--street',
      'Damrak 1',
      '--postal-code',
      '1012LG',
      '--city',
      'Amsterdam',
    ]
    await run('billing', 'seller', ...seller, '--country', 'NL', '--vat-number', 'NL123456789B01')
    expect(await run('billing', 'terms', '--org', org.id, '--payment-term-days', '30')).toMatchObject({
      billingMode: 'PREPAID',
      paymentTermDays: 30,
    })
    const invoice = await run('billing', 'top-up', '--org', org.id, '--amount-cents', '10000')
    const credit = ['billing', 'credit-note', invoice.id, '--reason', 'Paid twice', '--amount-cents', '4000']
    const note = await run(...credit)
    expect(note).toMatchObject({ number: expect.stringMatching(/^CN\d{4}-000001$/), totalCents: 4_840 })
    expect(await run('billing', 'mark-paid', note.id, '--payment-id', 'bank-1')).toMatchObject({
      status: 'PAID',
    })
    expect(await run('billing', 'issue-monthly')).toEqual([])
    const listed = await run('billing', 'invoices', '--org', org.id)
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([note.id, invoice.id])
    const counted = await run('billing', 'recount')
    expect(counted).toMatchObject({ agrees: true, organisations: [{ ledger: { balanceCents: 6_000 } }] })

    const tooMuch = await lettershop([...credit.slice(0, -1), '9000', '--data', data, '--json'])
    expect([tooMuch.code, JSON.parse(tooMuch.stderr).errors[0].parameter]).toEqual([2, '--amount-cents'])
    const unknown = await lettershop(['billing', 'mark-paid', 'inv_0', '--data', data, '--json'])
    expect(unknown.code).toBe(3)

    const store = await createSqliteStore({ file: join(data, 'lettershop.db') })
    await store.write((rows) => rows.accounts.update(everyone, org.id, { balanceCents: 6_001 }))
    await store.close()
    const wrong = await lettershop(['billing', 'recount', '--data', data])
    expect(wrong.code).toBe(1)
    expect(wrong.stderr).toContain(org.id)
  })

  test('every command of the group is in docs/cli.md', async () => {
    const { stdout } = await lettershop(['billing', '--help'])
    const commands = [
      ...stdout.matchAll(/^\s+(?:lettershop )?(?:billing )?([a-z]+(?:-[a-z]+)*)\s{2,}/gm),
    ].map(([, name]) => name!)
    expect(commands.length).toBeGreaterThanOrEqual(9)
    const docs = readFileSync(join(import.meta.dirname, '../../docs/cli.md'), 'utf8')
    for (const name of commands) expect(docs, name).toContain(`billing ${name}`)
  })
})
