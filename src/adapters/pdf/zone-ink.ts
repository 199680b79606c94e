import type { BoxMm } from '../../core/kernel/finding.ts'
import { inset } from '../../core/template/geometry.ts'
import type { Sheet } from '../../core/template/sheet.ts'
import type { Pixels } from './raster.ts'

/**
 * The light that paper must reflect for black print on it to be read, of the red and of the green light that sorting
 * machines read by. Carriers ask for 30 points between paper and ink, and for half of the light where codes are read;
 * black ink reflects some 5 %.
 */
export const leastReflectance = 0.5
/** Dark ink on less than this is a speck. */
export const leastDarkMm2 = 1
/** Lines of text fill a third of their box at most: what is darker than this is an area behind the return line. */
export const darkShareOfSender = 0.5

/** What reaches less far into a zone only touches it, in mm. */
const TOUCHES_MM = 0.3
/** What looks white on paper: pictures are rarely white to the last step. */
const WHITE = 248

/** What is printed in a zone. */
export interface ZoneInk {
  isPrinted: boolean
  /** The area that is too dark to read on, and its share of the zone. */
  darkMm2: number
  darkShare: number
  /** The mean reflectance of that area, between 0 and 1. */
  darkReflectance: number
}

/** Measures the ink of a drawn page in a zone. */
export const inkIn = (pixels: Pixels, zone: BoxMm, sheet: Pick<Sheet, 'trim'>): ZoneInk => {
  let isPrinted = false
  let count = 0
  let dark = 0
  let sum = 0
  eachPixel(pixels, inset(zone, TOUCHES_MM), sheet, (red, green, blue) => {
    count++
    isPrinted ||= red < WHITE || green < WHITE || blue < WHITE
    const reflectance = reflectances[Math.min(red, green)]!
    if (reflectance >= leastReflectance) return
    dark++
    sum += reflectance
  })
  const pixelMm2 = (sheet.trim.w / pixels.width) * (sheet.trim.h / pixels.height)
  return {
    isPrinted,
    darkMm2: dark * pixelMm2,
    darkShare: dark / Math.max(1, count),
    darkReflectance: dark === 0 ? 1 : sum / dark,
  }
}

/** Steps between the lightest and the darkest pixel from which letters are told from their ground. */
const LEAST_CONTRAST = 10

/** Whether anything in a part of a drawn page differs from its ground. A text that is covered evenly does not. */
export const hasContrast = (pixels: Pixels, box: BoxMm, sheet: Pick<Sheet, 'trim'>): boolean => {
  const least = [255, 255, 255]
  const most = [0, 0, 0]
  eachPixel(pixels, box, sheet, (...samples) => {
    for (const [at, sample] of samples.entries()) {
      least[at] = Math.min(least[at]!, sample)
      most[at] = Math.max(most[at]!, sample)
    }
  })
  return most.some((value, at) => value - least[at]! >= LEAST_CONTRAST)
}

/** The share of light that a step of sRGB stands for. */
const reflectances = Float64Array.from({ length: 256 }, (_, step) => {
  const value = step / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

const eachPixel = (
  { data, width, height }: Pixels,
  { x, y, w, h }: BoxMm,
  { trim }: Pick<Sheet, 'trim'>,
  look: (red: number, green: number, blue: number) => void,
): void => {
  const across = width / trim.w
  const down = height / trim.h
  const left = Math.max(0, Math.floor(x * across))
  const right = Math.min(width, Math.ceil((x + w) * across))
  const bottom = Math.min(height, Math.ceil((y + h) * down))
  for (let row = Math.max(0, Math.floor(y * down)); row < bottom; row++) {
    for (let at = (row * width + left) * 4; at < (row * width + right) * 4; at += 4)
      look(data[at]!, data[at + 1]!, data[at + 2]!)
  }
}
