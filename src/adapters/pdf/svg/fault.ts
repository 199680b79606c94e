import { Fault } from '../../../core/kernel/fault.ts'

/** The SVG cannot be drawn at all. */
export class DrawingFault extends Fault<'drawing_damaged' | 'drawing_unsupported' | 'file_too_complex'> {}

/** Reports a fault of the line, and goes on. */
export type Report = (said: DrawingFault['said']) => void
