import { expect, test } from 'vitest'
import { zipOf } from '../../../src/core/features/runs/package/downloads.ts'
import { concatenate } from '../../../src/core/kernel/bytes.ts'
import { readZip } from '../../support/zip.ts'

const cutoff = Date.parse('2026-03-29T02:30:14Z')

/**
 * Returns files whose chunks share one buffer, as from a disk; `closed` lists those closed before their end.
 */
const filesOf = (files: Record<string, string[]>) => {
  const closed: string[] = []
  const contentOf = async function* (name: string, chunks: string[]) {
    let isWhole = false
    try {
      const buffer = new Uint8Array(70_000)
      for (const chunk of chunks)
        yield buffer.subarray(0, new TextEncoder().encodeInto(chunk, buffer).written)
      isWhole = true
    } finally {
      if (!isWhole) closed.push(name)
    }
  }
  const list = async function* () {
    for (const [name, chunks] of Object.entries(files)) yield { name, content: contentOf(name, chunks) }
  }
  return { files: list(), closed }
}

test('a ZIP contains each whole file under its name, dated in UTC in every time zone', async () => {
  const { files } = filesOf({ 'part-001.pdf': ['%PDF', '-1.6'], 'é.txt': [], SHA256SUMS: ['abc'] })
  const chunks: Uint8Array[] = []
  for await (const chunk of zipOf(files, cutoff)) chunks.push(chunk.slice())
  const bytes = concatenate(chunks)
  const text = [...readZip(bytes)].map(([name, content]) => [name, new TextDecoder().decode(content)])
  expect(text).toEqual([
    ['part-001.pdf', '%PDF-1.6'],
    ['é.txt', ''],
    ['SHA256SUMS', 'abc'],
  ])
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  expect([view.getUint16(10, true), view.getUint16(12, true)]).toEqual([
    (2 << 11) | (30 << 5) | 7,
    ((2026 - 1980) << 9) | (3 << 5) | 29,
  ])
})

test('a disconnected reader closes the open file, and no other is opened', async () => {
  const { files, closed } = filesOf({
    'part-001.pdf': Array(100).fill('x'.repeat(70_000)),
    'part-002.pdf': ['y'],
  })
  let seen = 0
  for await (const chunk of zipOf(files, cutoff)) {
    seen += chunk.length
    if (seen > 200_000) break
  }
  expect(closed).toEqual(['part-001.pdf'])
})
