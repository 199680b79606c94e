import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolderPartner } from '../../src/adapters/print-folder/partner.ts'
import {
  markedFolder,
  markerName,
  type PrinterFolder,
} from '../../src/adapters/print-folder/printer-folder.ts'
import { handOver } from '../contract/print-partner.ts'
import { foundIn, unmount } from '../support/printer-folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const newFolders = () => {
  const base = mkdtempSync(join(folder, 'printer-'))
  return { root: join(base, 'share'), stateDir: join(base, 'state') }
}
const open = async () => {
  const folders = newFolders()
  const partner = createFolderPartner(folders)
  await partner.prepare()
  return { ...folders, partner, marker: join(folders.root, markerName) }
}
const run = () => handOver('run_1', { 'a.pdf': 3 })
const delivered = expect.objectContaining({ outcome: 'delivered' })
const waits = (reason: string) => ({ outcome: 'unavailable', reason: expect.stringContaining(reason) })
const another = waits("not the printer's folder that was set up (is the share mounted?)")

describe('setting a folder up', () => {
  it('creates and marks it once; a restart changes nothing', async () => {
    const { root, stateDir, marker } = await open()
    const text = readFileSync(marker, 'utf8')
    expect(text).toMatch(/Please leave it in place\.\nid: [\w-]{36}\n$/)
    expect(await createFolderPartner({ root, stateDir }).prepare()).toBe(false)
    expect(readFileSync(marker, 'utf8')).toBe(text)
    expect(await createFolderPartner({ root, stateDir }).handOver(run())).toEqual(delivered)
  })

  it.each<[string, (root: string) => void]>([
    ['whose mount point stays', unmount],
    ['whose mount point disappeared too', (root) => rmSync(root, { recursive: true })],
  ])('creates and marks nothing in place of a share %s', async (_what, away) => {
    const { root, stateDir } = await open()
    away(root)
    const restarted = createFolderPartner({ root, stateDir })
    expect(await restarted.prepare()).toBe(false)
    expect(existsSync(root) ? readdirSync(root) : []).toEqual([])
    expect(await restarted.handOver(run())).toMatchObject({ outcome: 'unavailable' })
  })

  it('accepts a folder of an early version, which has no marker', async () => {
    const { root, stateDir } = newFolders()
    const partner = createFolderPartner({ root, stateDir })
    expect(await partner.prepare({ make: false })).toBe(false)
    expect(existsSync(root)).toBe(false)
    mkdirSync(join(root, 'run_0'), { recursive: true })
    expect(await partner.handOver(run())).toEqual(waits('has not been set up yet'))
    expect(await partner.prepare({ make: false })).toBe(true)
    expect(await partner.handOver(run())).toEqual(delivered)
    expect(foundIn(root)).toEqual(['run_0', 'run_1'])
  })

  it('is done for each path, and switching back to an earlier folder works', async () => {
    const { root, stateDir, partner } = await open()
    const other = createFolderPartner({ root: `${root}-other`, stateDir })
    expect(await other.prepare()).toBe(true)
    expect(await other.handOver(run())).toEqual(delivered)
    unmount(root)
    expect(await createFolderPartner({ root, stateDir }).prepare()).toBe(false)
    expect(await partner.handOver(run())).toEqual(another)
  })

  it('keeps the marker of another instance, so that both use one printer', async () => {
    const { root, stateDir, partner, marker } = await open()
    const text = readFileSync(marker, 'utf8')
    const neighbour = createFolderPartner({ root, stateDir: `${stateDir}-neighbour` })
    expect(await neighbour.prepare()).toBe(true)
    expect(readFileSync(marker, 'utf8')).toBe(text)
    expect(await neighbour.handOver(run())).toEqual(delivered)
    expect(await partner.handOver(handOver('run_2', { 'a.pdf': 1 }))).toEqual(delivered)
  })

  it.each<[string, string | undefined]>([
    ['before the marker was complete', ''],
    ['before it was recorded', 'id: 5f1c\n'],
  ])('that was interrupted %s is repeated', async (_when, left) => {
    const { root, stateDir } = newFolders()
    mkdirSync(root)
    if (left !== undefined) writeFileSync(join(root, markerName), left)
    const partner = createFolderPartner({ root, stateDir })
    expect(await partner.prepare()).toBe(true)
    expect(await partner.handOver(run())).toEqual(delivered)
  })
})

describe('while the share is not mounted', () => {
  it('a run waits, and is handed over when it is back', async () => {
    const { root, partner } = await open()
    const mount = unmount(root)
    expect(await partner.handOver(run())).toEqual(another)
    expect(readdirSync(root)).toEqual([])
    mount()
    expect(await partner.handOver(run())).toEqual(delivered)
    expect(foundIn(root)).toEqual(['run_1'])
  })

  it('the outcome of a run stays known', async () => {
    const { root, partner } = await open()
    await partner.handOver(run())
    const mount = unmount(root)
    expect(await partner.handOver(run())).toEqual(another)
    mount()
    rmSync(join(root, 'run_1'), { recursive: true })
    expect(await partner.find('run_1')).toBe('delivered')
  })

  it.each<[string, string | undefined, string | RegExp]>([
    ['was never about to be published is absent', undefined, 'absent'],
    ['was about to be published is uncertain', 'intended\n', /not the printer's folder/],
    ['was delivered stays delivered', 'delivered\n', 'delivered'],
  ])('a run that %s, with any contents of the mount point', async (_what, noted, expected) => {
    const { root, stateDir, partner } = await open()
    unmount(root)
    mkdirSync(join(root, 'run_1'))
    if (noted !== undefined) writeFileSync(join(stateDir, 'run_1.handover'), noted)
    const found = await partner.find('run_1').catch((error: Error) => error.message)
    expect(found).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
    expect(readdirSync(root)).toEqual(['run_1'])
  })

  it('a package of an erased recipient does not count as removed', async () => {
    const { root, partner } = await open()
    await partner.handOver(run())
    const mount = unmount(root)
    await expect(partner.discard('run_1')).rejects.toThrow('is the share mounted?')
    // Without a note of a hand-over there is no package, so the erasure does not wait for the share.
    await partner.discard('run_2')
    // A run that was handed over waits even without a note: a restored backup may be older than the run.
    await expect(partner.discard('run_2', { handedOver: true })).rejects.toThrow('is the share mounted?')
    mount()
    await partner.discard('run_1')
    expect(foundIn(root)).toEqual([])
    expect(await partner.find('run_1')).toBe('delivered')
  })
})

/** Returns a partner for which `happens` runs right before or after this check of the folder, from 1. */
const around = async (look: number, when: 'before' | 'behind', happens: (root: string) => void) => {
  const folders = newFolders()
  const marked = markedFolder(folders)
  await marked.prepare()
  let looks = 0
  const watched: PrinterFolder = {
    ...marked,
    async assertRight() {
      looks += 1
      if (looks === look && when === 'before') happens(folders.root)
      await marked.assertRight()
      if (looks === look && when === 'behind') happens(folders.root)
    },
  }
  return { ...folders, partner: createFolderPartner({ ...folders, folder: watched }) }
}

describe('a share that disappears during a hand-over', () => {
  it.each<[string, number, string]>([
    ['before the package is begun', 1, 'is the share mounted?'],
    ['before the package is published', 2, 'does not exist'],
  ])('%s has no package, and neither has the mount point', async (_when, look, reason) => {
    let mount = () => {}
    const { root, stateDir, partner } = await around(look, 'behind', (path) => {
      mount = unmount(path)
    })
    expect(await partner.handOver(run())).toEqual(waits(reason))
    expect(readdirSync(root)).toEqual([])
    const journal = join(stateDir, 'run_1.handovers')
    expect(existsSync(journal) ? readdirSync(journal) : []).toEqual([])
    mount()
    expect(await partner.find('run_1')).toBe('absent')
    expect(await partner.handOver(run())).toEqual(delivered)
    expect(foundIn(root)).toEqual(['run_1'])
  })

  it.each<[string, (root: string) => void, string]>([
    ['is found when the share is back', () => {}, 'delivered'],
    [
      'is uncertain once it was fetched',
      (root) => rmSync(join(root, 'run_1'), { recursive: true }),
      'uncertain',
    ],
  ])('right after the package: it %s, and is not handed over twice', async (_what, event, found) => {
    let mount = () => {}
    const { root, partner } = await around(3, 'before', (path) => {
      mount = unmount(path)
    })
    await expect(partner.handOver(run())).rejects.toThrow('is the share mounted?')
    await expect(partner.find('run_1')).rejects.toThrow('is the share mounted?')
    mount()
    event(root)
    expect(await partner.find('run_1')).toBe(found)
  })

  it('with a package of another attempt: the run is not absent afterwards', async () => {
    let mount = () => {}
    const { root, partner } = await around(2, 'before', (path) => {
      mount = unmount(path)
    })
    mkdirSync(join(root, 'run_1'))
    await expect(partner.handOver(run())).rejects.toThrow('is the share mounted?')
    mount()
    rmSync(join(root, 'run_1'), { recursive: true })
    expect(await partner.find('run_1')).toBe('uncertain')
  })
})

describe('a package of an erased recipient on a share', () => {
  // A hand-over checks three times; the fourth check is the erasure's first.
  it('that reappears halfway is removed', async () => {
    let mount = () => {}
    const { root, partner } = await around(4, 'before', () => mount())
    await partner.handOver(run())
    mount = unmount(root)
    await partner.discard('run_1')
    expect(foundIn(root)).toEqual([])
  })

  it('that disappears halfway does not count as removed', async () => {
    let mount = () => {}
    const { root, partner } = await around(4, 'behind', (path) => {
      mount = unmount(path)
    })
    await partner.handOver(run())
    await expect(partner.discard('run_1')).rejects.toThrow('is the share mounted?')
    mount()
    await partner.discard('run_1')
    expect(foundIn(root)).toEqual([])
  })
})

describe('accepting a folder', () => {
  it('that the printer has emptied completely', async () => {
    const { partner, marker } = await open()
    rmSync(marker)
    expect(await partner.handOver(run())).toEqual(waits('lettershop printing accept-folder'))
    await partner.accept()
    expect(await partner.handOver(run())).toEqual(delivered)
  })

  it('of a mount point by mistake: share and mount point are not confused', async () => {
    const { root, partner } = await open()
    const mount = unmount(root)
    await partner.accept()
    mount()
    expect(await partner.handOver(run())).toEqual(another)
    await partner.accept()
    expect(await partner.handOver(run())).toEqual(delivered)
    rmSync(root, { recursive: true })
    mkdirSync(root)
    writeFileSync(join(root, markerName), readFileSync(join(`${root}-behind`, markerName)))
    expect(await partner.handOver(handOver('run_2', { 'a.pdf': 1 }))).toEqual(another)
  })

  it('that cannot be recorded on our disk is not reported as the printer’s fault', async () => {
    const { root, stateDir, partner } = await open()
    rmSync(stateDir, { recursive: true })
    writeFileSync(stateDir, '')
    await expect(partner.accept()).rejects.toThrow(`The hand-over journal in ${stateDir} cannot be written`)
    expect(foundIn(root)).toEqual([])
  })

  it('that does not exist creates nothing', async () => {
    const { root, partner } = await open()
    rmSync(root, { recursive: true })
    await expect(partner.accept()).rejects.toThrow(`The printer's folder ${root} does not exist.`)
    expect(existsSync(root)).toBe(false)
  })
})

it('nothing is handed over while the marker cannot be read', async () => {
  const { partner, marker } = await open()
  rmSync(marker)
  mkdirSync(marker)
  expect(await partner.handOver(run())).toEqual(waits('cannot be used (EISDIR)'))
})

it('nothing is handed over while our record of the folder cannot be read', async () => {
  const { root, stateDir, partner } = await open()
  const [note] = readdirSync(stateDir)
  rmSync(join(stateDir, note!))
  mkdirSync(join(stateDir, note!))
  expect(await partner.handOver(run())).toEqual(waits(`The hand-over journal in ${stateDir} cannot be read`))
  expect(foundIn(root)).toEqual([])
})
