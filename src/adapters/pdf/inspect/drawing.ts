import { sha256Hex } from '#platform/hash'
import { finding } from '../../../core/kernel/finding.ts'
import { readSvg } from '../svg/document.ts'
import { drawSvg } from '../svg/draw.ts'
import { DrawingFault } from '../svg/fault.ts'
import { svgPdf } from '../svg/to-pdf.ts'
import type { PackedInspection } from './packed.ts'
import { inspectPdf } from './pdf.ts'

/** A drawing has no more faults than somebody reads. */
const MAX_FAULTS = 20

/** An SVG as a PDF of one page, which is what is stored and printed. */
export const inspectDrawing = async (bytes: Uint8Array): Promise<PackedInspection> => {
  try {
    const drawing = drawSvg(readSvg(bytes))
    const faults = drawing.faults.slice(0, MAX_FAULTS)
    if (faults.length > 0) return { findings: faults.map((said) => finding('error', said)) }
    const pdf = await svgPdf(drawing)
    return { ...(await inspectPdf(pdf)), replacement: { bytes: pdf, sha256: sha256Hex(pdf) } }
  } catch (error) {
    if (!(error instanceof DrawingFault)) throw error
    return { findings: [finding('error', error.said)] }
  }
}
