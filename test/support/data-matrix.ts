import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BoxMm } from '../../src/core/kernel/finding.ts'
import { run } from './tools.ts'

/**
 * Returns the text of the first DataMatrix code in a box of a PDF page, empty if there is none. The box is in
 * mm from the corner of the trim.
 */
export const scanPage = async (
  folder: string,
  pdf: Uint8Array,
  page: number,
  { box, bleed, dpi = 300 }: { box: BoxMm; bleed: number; dpi?: number },
): Promise<string> => {
  const path = join(folder, 'scanned.pdf')
  await writeFile(path, pdf)
  const pixels = (mm: number) => String(Math.round((mm / 25.4) * dpi))
  const place = ['-x', box.x + bleed - 1, '-y', box.y + bleed - 1, '-W', box.w + 2, '-H', box.h + 2]
  const area = place.map((value) => (typeof value === 'number' ? pixels(value) : value))
  const only = ['-f', String(page), '-l', String(page), '-singlefile', '-gray', '-png']
  run('pdftoppm', ['-r', String(dpi), ...only, ...area, path, join(folder, 'scanned')])
  const read = spawnSync('dmtxread', ['-N1', '-m2000', join(folder, 'scanned.png')], { encoding: 'utf8' })
  return read.stdout.trim()
}
