import type { InspectInput } from '../../core/ports/inspection.ts'
import type {
  CompiledTemplate,
  CompileInput,
  CompileResult,
  ExtractedPages,
  OfficeAbout,
  PageRange,
  PartPiece,
  Piece,
  PiecePicture,
  Preview,
  PreviewInput,
  ProofAbout,
  ProofPiece,
  ProofResult,
  RasterOptions,
} from '../../core/ports/renderer.ts'
import type { TemplateDocument } from '../../core/template/document.ts'
import type { Sheet } from '../../core/template/sheet.ts'
import { compileTemplate } from './compile/compile.ts'
import { officePdf } from './export/office.ts'
import { blankPages, extractPages } from './export/pages.ts'
import { proofOf } from './export/proof.ts'
import { subsetFonts, type UsedFont } from './fonts/subset.ts'
import { inspectFile } from './inspect/inspect.ts'
import type { PackedInspection } from './inspect/packed.ts'
import { previewDocument } from './preview/preview.ts'
import { rasterisePage } from './raster.ts'
import { type DrawnBatch, drawBatch, evictBeyondLimits, sizeOf, TemplateCache } from './render/batch.ts'
import { pictureOfPiece } from './render/picture.ts'

const text = { type: 'text', size: 10, lineHeight: 1.25, x: 8, w: 60, color: 'black' } as const
const set = { align: 'start', verticalAlign: 'top', overflow: 'error' } as const
const code = { type: 'qr', size: 24, errorCorrection: 'medium', quietZone: 4, background: 'white' } as const
const address = { type: 'address', font: 'noto-sans', size: 10, minSize: 8, lineHeight: 1.25 } as const

/** The warm-up card, with what most designs have: text, merge fields, a QR code, and an address with KIX. */
const document: TemplateDocument = {
  ...{ schema: 1, trim: { w: 148, h: 105 }, bleed: 3, safe: 4, locale: 'en' },
  fonts: [{ id: 'noto-sans' }, { id: 'noto-sans-bold' }],
  colors: { accent: { cmyk: [0, 80, 95, 0] } },
  variables: { firstName: { type: 'text', maxLength: 200, sample: 'Alex' } },
  pages: [
    {
      side: 'front',
      elements: [
        { type: 'rect', x: -3, y: -3, w: 154, h: 20, fill: 'accent', strokeWidth: 0.25, radius: 0 },
        { ...text, ...set, font: 'noto-sans-bold', y: 20, h: 10, text: 'Aa Bb Cc Dd Ee 0123456789' },
        {
          ...text,
          ...set,
          font: 'noto-sans',
          y: 32,
          h: 20,
          text: 'Dear {{firstName}}, the quick brown fox jumps.',
        },
        { ...code, x: 8, y: 60, content: '{{trackingUrl}}' },
        { ...address, zone: 'product', mark: 'kix' },
      ],
    },
  ],
}

const sheet: Sheet = {
  ...{ trim: document.trim, bleed: 3, safe: 4, plex: 'simplex', pages: { min: 1, max: 1 } },
  zones: [{ kind: 'address', page: 1, x: 76, y: 46, w: 66, h: 40 }],
  colourProfile: 'sRGB',
}

const piece: Piece = {
  ...{ itemId: 'warm', data: { firstName: 'Zoë' }, addressLines: ['Alex Example', 'Example Street 1'] },
  ...{ trackingUrl: 'https://t.example/q/PREVIEW', optOutUrl: '', carrierCode: '1000AA1' },
}

/** Enough repetitions for the runtime to compile the hot code. */
const TIMES = 2

/** Draws a page and discards it, so that the first preview needs to load nothing. */
const warmUp = async (): Promise<void> => {
  const { layer } = await compileTemplate({ organisationId: 'warm', document, sheet, assets: [] })
  if (!layer) throw new Error('The warm-up template does not compile')
  const template = { id: 'warm', document, sheet, layer }
  const cache = new TemplateCache()
  for (let n = 0; n < TIMES; n++) await pictureOfPiece(cache, template, { piece, page: 1, dpi: 96 })
}

/** Smaller arrays are copied, which takes no measurable time. */
const MIN_TRANSFER_BYTES = 64 * 1024

/** Returns the buffers worth transferring to another thread: large ones that only one array uses. */
export const transferable = (given: readonly (Uint8Array | undefined)[]): ArrayBuffer[] => {
  const buffers = new Set<ArrayBuffer>()
  for (const bytes of given) {
    if (!(bytes?.buffer instanceof ArrayBuffer) || bytes.length < MIN_TRANSFER_BYTES) continue
    if (bytes.buffer.byteLength === bytes.length) buffers.add(bytes.buffer)
  }
  return [...buffers]
}

/** A template by its key (`templateKey`). Document and layer are sent only to threads without them. */
type SentTemplate = { key: string; template?: CompiledTemplate }

export interface Tasks {
  /** `resend`: the thread has closed one of the templates in the meantime. */
  draw: { input: { templates: SentTemplate[]; pieces: readonly PartPiece[] }; output: DrawnBatch | 'resend' }
  subset: { input: { fonts: readonly UsedFont[] }; output: { subsets: Uint8Array[] } }
  compile: { input: CompileInput; output: CompileResult }
  preview: { input: PreviewInput; output: Preview }
  picture: {
    input: RasterOptions & { template: SentTemplate; piece: Piece }
    output: PiecePicture | 'resend'
  }
  inspect: { input: Pick<InspectInput, 'kind' | 'face'> & { bytes: Uint8Array }; output: PackedInspection }
  rasterise: {
    input: RasterOptions & { pdf: readonly Uint8Array[] }
    output: { png: Uint8Array; widthPx: number; heightPx: number }
  }
  /** Draws a page, so that everything that previews need is loaded and compiled. */
  warm: { input: Record<string, never>; output: Record<string, never> }
  extract: { input: { part: Uint8Array; range: PageRange }; output: ExtractedPages }
  proof: { input: { pieces: readonly ProofPiece[]; about: ProofAbout }; output: ProofResult }
  office: { input: { parts: readonly Uint8Array[]; about: OfficeAbout }; output: Uint8Array }
  blank: { input: { part: Uint8Array; pages: readonly number[] }; output: Uint8Array }
}
export type TaskName = keyof Tasks
export type TaskRequest = {
  [Name in TaskName]: { id: number; name: Name; input: Tasks[Name]['input'] }
}[TaskName]
export type TaskAnswer = { id: number; output: Tasks[TaskName]['output'] } | { id: number; error: unknown }

const cache = new TemplateCache()
/** Templates by key, evicted like those of the cache. The sender sends an evicted one again. */
const known = new Map<string, { size: number; template: CompiledTemplate }>()

const remember = (sent: SentTemplate): CompiledTemplate | undefined => {
  const template = sent.template ?? known.get(sent.key)?.template
  if (!template) return undefined
  known.delete(sent.key)
  known.set(sent.key, { size: sizeOf(template), template })
  evictBeyondLimits(known)
  return template
}

const draw = async ({ templates, pieces }: Tasks['draw']['input']): Promise<DrawnBatch | 'resend'> => {
  const compiled = templates.map(remember)
  if (compiled.some((template) => template === undefined)) return 'resend'
  return drawBatch(cache, compiled as CompiledTemplate[], pieces)
}

const picture = async ({
  template,
  ...input
}: Tasks['picture']['input']): Promise<PiecePicture | 'resend'> => {
  const compiled = remember(template)
  return compiled ? pictureOfPiece(cache, compiled, input) : 'resend'
}

export const runTask = async (request: TaskRequest): Promise<Tasks[TaskName]['output']> => {
  switch (request.name) {
    case 'draw':
      return draw(request.input)
    case 'subset':
      return { subsets: await subsetFonts(request.input.fonts) }
    case 'compile':
      return compileTemplate(request.input)
    case 'preview':
      return previewDocument(request.input)
    case 'picture':
      return picture(request.input)
    case 'inspect':
      return inspectFile(request.input.kind, request.input.bytes, request.input.face)
    case 'rasterise':
      return rasterisePage(request.input.pdf, request.input)
    case 'warm':
      await warmUp()
      return {}
    case 'extract':
      return extractPages(request.input.part, request.input.range)
    case 'proof':
      return proofOf(request.input.pieces, request.input.about)
    case 'office':
      return officePdf(request.input.parts, request.input.about)
    case 'blank':
      return blankPages(request.input.part, request.input.pages)
  }
}
