/** The press's typesetter, which lays out the editor's pages as they are printed. */

export type { AxisLocation } from '../../../src/typesetting/fonts/axes.ts'
export { FontFace } from '../../../src/typesetting/fonts/face.ts'
export { type Harfbuzz, instantiateHarfbuzz } from '../../../src/typesetting/fonts/harfbuzz.ts'
export { GlyphOutlines } from '../../../src/typesetting/fonts/outlines.ts'
export { platformFonts } from '../../../src/typesetting/fonts/platform.ts'
export { drawAddress } from '../../../src/typesetting/page/address.ts'
export { Content, fontName, GlyphUse, inkOperands } from '../../../src/typesetting/page/content.ts'
export { drawElement, filledText } from '../../../src/typesetting/page/elements.ts'
export { drawIndicia } from '../../../src/typesetting/page/indicia.ts'
export { Report } from '../../../src/typesetting/page/report.ts'
export { drawRunMarks } from '../../../src/typesetting/page/run-marks.ts'
export {
  pdfPageKey,
  type Scene,
  type ScenePdfPage,
  type ScenePicture,
  sceneOf,
} from '../../../src/typesetting/page/scene.ts'
export { indent } from '../../../src/typesetting/page/text.ts'
export { points } from '../../../src/typesetting/page/units.ts'
export { type FontBook, type FontFiles, openFontBook } from '../../../src/typesetting/text/book.ts'
export type { TextLine } from '../../../src/typesetting/text/line.ts'
export { layoutText, type TextLayout } from '../../../src/typesetting/text/text-layout.ts'
