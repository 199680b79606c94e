import { execFileSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import {
  createIsolatedUntrusted,
  untrustedLimits,
} from '../../src/adapters/pdf/isolated-process/untrusted.ts'
import type { Untrusted } from '../../src/adapters/pdf/untrusted.ts'
import type { InspectInput } from '../../src/core/ports/inspection.ts'
import type { PreviewInput } from '../../src/core/ports/renderer.ts'
import { compilePostcard } from '../contract/renderer.ts'
import { contentBomb, laughingForms } from '../support/hostile-files.ts'
import { jpegs, png } from '../support/images.ts'
import { inspectInput } from '../support/inspect-input.ts'
import { photo, pieceOf, postcard, postcardSheet } from '../support/render-fixtures.ts'

// Each test starts several processes on a possibly busy machine.
vi.setConfig({ testTimeout: 120_000 })

let untrusted: Untrusted | undefined
const open = (changed: Partial<typeof untrustedLimits> = {}): Untrusted => {
  untrusted = createIsolatedUntrusted({ ...untrustedLimits, ...changed })
  return untrusted
}
afterEach(() => untrusted?.close())

const picture = (organisationId = 'org_1') => inspectInput('IMAGE', jpegs.rgb, organisationId)
const tooComplex = { findings: [{ severity: 'error', code: 'file_too_complex' }] }

const previewInput: PreviewInput = {
  ...{ organisationId: 'org_1', document: postcard, sheet: postcardSheet, assets: [photo] },
  ...{ piece: pieceOf(1), page: 1, dpi: 72, findingsMax: 10, pictureBytesMax: 1_000_000 },
}

const moduleUrl = (name: string) => new URL(`../../src/adapters/pdf/${name}`, import.meta.url).href

/** An upload whose first bytes are available, and the rest once `release` is called. */
const stalled = (organisationId: string) => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun = () => {}
  const isRead = new Promise<void>((resolve) => {
    begun = resolve
  })
  let reads = 0
  const input: InspectInput = {
    ...picture(organisationId),
    async read() {
      reads++
      begun()
      return (async function* () {
        yield jpegs.rgb.subarray(0, 100)
        await gate
        yield jpegs.rgb.subarray(100)
      })()
    },
  }
  return { input, release, isRead, reads: () => reads }
}

/** An upload that sends empty chunks until its process has ended, which resolves `isEnded`. */
const stalledUntilEnded = (organisationId: string) => {
  const { promise: isEnded, resolve: ended } = Promise.withResolvers<void>()
  let reads = 0
  const input: InspectInput = {
    ...picture(organisationId),
    async read() {
      const isFirst = reads++ === 0
      return (async function* () {
        try {
          while (isFirst) {
            yield new Uint8Array(0)
            await nextTurn()
          }
          yield jpegs.rgb
        } finally {
          ended()
        }
      })()
    },
  }
  return { input, isEnded, reads: () => reads }
}
const nextTurn = () => new Promise(setImmediate)

/** The process that will read a program's next file, if any. */
const readerOf = (parent: number): string | undefined =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(
      ([, ppid, stat, ...args]) => ppid === `${parent}` && stat !== 'Z' && `${args}`.includes('isolated'),
    )?.[0]

describe('a file read in an isolated process', () => {
  it('has the same result as in this thread, with one process for several files', async () => {
    const { inspect } = open()
    for (const bytes of [jpegs.rgb, jpegs.gray, jpegs.cmyk]) {
      const { findings, image } = await inspect(inspectInput('IMAGE', bytes))
      expect(findings).toEqual([])
      expect(image).toMatchObject({ format: 'jpeg', widthPx: 120, heightPx: 80 })
      expect(Buffer.from(image!.thumbnail).toString('latin1', 1, 4)).toBe('PNG')
    }
  })

  it('may be an image of maximum size, even if it does not compress', async () => {
    const [width, height] = [4090, 4180]
    const rows = randomFillSync(new Uint8Array((width * 3 + 1) * height))
    for (let y = 0; y < height; y++) rows[y * (width * 3 + 1)] = 0
    const bytes = png({ width, height, rows })
    expect(bytes.length / 2 ** 20).toBeGreaterThan(48)
    const { findings, image } = await open().inspect(inspectInput('IMAGE', bytes))
    expect(findings).toEqual([])
    expect(image).toMatchObject({ format: 'png', widthPx: width, heightPx: height })
  })

  it('is read by another process, already started, once one has read its maximum number of files', async () => {
    // The limits are generous, so that even a slow machine replaces no process earlier.
    const ample = { memoryBytes: 1_000_000_000, processorMs: 60_000 }
    const { inspect } = open({ filesPerProcess: 2, inspect: ample, quickMs: 60_000 })
    const readers: (string | undefined)[] = []
    for (let file = 0; file < 4; file++) {
      expect(await inspect(picture())).toMatchObject({ findings: [] })
      readers.push(readerOf(process.pid))
    }
    const [first, second, , third] = readers
    expect(readers).toEqual([first, second, second, third])
    expect(new Set([first, second, third, undefined]).size).toBe(4)
  })

  it.each([
    ['memory', { memoryBytes: 1, processorMs: 60_000 }, 'more memory than allowed'],
    ['processor time', { memoryBytes: 1e12, processorMs: 1 }, 'of processor time'],
  ])('is limited to its %s, and the next one is read', async (_what, allowance, message) => {
    const { inspect, rasterise } = open({ inspect: allowance })
    const { findings } = await inspect(picture())
    expect(findings).toMatchObject(tooComplex.findings)
    expect(findings[0]!.message).toContain(message)
    const options = { organisationId: 'org_1', page: 1, dpi: 72 }
    expect((await rasterise([contentBomb(1, 1)], options)).widthPx).toBe(100)
  })

  it('fails alone if it cannot be loaded', async () => {
    const { inspect } = open()
    const failing = inspect({ ...picture(), read: () => Promise.reject(new Error('disk')) })
    const cut = inspect({ ...picture(), sizeBytes: jpegs.rgb.length + 1 })
    await expect(failing).rejects.toThrow('disk')
    await expect(cut).rejects.toThrow('but received')
    expect((await inspect(picture())).findings).toEqual([])
  })

  it('prevents publishing a template if compiling exceeds the limits', async () => {
    const { compile } = open({ compile: { memoryBytes: 1, processorMs: 60_000 } })
    const input = { organisationId: 'org_1', document: postcard, sheet: postcardSheet, assets: [photo] }
    expect(await compile(input)).toMatchObject(tooComplex)
  })

  it('is drawn as a preview of a design with its image and colours', async () => {
    const { preview } = open()
    const drawn = await preview(previewInput)
    expect(drawn.findings.map(({ code }) => code)).toEqual(['image_resolution'])
    expect(drawn.picture).toMatchObject({ dpi: 72, widthPx: 437, heightPx: 315 })
    expect(Buffer.from(drawn.picture!.png, 'base64').toString('latin1', 1, 4)).toBe('PNG')
    expect(Object.keys(drawn.colours)).toEqual(['black', 'white', 'accent'])
  })

  it('has no preview of a design if it exceeds the limits', async () => {
    const { preview } = open({ preview: { memoryBytes: 1, processorMs: 60_000 } })
    expect(await preview(previewInput)).toMatchObject({ ...tooComplex, colours: {} })
  })

  it('is drawn repeatedly with its template, also after the process has evicted it', async () => {
    // A process keeps sixteen templates.
    const many = 17
    const { picture } = open({ quickMs: 60_000 })
    const sheet = postcardSheet
    const pages = postcard.pages.map(({ side, elements }) => ({
      side,
      elements: elements.filter(({ type }) => type !== 'image'),
    }))
    const document = { ...postcard, pages } as typeof postcard
    const design = { organisationId: 'org_1', document, sheet, assets: [] }
    const layer = (await createPdfRenderer({ workers: 0 }).compile(design)).layer!
    const options = { organisationId: 'org_1', piece: pieceOf(1), page: 1, dpi: 36 }
    const draw = (id: string) => picture({ ...options, template: { id, document, sheet, layer } })
    const first = await draw('tv_0')
    for (let at = 1; at < many; at++) await draw(`tv_${at}`)
    expect(first.picture!.widthPx).toBe(218)
    expect(await draw('tv_0')).toEqual(first)
  })

  it('has no preview of a piece if drawing exceeds the limits', async () => {
    const { picture } = open({ picture: { memoryBytes: 1, processorMs: 60_000 } })
    const template = await compilePostcard(createPdfRenderer({ workers: 0 }))
    const drawing = picture({ organisationId: 'org_1', template, piece: pieceOf(1), page: 1, dpi: 36 })
    await expect(drawing).rejects.toThrow('more memory than allowed')
  })

  it('has no preview if drawing never ends', async () => {
    const { rasterise } = open({ rasterise: { memoryBytes: 1e12, processorMs: 500 } })
    const drawing = rasterise([laughingForms(9)], { organisationId: 'org_1', page: 1, dpi: 72 })
    await expect(drawing).rejects.toThrow('Reading it takes more than 0.5 seconds of processor time.')
  })
})

describe('a program that only closes the renderer', () => {
  it('waits for the process being prepared, although that keeps no program alive', () => {
    const script = `
      import { createPdfRenderer } from '${moduleUrl('index.ts')}'
      import { createIsolatedUntrusted } from '${moduleUrl('isolated-process/untrusted.ts')}'
      const renderer = createPdfRenderer({ workers: 0, untrusted: createIsolatedUntrusted() })
      renderer.warm()
      await renderer.close()
      console.log('closed')`
    const args = ['--input-type=module', '--eval', script]
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('closed\n')
  })
})

describe('files of several organisations', () => {
  it('are read one per organisation at a time, and none waits long for another organisation’s', async () => {
    const { inspect } = open({ quickMs: 1 })
    const slow = stalled('org_slow')
    const first = inspect(slow.input)
    await slow.isRead
    const behind = stalled('org_slow')
    const second = inspect(behind.input)
    // The quick file is answered while the slow one is being read.
    expect((await inspect(picture('org_quick'))).findings).toEqual([])
    expect(behind.reads()).toBe(0)
    slow.release()
    behind.release()
    expect((await first).findings).toEqual([])
    expect((await second).findings).toEqual([])
  })

  it('continue if many are slow: a stopped file is read again once there is a slot', async () => {
    const { inspect } = open({ quickMs: 1 })
    const slow = ['org_1', 'org_2'].map(stalled)
    const answers = slow.map(({ input }) => inspect(input))
    const third = stalledUntilEnded('org_3')
    const last = inspect(third.input)
    await third.isEnded
    for (const { release } of slow) release()
    await Promise.all(answers)
    expect((await last).findings).toEqual([])
    expect([...slow, third].map(({ reads }) => reads())).toEqual([1, 1, 2])
  })

  it('end when the renderer is closed, including waiting ones', async () => {
    const { inspect, close } = open()
    const slow = stalled('org_1')
    const answers = [inspect(slow.input), inspect(picture('org_2')), inspect(picture('org_1'))]
    const failed = Promise.allSettled(answers)
    await slow.isRead
    await close()
    slow.release()
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })
})
