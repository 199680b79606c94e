import type { Inspection } from '../../../core/ports/inspection.ts'
import type { PackedSheet } from '../../xlsx/read.ts'

/** What is found out about a file, as it leaves the process that read it. */
export type PackedInspection = Omit<Inspection, 'sheets'> & { sheets?: PackedSheet[] }

/** With sheets that can be read on. */
export const unpackInspection = async ({ sheets, ...inspection }: PackedInspection): Promise<Inspection> => {
  if (!sheets) return inspection
  const { unpackSheet } = await import('../../xlsx/read.ts')
  return { ...inspection, sheets: sheets.map(unpackSheet) }
}
