import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { newJournal } from './client-journal.ts'
import type { Shop } from './clients.ts'
import { checkEvents, checkItems, checkMoney, checkPackages, checkParts, Findings } from './reconcile.ts'

/** A shop whose lists and commands return these values. */
const shopOf = (data: unknown[], answers: Record<string, unknown> = {}): Shop => ({
  api: async <T>() => ({ data, nextCursor: null }) as T,
  command: async <T>(...args: string[]) => answers[args.slice(0, 2).join(' ')] as T,
  organisationId: 'org_1',
  postflowId: 'pfl_1',
  earlierEvents: new Set(['evt_before']),
})

/** The first word of each finding. */
const kinds = ({ found }: Findings) => found.map((text) => /^[A-Z]+( [A-Z]+)*|^\S+/.exec(text)![0])

test('missing, duplicated and changed answered items are detected', async () => {
  const journal = newJournal()
  journal.items.set('fine', { id: 'itm_1', cancelled: false })
  journal.items.set('lost', { id: 'itm_2', cancelled: false })
  journal.items.set('double', { id: 'itm_3', cancelled: false })
  journal.items.set('uncancelled', { id: 'itm_5', cancelled: true })
  const item = (reference: string, id: string) => ({ id, reference, status: 'SCHEDULED' })
  const findings = new Findings()
  const there = [
    item('fine', 'itm_1'),
    item('double', 'itm_3'),
    item('double', 'itm_4'),
    item('uncancelled', 'itm_5'),
    item('strange', 'itm_6'),
  ]
  await checkItems(shopOf(there), journal, findings)
  expect(kinds(findings)).toEqual(['LOST', 'TWICE', 'double', 'LOST', 'itm_6'])
})

test('a piece that was printed twice, or is only recorded as printed, is detected', () => {
  const folder = temporaryFolder()
  for (const [run, items] of [
    ['run_1', ['itm_1', 'itm_2']],
    ['run_2', ['itm_2']],
  ] as const) {
    mkdirSync(join(folder, run))
    writeFileSync(join(folder, run, 'manifest.json'), JSON.stringify({ items: items.map((id) => ({ id })) }))
  }
  const findings = new Findings()
  const items = ['itm_1', 'itm_2', 'itm_3'].map((id) => ({ id, reference: id, status: 'IN_PRODUCTION' }))
  expect(checkPackages(folder, items, findings)).toBe(2)
  expect(kinds(findings)).toEqual(['PRINTED TWICE', 'itm_3'])
})

test('a missing or invented event is detected', async () => {
  const findings = new Findings()
  const receiver = {
    envelopes: [{ id: 'evt_1' }, { id: 'evt_1' }, { id: 'evt_3' }],
    refused: ['evt_1: the signature is invalid'],
  } as never
  const feed = ['evt_before', 'evt_1', 'evt_2'].map((id) => ({ id, type: 'item.created' }))
  expect(await checkEvents(shopOf(feed), receiver, findings)).toEqual({ events: 2, repeated: 1 })
  expect(kinds(findings)).toEqual(['UNDELIVERED', 'evt_3', 'evt_1:'])
})

test('money that is booked twice or does not add up is detected', async () => {
  const journal = newJournal()
  journal.topUps.set('pay-1', 100)
  const invoice = { paymentId: 'pay-1', subtotalCents: 100 }
  const findings = new Findings()
  const answers = { 'billing recount': { agrees: false }, 'billing invoices': [invoice, invoice] }
  await checkMoney(shopOf([], answers), journal, findings)
  expect(kinds(findings)).toEqual(['MONEY', 'MONEY'])
})

test.each<[string, string, string, number]>([
  ['the same parts', '1  a.pdf\n2  b.pdf\n3  items.csv\n', '1  a.pdf\n2  b.pdf\n4  items.csv\n', 0],
  ['another part', '1  a.pdf\n9  b.pdf\n', '1  a.pdf\n2  b.pdf\n', 1],
  ['one part fewer', '1  a.pdf\n', '1  a.pdf\n2  b.pdf\n', 1],
  ['no part at all', '', '', 1],
])('a package that is created again with %s', (_what, again, given, count) => {
  const folder = temporaryFolder()
  const packageWith = (name: string, sums: string): string => {
    const path = join(folder, name)
    mkdirSync(path)
    writeFileSync(join(path, 'SHA256SUMS'), sums)
    return path
  }
  const findings = new Findings()
  checkParts(packageWith('again', again), packageWith('given', given), findings)
  expect(findings.found).toHaveLength(count)
})
