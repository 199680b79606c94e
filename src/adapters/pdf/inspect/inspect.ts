import type { Finding } from '../../../core/kernel/finding.ts'
import type { InspectInput, Inspection } from '../../../core/ports/renderer.ts'
import { inspectFont } from './font.ts'
import { inspectImage } from './image.ts'
import { inspectPdf } from './pdf.ts'

/** What a file is, and everything that keeps it from being printed. Rejects for faults of ours only. */
export const inspectFile = (kind: InspectInput['kind'], bytes: Uint8Array): Promise<Inspection> => {
  switch (kind) {
    case 'IMAGE':
      return inspectImage(bytes)
    case 'PDF':
      return inspectPdf(bytes)
    case 'FONT':
      return inspectFont(bytes)
  }
}

export const errorFinding = (code: string, message: string): Finding => ({ code, severity: 'error', message })
export const warningFinding = (code: string, message: string): Finding => ({
  code,
  severity: 'warning',
  message,
})

/** `the PNG is damaged` → `The PNG is damaged.` */
export const sentence = (reason: string): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.`
