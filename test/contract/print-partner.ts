import { describe, expect, it } from 'vitest'
import type { HandOver, PackageFile, PrintPartner } from '../../src/core/ports/print-partner.ts'
import { pattern } from './blobs.ts'

/** A print partner under the test's control. */
export interface PrintPartnerHarness {
  partner: PrintPartner
  /**
   * Returns a run's files that the printer has: file name → length in bytes, in the order of the package.
   */
  packageOf(runId: string): Record<string, number> | undefined
}

/** The contract of every PrintPartner. */
export const printPartnerContract = (name: string, open: () => Promise<PrintPartnerHarness>): void => {
  describe(`print partner: ${name}`, () => {
    delivering(open)
    breakingOff(open)
    naming(open)
  })
}

const delivering = (open: () => Promise<PrintPartnerHarness>): void => {
  it('delivers every file of the package', async () => {
    const { partner, packageOf } = await open()
    const files = { 'run_1_001.pdf': 150_000, 'items.csv': 10, 'manifest.json': 1, SHA256SUMS: 0 }
    expect(await partner.find('run_1')).toBe('absent')
    const result = await partner.handOver(handOver('run_1', files))
    expect(result).toEqual({ outcome: 'delivered', reference: expect.stringContaining('run_1') })
    expect(packageOf('run_1')).toEqual(files)
    expect(await partner.find('run_1')).toBe('delivered')
    expect(partner.name).toMatch(/^[a-z]+$/)
  })

  it('separates runs', async () => {
    const { partner, packageOf } = await open()
    await Promise.all([1, 2, 3].map((n) => partner.handOver(handOver(`run_${n}`, { 'a.pdf': n }))))
    expect([1, 2, 3].map((n) => packageOf(`run_${n}`))).toEqual([
      { 'a.pdf': 1 },
      { 'a.pdf': 2 },
      { 'a.pdf': 3 },
    ])
    expect(await partner.find('run_4')).toBe('absent')
  })

  it('discards a finished package, and still knows that it was delivered', async () => {
    const { partner, packageOf } = await open()
    await Promise.all([1, 2].map((n) => partner.handOver(handOver(`run_${n}`, { 'a.pdf': n }))))
    await partner.discard('run_1')
    expect([packageOf('run_1'), packageOf('run_2')]).toEqual([undefined, { 'a.pdf': 2 }])
    expect(await partner.find('run_1')).toBe('delivered')
    await partner.discard('run_1')
    await partner.discard('run_3')
    expect(await partner.find('run_3')).toBe('absent')
  })

  it('does not deliver an existing package again', async () => {
    const { partner, packageOf } = await open()
    const first = await partner.handOver(handOver('run_1', { 'a.pdf': 5 }))
    expect(await partner.handOver(handOver('run_1', { 'a.pdf': 9 }))).toEqual(first)
    expect(packageOf('run_1')).toEqual({ 'a.pdf': 5 })
  })
}

const breakingOff = (open: () => Promise<PrintPartnerHarness>): void => {
  it.each([
    ['before the first file', 0],
    ['between two files', 1],
  ])('delivers nothing if the package breaks off %s, and all of it next time', async (_name, after) => {
    const { partner, packageOf } = await open()
    const broken = handOver('run_1', { 'a.pdf': 70_000, 'b.pdf': 3 }, after)
    await expect(partner.handOver(broken)).rejects.toThrow('The blob is gone.')
    expect(packageOf('run_1')).toBeUndefined()
    expect(await partner.find('run_1')).toBe('absent')
    await partner.handOver(handOver('run_1', { 'a.pdf': 70_000 }))
    expect(packageOf('run_1')).toEqual({ 'a.pdf': 70_000 })
  })

  it('delivers nothing if a file breaks off in the middle', async () => {
    const { partner, packageOf } = await open()
    async function* content() {
      yield pattern(10)
      throw new Error('The blob is gone.')
    }
    async function* files() {
      yield { name: 'a.pdf', content: content() }
    }
    await expect(partner.handOver({ ...handOver('run_1', {}), files: files() })).rejects.toThrow(
      'The blob is gone.',
    )
    expect(packageOf('run_1')).toBeUndefined()
    expect(await partner.find('run_1')).toBe('absent')
  })
}

const naming = (open: () => Promise<PrintPartnerHarness>): void => {
  it.each(['', '.', '..', '../a', 'a/b', 'a\\b', '/a', '.hidden', '-a', 'a\0', 'a:b', 'é', 'x'.repeat(201)])(
    'accepts no file named %j',
    async (file) => {
      const { partner, packageOf } = await open()
      await expect(partner.handOver(handOver('run_1', { [file]: 1 }))).rejects.toThrow('Not a file name')
      expect(packageOf('run_1')).toBeUndefined()
    },
  )

  it('refuses two files whose names differ only in case', async () => {
    const { partner } = await open()
    await expect(partner.handOver(handOver('run_1', { 'a.pdf': 1, 'A.PDF': 1 }))).rejects.toThrow(
      'two files called',
    )
  })

  it.each(['', '..', '../run', 'a/b', '.incoming-run_1', 'run_1\0'])(
    'accepts no run named %j',
    async (runId) => {
      const { partner } = await open()
      await expect(async () => partner.handOver(handOver(runId, { 'a.pdf': 1 }))).rejects.toThrow(
        'Not a run id',
      )
      await expect(async () => partner.find(runId)).rejects.toThrow('Not a run id')
    },
  )
}

/** A package of files with these lengths; with `breakAfter`, reading it fails after that many files. */
export const handOver = (runId: string, files: Record<string, number>, breakAfter?: number): HandOver => {
  async function* content(length: number) {
    const bytes = pattern(length)
    for (let offset = 0; offset < length; offset += 65_536) yield bytes.subarray(offset, offset + 65_536)
  }
  async function* all(): AsyncGenerator<PackageFile> {
    for (const [index, [name, length]] of Object.entries(files).entries()) {
      if (index === breakAfter) throw new Error('The blob is gone.')
      yield { name, content: content(length) }
    }
  }
  return { runId, organisationId: 'org_1', files: all() }
}
