import type { BoxMm } from '../kernel/finding.ts'

/** What cameras of inserters and people on the telephone read; larger modules take room and read no better. */
export const markLimits = { moduleMinMm: 0.3, moduleMaxMm: 0.5, textMinPt: 4, textMaxPt: 5.5 } as const

/** The modules on a side of a mark's DataMatrix, with the white ring around it. */
export const markModules = 24
/** How many lines of figures stand beside it, and how far apart in ems. */
export const markLineCount = 4
export const markLineHeight = 1.15
/** White between the symbol's quiet zone and the figures, in mm. */
export const markGapMm = 0.5
/** The widest line that a mark can have in ems of its font: sixteen characters, most of them figures. */
const WIDEST_EM = 9.8

const POINTS_PER_MM = 72 / 25.4

/** The least zone, along either of its sides, in mm. */
export const leastMarkZone = { short: 7.2, long: 22 } as const

/**
 * How a mark stands in its zone: along the longer side, symbol first, lines beside it. Its sizes are the same
 * for every piece, so that a zone that is large enough stays so.
 */
export const markSizes = (zone: BoxMm): { moduleMm: number; textPt: number } => {
  const across = Math.min(zone.w, zone.h)
  const along = Math.max(zone.w, zone.h)
  const moduleMm = Math.min(markLimits.moduleMaxMm, across / markModules)
  const room = along - markModules * moduleMm - markGapMm
  const textPt = Math.min(
    markLimits.textMaxPt,
    (room * POINTS_PER_MM) / WIDEST_EM,
    (across * POINTS_PER_MM) / (markLineCount * markLineHeight),
  )
  return { moduleMm, textPt }
}

/** Whether cameras and people can read a mark in the zone. */
export const isMarkZoneLargeEnough = (zone: BoxMm): boolean => {
  const { moduleMm, textPt } = markSizes(zone)
  return moduleMm >= markLimits.moduleMinMm && textPt >= markLimits.textMinPt
}
