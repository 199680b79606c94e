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
import { warmUp } from './warm.ts'

/** Copying fewer bytes costs nothing. */
const MIN_TRANSFER_BYTES = 64 * 1024

/** Returns the buffers that can be transferred to another thread: large ones that contain nothing else. */
export const transferable = (given: readonly (Uint8Array | undefined)[]): ArrayBuffer[] => {
  const buffers = new Set<ArrayBuffer>()
  for (const bytes of given) {
    if (!(bytes?.buffer instanceof ArrayBuffer) || bytes.length < MIN_TRANSFER_BYTES) continue
    if (bytes.buffer.byteLength === bytes.length) buffers.add(bytes.buffer)
  }
  return [...buffers]
}

/**
 * A template by its key (`templateKey`). Document and layer are sent only to a thread that doesn't have them
 * yet.
 */
type SentTemplate = { key: string; template?: CompiledTemplate }

/** The tasks of a worker thread with input and output. */
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
  /** Draws once, so that everything previews need is loaded and compiled. */
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
/** Evicts together with the cache, so that evicted templates are requested again. */
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
