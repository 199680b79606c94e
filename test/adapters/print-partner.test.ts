import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PrinterFault, ScriptedPrintPartner } from '../../src/adapters/memory/print-partner.ts'
import { createMemoryPrintPartner } from '../../src/adapters/memory/print-partner.ts'
import { createHandOverJournal } from '../../src/adapters/print-folder/journal.ts'
import { createFolderPartner } from '../../src/adapters/print-folder/partner.ts'
import { createSimulatedPartner } from '../../src/adapters/print-simulated/partner.ts'
import { handOver, printPartnerContract } from '../contract/print-partner.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const newFolders = () => {
  const base = mkdtempSync(join(folder, 'printer-'))
  return { root: join(base, 'out'), stateDir: join(base, 'state') }
}

const lengthsIn = (path: string): Record<string, number> | undefined => {
  const parent = readdirSync(join(path, '..'))
  if (!parent.includes(path.split('/').at(-1)!)) return undefined
  return Object.fromEntries(readdirSync(path).map((name) => [name, statSync(join(path, name)).size]))
}

printPartnerContract('memory', async () => {
  const partner = createMemoryPrintPartner()
  return {
    partner,
    packageOf: (runId) => {
      const files = partner.packages.get(runId)
      return files && Object.fromEntries(files.map(({ name, bytes }) => [name, bytes!.length]))
    },
  }
})

printPartnerContract('print-folder', async () => {
  const folders = newFolders()
  const partner = createFolderPartner(folders)
  await partner.prepare()
  return { partner, packageOf: (runId) => lengthsIn(join(folders.root, runId)) }
})

printPartnerContract('print-simulated with a folder', async () => {
  const folders = newFolders()
  const partner = createSimulatedPartner(folders)
  await partner.handOver(handOver('run_0', {}))
  return { partner, packageOf: (runId) => lengthsIn(join(folders.root, runId)) }
})

describe.each<[string, () => ScriptedPrintPartner]>([
  ['memory', createMemoryPrintPartner],
  ['print-simulated', createSimulatedPartner],
  ['print-simulated with a folder', () => createSimulatedPartner(newFolders())],
])('a script for %s', (_name, create) => {
  const hand = (partner: ScriptedPrintPartner) => partner.handOver(handOver('run_1', { 'a.pdf': 9 }))

  it('makes it unavailable until it is cleared', async () => {
    const partner = create()
    partner.script({ kind: 'unavailable', reason: 'Out of paper.' })
    for (let n = 0; n < 2; n++)
      expect(await hand(partner)).toEqual({ outcome: 'unavailable', reason: 'Out of paper.' })
    expect(await partner.find('run_1')).toBe('absent')
    partner.script()
    expect(await hand(partner)).toMatchObject({ outcome: 'delivered' })
  })

  it.each<[PrinterFault['kind'], string]>([
    ['crash_before', 'absent'],
    ['crash_after', 'delivered'],
    ['lost', 'uncertain'],
  ])('makes it %s once, after which the package is %s', async (kind, found) => {
    const partner = create()
    partner.script({ kind } as PrinterFault)
    await expect(hand(partner)).rejects.toThrow('as scripted')
    expect(await partner.find('run_1')).toBe(found)
    expect(await hand(partner)).toMatchObject({ outcome: 'delivered' })
    expect(await partner.find('run_1')).toBe('delivered')
  })
})

it('the simulated printer recreates a removed folder', async () => {
  const folders = newFolders()
  const partner = createSimulatedPartner(folders)
  await partner.handOver(handOver('run_1', { 'a.pdf': 1 }))
  rmSync(folders.root, { recursive: true })
  expect(await partner.handOver(handOver('run_2', { 'a.pdf': 1 }))).toMatchObject({ outcome: 'delivered' })
  expect(readdirSync(folders.root)).toEqual(['run_2'])
})

it('a package that another server was about to hand over in test mode, in its own folder, is handed over again', async () => {
  const notes = newFolders()
  const journal = createHandOverJournal(notes.stateDir)
  await journal.intend('run_1', 'attempt_of_another_server')
  const folders = newFolders()
  const partner = createSimulatedPartner({ ...folders, journal })
  expect(await partner.find('run_1')).toBe('absent')
  expect(await partner.handOver(handOver('run_1', { 'a.pdf': 3 }))).toMatchObject({ outcome: 'delivered' })
})
