import type { InspectInput } from '../../../core/ports/inspection.ts'
import { inspectFont } from './font.ts'
import { inspectImage } from './image.ts'
import type { PackedInspection } from './packed.ts'
import { inspectPdf } from './pdf.ts'

/** Inspects a file and returns errors and warnings about printing it. Rejects only on internal errors. */
export const inspectFile = async (
  kind: InspectInput['kind'],
  bytes: Uint8Array,
  face?: number,
): Promise<PackedInspection> => {
  switch (kind) {
    case 'IMAGE':
      return inspectImage(bytes)
    case 'PDF':
      return inspectPdf(bytes)
    case 'DRAWING':
      return (await import('./drawing.ts')).inspectDrawing(bytes)
    case 'FONT':
      return inspectFont(bytes, face)
    case 'XLSX':
      return (await import('../../xlsx/read.ts')).readWorkbook(bytes)
  }
}
