import { describe, expect, it } from 'vitest'
import type { Blobs } from '../../src/core/ports/blobs.ts'

const CHUNK_LIMIT = 64 * 1024

/**
 * The contract of every Blobs. `open` returns an empty one for each test. `listsInOrder` is false if the
 * server behind them is known to list in another order than Amazon's.
 */
export const blobsContract = (
  name: string,
  open: () => Promise<Blobs>,
  { listsInOrder = true } = {},
): void => {
  describe(`blobs: ${name}`, () => {
    reading(open)
    writing(open)
    listing(open, listsInOrder)
    keys(open)
  })
}

const reading = (open: () => Promise<Blobs>): void => {
  it.each([0, 1, CHUNK_LIMIT - 1, CHUNK_LIMIT, CHUNK_LIMIT + 1, 300_000])(
    'returns %i bytes unchanged',
    async (length) => {
      const blobs = await open()
      const bytes = pattern(length)
      await blobs.put('a/b.bin', bytes)
      expect(same(await blobs.get('a/b.bin'), bytes)).toBe(true)
      expect(await blobs.size('a/b.bin')).toBe(length)
      const chunks = await collect(await blobs.stream('a/b.bin'))
      expect(chunks.every((chunk) => chunk.length > 0 && chunk.length <= CHUNK_LIMIT)).toBe(true)
      expect(same(Buffer.concat(chunks), bytes)).toBe(true)
    },
  )

  it.each([
    [0, 5],
    [10, 11],
    [CHUNK_LIMIT - 3, CHUNK_LIMIT + 3],
    [10, CHUNK_LIMIT * 3],
    [7, 7],
  ])('returns the bytes from %i to before %i', async (start, end) => {
    const blobs = await open()
    const bytes = pattern(CHUNK_LIMIT * 2 + 1)
    await blobs.put('a/b.bin', bytes)
    const chunks = await collect(await blobs.stream('a/b.bin', { start, end }))
    expect(chunks.every((chunk) => chunk.length > 0 && chunk.length <= CHUNK_LIMIT)).toBe(true)
    expect(same(Buffer.concat(chunks), bytes.slice(start, end))).toBe(true)
    expect(await blobs.stream('missing', { start, end })).toBeUndefined()
  })

  it.each(['missing', 'a/missing', 'a', 'a/b.bin/below'])('has nothing at %s', async (key) => {
    const blobs = await open()
    await blobs.put('a/b.bin', pattern(3))
    expect(await blobs.get(key)).toBeUndefined()
    expect(await blobs.stream(key)).toBeUndefined()
    expect(await blobs.size(key)).toBeUndefined()
    await blobs.remove(key)
    expect(await blobs.size('a/b.bin')).toBe(3)
  })

  it('copies its bytes: neither the writer nor a reader can change them', async () => {
    const blobs = await open()
    const given = pattern(10)
    await blobs.put('k', given)
    given.fill(0)
    const read = await blobs.get('k')
    expect(same(read, pattern(10))).toBe(true)
    read?.fill(0)
    expect(same(await blobs.get('k'), pattern(10))).toBe(true)
    for await (const chunk of (await blobs.stream('k')) ?? []) chunk.fill(0)
    expect(same(await blobs.get('k'), pattern(10))).toBe(true)
  })

  it('no longer returns a removed blob', async () => {
    const blobs = await open()
    await blobs.put('a/b', pattern(3))
    await blobs.remove('a/b')
    expect(await blobs.get('a/b')).toBeUndefined()
    expect(await collect(blobs.list(''))).toEqual([])
    await blobs.remove('a/b')
  })
}

const writing = (open: () => Promise<Blobs>): void => {
  it('shows a streamed blob only when it is finished', async () => {
    const blobs = await open()
    const writer = await blobs.create('runs/part.pdf')
    const chunk = pattern(100_000)
    await writer.write(chunk)
    chunk.fill(0)
    await writer.write(pattern(5))
    expect(await blobs.get('runs/part.pdf')).toBeUndefined()
    expect(await collect(blobs.list(''))).toEqual([])
    await writer.finish()
    expect(same(await blobs.get('runs/part.pdf'), Buffer.concat([pattern(100_000), pattern(5)]))).toBe(true)
  })

  it('finishes an empty blob', async () => {
    const blobs = await open()
    await (await blobs.create('empty')).finish()
    expect(await blobs.size('empty')).toBe(0)
  })

  it('leaves nothing behind after abort, and may be aborted twice', async () => {
    const blobs = await open()
    const writer = await blobs.create('gone')
    await writer.write(pattern(9))
    await writer.abort()
    await writer.abort()
    await expect(writer.write(pattern(1))).rejects.toThrow('finished or aborted')
    await expect(writer.finish()).rejects.toThrow('finished or aborted')
    expect(await blobs.get('gone')).toBeUndefined()
  })

  it('ignores calls to the writer of a finished blob', async () => {
    const blobs = await open()
    const writer = await blobs.create('kept')
    await writer.write(pattern(9))
    await writer.finish()
    await writer.abort()
    await expect(writer.write(pattern(1))).rejects.toThrow('finished or aborted')
    await expect(writer.finish()).rejects.toThrow('finished or aborted')
    expect(await blobs.size('kept')).toBe(9)
  })

  it('replaces a blob as a whole; the last of two writers to finish wins', async () => {
    const blobs = await open()
    await blobs.put('k', pattern(50))
    const first = await blobs.create('k')
    const second = await blobs.create('k')
    await first.write(pattern(3))
    await second.write(pattern(2))
    expect(await blobs.size('k')).toBe(50)
    await second.finish()
    expect(await blobs.size('k')).toBe(2)
    await first.finish()
    expect(await blobs.size('k')).toBe(3)
  })

  it('accepts many concurrent writes', async () => {
    const blobs = await open()
    const names = Array.from({ length: 60 }, (_, index) => `many/${index % 7}/${index}`)
    await Promise.all(names.map((key, index) => blobs.put(key, pattern(index * 997))))
    const sizes = await Promise.all(names.map((key) => blobs.size(key)))
    expect(sizes).toEqual(names.map((_, index) => index * 997))
  })
}

const listing = (open: () => Promise<Blobs>, listsInOrder: boolean): void => {
  const all = ['a', 'b-x', 'b.x', 'b/1', 'b/10', 'b/2/z', 'b0', 'run_1/a', 'run_10/a', 'run_2']

  it.each([
    ['', all],
    ['b', ['b-x', 'b.x', 'b/1', 'b/10', 'b/2/z', 'b0']],
    ['b/', ['b/1', 'b/10', 'b/2/z']],
    ['b/1', ['b/1', 'b/10']],
    ['b/2/', ['b/2/z']],
    ['run_1', ['run_1/a', 'run_10/a']],
    ['run_1/', ['run_1/a']],
    ['b/1/', []],
    ['nothing/here/', []],
    ['.', []],
  ])('lists %j in lexical order', async (prefix, expected) => {
    const blobs = await open()
    for (const key of [...all].reverse()) await blobs.put(key, pattern(1))
    const listed = await collect(blobs.list(prefix))
    expect(listsInOrder ? listed : listed.toSorted()).toEqual(expected)
  })
}

const keys = (open: () => Promise<Blobs>): void => {
  const wrong = [
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    '../a',
    'a/../b',
    'a/..',
    'a/.',
    './a',
    'A',
    'a b',
    'a\\b',
    '..\\a',
    'a\0b',
    'é',
    '~unfinished/a',
    'c:/a',
    'a.',
    'a./b',
    'a\n',
    '%2e%2e/a',
    'x'.repeat(201),
    `${'a/'.repeat(500)}abc`,
  ]

  it.each(wrong)('refuses the key %j everywhere', async (key) => {
    const blobs = await open()
    const refused = /Not a blob key/
    await expect(blobs.put(key, pattern(1))).rejects.toThrow(refused)
    await expect(blobs.create(key)).rejects.toThrow(refused)
    await expect(blobs.get(key)).rejects.toThrow(refused)
    await expect(blobs.stream(key)).rejects.toThrow(refused)
    await expect(blobs.size(key)).rejects.toThrow(refused)
    await expect(blobs.remove(key)).rejects.toThrow(refused)
    expect(await collect(blobs.list(''))).toEqual([])
  })

  it.each(['/', '../', 'a/../', 'A', 'a//', '~'])('refuses the prefix %j', async (prefix) => {
    const blobs = await open()
    await expect(async () => collect(blobs.list(prefix))).rejects.toThrow('Not a prefix')
  })
}

/** Returns bytes in which a shifted or repeated chunk shows. */
export const pattern = (length: number): Uint8Array => {
  return Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8) * 7) & 0xff)
}

/** Compares bytes without `toEqual`, which takes seconds for megabytes. */
export const same = (actual: Uint8Array | undefined, expected: Uint8Array): boolean => {
  return actual !== undefined && Buffer.compare(actual, expected) === 0
}

export const collect = async <T>(values: AsyncIterable<T> | undefined): Promise<T[]> => {
  if (!values) throw new Error('There is nothing to read.')
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}
