import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFolderPartner } from '../../src/adapters/print-folder/partner.ts'
import { pattern } from '../contract/blobs.ts'
import { handOver } from '../contract/print-partner.ts'
import { foundIn } from '../support/printer-folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()

const open = async () => {
  const base = mkdtempSync(join(folder, 'printer-'))
  const root = join(base, 'out')
  const stateDir = join(base, 'state')
  const partner = createFolderPartner({ root, stateDir })
  await partner.prepare()
  return { root, stateDir, partner, journal: join(stateDir, 'run_1.handovers') }
}

/** The journal entries of the attempts, each in its own file. */
const notedIn = (journal: string): string[] =>
  existsSync(journal) ? readdirSync(journal).map((name) => readFileSync(join(journal, name), 'utf8')) : []

/** A package that runs `action` while its only file is being written. */
const whileWritten = (action: () => void) => {
  async function* content() {
    yield pattern(100)
    action()
    yield pattern(100)
  }
  async function* files() {
    yield { name: 'a.pdf', content: content() }
  }
  return { ...handOver('run_1', {}), files: files() }
}

describe('a package', () => {
  it('appears atomically, and is hidden before', async () => {
    const { root, partner } = await open()
    const seen: string[][] = []
    const result = await partner.handOver(whileWritten(() => seen.push(foundIn(root))))
    expect(seen).toEqual([[expect.stringMatching(/^\.incoming-run_1\.[\w-]+$/)]])
    expect(result).toEqual({ outcome: 'delivered', reference: join(root, 'run_1') })
    expect(foundIn(root)).toEqual(['run_1'])
    expect(new Uint8Array(readFileSync(join(root, 'run_1', 'a.pdf')))).toEqual(
      Uint8Array.of(...pattern(100), ...pattern(100)),
    )
  })

  it('is journalled as intended once complete, then as delivered', async () => {
    const { partner, journal } = await open()
    const seen: string[][] = []
    await partner.handOver(whileWritten(() => seen.push(notedIn(journal))))
    expect(seen).toEqual([[]])
    expect(notedIn(journal)).toEqual(['delivered\n'])
  })

  it('replaces the leftovers of an earlier crash', async () => {
    const { root, partner } = await open()
    mkdirSync(join(root, '.incoming-run_1.x'))
    writeFileSync(join(root, '.incoming-run_1.x', 'stale.pdf'), 'stale')
    mkdirSync(join(root, '.incoming-run_10.x'))
    await partner.handOver(handOver('run_1', { 'a.pdf': 1 }))
    expect(readdirSync(join(root, 'run_1'))).toEqual(['a.pdf'])
    expect(foundIn(root)).toEqual(['.incoming-run_10.x', 'run_1'])
  })

  it('is never mixed, even if two attempts hand over the same run', async () => {
    const { root, partner } = await open()
    let second: ReturnType<typeof partner.handOver> | undefined
    // The second attempt begins while the first is in the middle of its file, and ends before it.
    async function* content() {
      yield pattern(100)
      second = partner.handOver(handOver('run_1', { 'b.pdf': 5 }))
      await second
    }
    async function* files() {
      yield { name: 'a.pdf', content: content() }
    }
    const first = partner.handOver({ ...handOver('run_1', {}), files: files() })
    // Not "unavailable": that would say that nothing was delivered.
    await expect(first).rejects.toThrow('Another attempt to hand over this run was in progress.')
    expect(await second).toMatchObject({ outcome: 'delivered' })
    expect(foundIn(root)).toEqual(['run_1'])
    expect(readdirSync(join(root, 'run_1'))).toEqual(['b.pdf'])
    expect(await partner.find('run_1')).toBe('delivered')
  })

  it('that another attempt has just delivered counts as delivered', async () => {
    const { root, partner, journal } = await open()
    const result = await partner.handOver(
      whileWritten(() => {
        mkdirSync(join(root, 'run_1'))
        writeFileSync(join(root, 'run_1', 'b.pdf'), 'whole')
      }),
    )
    expect(result).toEqual({ outcome: 'delivered', reference: join(root, 'run_1') })
    expect(foundIn(root)).toEqual(['run_1'])
    expect(readdirSync(join(root, 'run_1'))).toEqual(['b.pdf'])
    expect(notedIn(journal)).toEqual(['delivered\n'])
  })

  it('that the printer has fetched stays delivered, and can be delivered again if an operator confirms', async () => {
    const { root, partner } = await open()
    await partner.handOver(handOver('run_1', { 'a.pdf': 1 }))
    rmSync(join(root, 'run_1'), { recursive: true })
    expect(await partner.find('run_1')).toBe('delivered')
    await expect(partner.handOver(handOver('run_1', { 'b.pdf': 1 }))).rejects.toThrow('Another attempt')
    expect(await partner.find('run_1')).toBe('delivered')
    const again = { ...handOver('run_1', { 'b.pdf': 1 }), confirmedAbsent: true }
    expect(await partner.handOver(again)).toMatchObject({ outcome: 'delivered' })
    expect(readdirSync(join(root, 'run_1'))).toEqual(['b.pdf'])
  })

  it('that is delivered again starts from scratch, independent of the first delivery', async () => {
    const { root, partner } = await open()
    await partner.handOver(handOver('run_1', { 'a.pdf': 1 }))
    rmSync(join(root, 'run_1'), { recursive: true })
    const again = { ...handOver('run_1', { 'a.pdf': 1 }, 0), confirmedAbsent: true }
    await expect(partner.handOver(again)).rejects.toThrow('The blob is gone.')
    expect(await partner.find('run_1')).toBe('absent')
  })
})

describe('after a crash', () => {
  const incoming = '.incoming-run_1.x'
  type Noted = [attempt: string, text: string][]
  it.each<[string, string[], Noted, string, string[]]>([
    ['nothing was begun', [], [], 'absent', []],
    ['files were being written', [incoming], [], 'absent', []],
    ['the intent was recorded', [incoming], [['x', 'intended\n']], 'absent', []],
    ['it had been stopped', [`${incoming}.stopped`], [['x', 'intended\n']], 'absent', []],
    ['the package was published', ['run_1'], [['x', 'intended\n']], 'delivered', ['run_1']],
    ['the package was published and fetched', [], [['x', 'intended\n']], 'uncertain', []],
    ['it was fetched, and another attempt has begun', [incoming], [['y', 'intended\n']], 'uncertain', []],
    ['everything was done', ['run_1'], [['x', 'delivered\n']], 'delivered', ['run_1']],
    ['everything was done and the package fetched', [], [['x', 'delivered\n']], 'delivered', []],
    [
      'everything was done, and another attempt has begun',
      [incoming],
      [
        ['x', 'intended\n'],
        ['y', 'delivered\n'],
      ],
      'delivered',
      [incoming],
    ],
    ['the journal cannot be read', [], [['x', '']], 'uncertain', []],
    ['the package is there without a journal', ['run_1'], [], 'delivered', ['run_1']],
    ['an intent without an attempt was recorded', [incoming], [['', 'intended\n']], 'absent', []],
    ['a package without an attempt was fetched', [], [['', 'intended\n']], 'uncertain', []],
    ['a delivery without an attempt was recorded', [], [['', 'delivered\n']], 'delivered', []],
  ])('when %s', async (_name, folders, noted, expected, left) => {
    const { root, stateDir, partner, journal } = await open()
    for (const name of folders) {
      mkdirSync(join(root, name))
      writeFileSync(join(root, name, 'a.pdf'), 'part')
    }
    mkdirSync(journal, { recursive: true })
    for (const [attempt, text] of noted) {
      writeFileSync(attempt ? join(journal, attempt) : join(stateDir, 'run_1.handover'), text)
    }
    // `find` is idempotent.
    expect([await partner.find('run_1'), await partner.find('run_1')]).toEqual([expected, expected])
    const stopped = expected === 'uncertain' ? folders.map((name) => `${name}.stopped`) : left
    expect(foundIn(root)).toEqual(stopped)
    if (expected === 'absent')
      expect([notedIn(journal), existsSync(join(stateDir, 'run_1.handover'))]).toEqual([[], false])
  })
})

describe('a folder that cannot accept the package', () => {
  const unavailable = (reason: string) => ({
    outcome: 'unavailable',
    reason: expect.stringContaining(reason),
  })

  it('that vanished is reported, not recreated, and used again when it is back', async () => {
    const { root, partner, journal } = await open()
    renameSync(root, `${root}-away`)
    const result = await partner.handOver(handOver('run_1', { 'a.pdf': 1 }))
    expect(result).toEqual({ outcome: 'unavailable', reason: `The printer's folder ${root} does not exist.` })
    expect(existsSync(root)).toBe(false)
    expect(await partner.find('run_1')).toBe('absent')
    renameSync(`${root}-away`, root)
    expect(await partner.handOver(handOver('run_1', { 'a.pdf': 1 }))).toMatchObject({ outcome: 'delivered' })
    expect(notedIn(journal)).toEqual(['delivered\n'])
  })

  it('vanishes while the package is written', async () => {
    const { root, partner, journal } = await open()
    const result = await partner.handOver(whileWritten(() => renameSync(root, `${root}-away`)))
    expect(result).toEqual(unavailable('does not exist'))
    expect(existsSync(root)).toBe(false)
    expect(notedIn(journal)).toEqual([])
    renameSync(`${root}-away`, root)
    expect(await partner.find('run_1')).toBe('absent')
    expect(foundIn(root)).toEqual([])
  })

  it('is a file', async () => {
    const { root, partner } = await open()
    rmSync(root, { recursive: true })
    writeFileSync(root, '')
    expect(await partner.handOver(handOver('run_1', { 'a.pdf': 1 }))).toEqual(unavailable('is not a folder'))
    await expect(partner.accept()).rejects.toThrow('is not a folder')
  })

  it('with a journal that cannot be written delivers nothing', async () => {
    const { root, stateDir, partner, journal } = await open()
    const result = await partner.handOver(whileWritten(() => writeFileSync(journal, '')))
    expect(result).toEqual(unavailable(`The hand-over journal in ${stateDir} cannot be written`))
    expect(foundIn(root)).toEqual([])
  })

  it('with a journal that cannot be read delivers nothing', async () => {
    const { root, stateDir, partner, journal } = await open()
    writeFileSync(journal, '')
    const result = await partner.handOver(handOver('run_1', { 'a.pdf': 1 }))
    expect(result).toEqual(unavailable(`The hand-over journal in ${stateDir} cannot be read`))
    expect(foundIn(root)).toEqual([])
  })
})

/** Mounts a tiny file system, which requires root on Linux. Returns whether that succeeded. */
const mountTiny = (path: string): boolean => {
  mkdirSync(path, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', path]).status === 0
}
const probe = join(folder, 'mount-probe')
const mayMount = process.platform === 'linux' && mountTiny(probe)
if (mayMount) spawnSync('umount', [probe])

describe.runIf(mayMount)('with the right to mount file systems', () => {
  const openTiny = async () => {
    const { root, partner, ...rest } = await open()
    expect(mountTiny(root)).toBe(true)
    onTestFinished(() => void spawnSync('umount', [root]))
    await partner.accept()
    return { root, partner, ...rest }
  }

  it('a full disk leaves nothing behind', async () => {
    const { root, partner, journal } = await openTiny()
    const result = await partner.handOver(handOver('run_1', { 'a.pdf': 10_000, 'b.pdf': 200_000 }))
    expect(result).toEqual({ outcome: 'unavailable', reason: `The printer's folder ${root} is full.` })
    expect(foundIn(root)).toEqual([])
    expect(notedIn(journal)).toEqual([])
    expect(await partner.handOver(handOver('run_1', { 'a.pdf': 10_000 }))).toMatchObject({
      outcome: 'delivered',
    })
  })

  it('a rename that fails for an unclear reason is not "unavailable": everything stays, and `find` determines the outcome', async () => {
    const { root, partner, journal } = await open()
    const target = join(root, 'run_1')
    // The target becomes another file system at the last moment, which no rename can replace.
    const handingOver = partner.handOver(whileWritten(() => expect(mountTiny(target)).toBe(true)))
    await expect(handingOver).rejects.toThrow('EBUSY')
    expect(notedIn(journal)).toEqual(['intended\n'])
    expect(spawnSync('umount', [target]).status).toBe(0)
    rmSync(target, { recursive: true })
    expect(await partner.find('run_1')).toBe('absent')
    expect(foundIn(root)).toEqual([])
  })

  it('an unmounted disk and the folder below it are not mistaken for the printer’s', async () => {
    const { root, partner } = await openTiny()
    expect(spawnSync('umount', [root]).status).toBe(0)
    const result = await partner.handOver(handOver('run_1', { 'a.pdf': 1 }))
    expect(result).toMatchObject({ outcome: 'unavailable', reason: expect.stringContaining('mounted?') })
    expect(foundIn(root)).toEqual([])
  })

  it('a read-only disk is reported', async () => {
    const { root, partner } = await openTiny()
    mkdirSync(join(root, '.incoming-run_1.x'))
    expect(spawnSync('mount', ['-o', 'remount,ro', root]).status).toBe(0)
    expect(await partner.find('run_1')).toBe('absent')
    const result = await partner.handOver(handOver('run_1', { 'a.pdf': 1 }))
    expect(result).toEqual({ outcome: 'unavailable', reason: `The printer's folder ${root} is read-only.` })
    expect(readdirSync(dirname(root))).toContain('out')
  })
})
