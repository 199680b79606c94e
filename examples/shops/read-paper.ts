import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../support/tools.ts'
import type { Box } from './shop.ts'

const pointsPerMm = 72 / 25.4

/** A word on a page, in mm from the top left of the trimmed page. */
export interface Word extends Box {
  text: string
}

/** Reads every word on every page of a file with poppler. */
export const wordsOf = (file: string): Word[][] => {
  const { left, top } = cutOf(file)
  const html = run('pdftotext', ['-bbox', file, '-'])
  return [...html.matchAll(/<page [^>]*>(.*?)<\/page>/gs)].map(([, page]) =>
    [
      ...page!.matchAll(
        /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g,
      ),
    ].map(([, ...found]) => {
      const [x1, y1, x2, y2] = found.slice(0, 4).map((value) => Number(value) / pointsPerMm)
      return { x: x1! - left, y: y1! - top, w: x2! - x1!, h: y2! - y1!, text: plain(found[4]!) }
    }),
  )
}

const plain = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

/** Offset of the trim within the page, in mm. */
const cutOf = (file: string): { left: number; top: number } => {
  const info = run('pdfinfo', ['-box', file])
  const box = (name: string) =>
    (new RegExp(`${name}:\\s+(.*)`).exec(info)?.[1] ?? '').trim().split(/\s+/).map(Number)
  const [trim, media] = [box('TrimBox'), box('MediaBox')]
  return { left: (trim[0]! - media[0]!) / pointsPerMm, top: (media[3]! - trim[3]!) / pointsPerMm }
}

export const pageCountOf = (file: string): number =>
  Number(/Pages:\s+(\d+)/.exec(run('pdfinfo', [file]))?.[1])

/** Reads the Data Matrix in a box of each page with dmtxread; empty if there is none. */
export const marksOf = (file: string, pages: readonly number[], box: Box): Map<number, string> => {
  const scratch = mkdtempSync(join(tmpdir(), 'lettershop-marks-'))
  const { left, top } = cutOf(file)
  const dpi = 300
  const pixels = (mm: number) => String(Math.round((mm / 25.4) * dpi))
  // Includes the quiet zone around the mark.
  const area = ['-x', pixels(box.x + left - 1), '-y', pixels(box.y + top - 1)]
  const size = ['-W', pixels(box.w + 2), '-H', pixels(box.h + 2)]
  try {
    return new Map(
      pages.map((page) => {
        const picture = join(scratch, String(page))
        const only = ['-f', String(page), '-l', String(page), '-singlefile', '-gray', '-png']
        run('pdftoppm', ['-r', String(dpi), ...only, ...area, ...size, file, picture])
        // dmtxread exits with 1 if it found nothing in time.
        const read = run('dmtxread', ['-N1', '-m2000', `${picture}.png`], { accept: 1 })
        return [page, read.trim()] as const
      }),
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
