import type { Inspection } from '../../../core/ports/inspection.ts'
import type { PackedSheet } from '../../xlsx/read.ts'

/** The result of inspecting a file, as sent by the isolated process. */
export type PackedInspection = Omit<Inspection, 'sheets'> & { sheets?: PackedSheet[] }

export const unpackInspection = async ({ sheets, ...inspection }: PackedInspection): Promise<Inspection> => {
  if (!sheets) return inspection
  const { unpackSheet } = await import('../../xlsx/read.ts')
  return { ...inspection, sheets: sheets.map(unpackSheet) }
}
