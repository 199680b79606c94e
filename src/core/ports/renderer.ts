import type { Finding } from '../kernel/finding.ts'
import type { TemplateAsset, TemplateDocument } from '../template/document.ts'
import type { Sheet } from '../template/sheet.ts'
import type { PieceValues } from '../template/tags.ts'

/** An image that a template document names, with its bytes untouched. */
export interface RenderAsset extends TemplateAsset {
  bytes: Uint8Array
}

/** A published template as the renderer needs it. `layer` is what `compile` returned. */
export interface CompiledTemplate {
  /** The template version id: immutable, so an implementation may cache by it. */
  id: string
  document: TemplateDocument
  sheet: Sheet
  layer: Uint8Array
}

export interface CompileInput {
  /** Whose it is: of what takes long, organisations take turns. */
  organisationId: string
  document: TemplateDocument
  sheet: Sheet
  /** Their bytes are given away: an implementation may hand them to another thread. */
  assets: RenderAsset[]
}

export interface CompileResult {
  /** Everything that keeps the template from being printed, and warnings. */
  findings: Finding[]
  /** The static layer (content streams, glyph set, asset hashes, engine version); absent on errors. */
  layer?: Uint8Array
  /** Hex digest of the layer, taken where it was made: it may be large. */
  layerSha256?: string
}

/** The variable part of one mail piece. */
export interface Piece extends PieceValues {
  itemId: string
  /** The recipient's lines in the order of their country, as printed. */
  addressLines: readonly string[]
  /** How many of them, from the first, are names, which may be divided where they are too wide; none without it. */
  nameLines?: number
  /** The sender's line above the recipient, where the sheet shows one. */
  returnLine?: string
  /** The carrier's code below the address (KIX: postal code, number, `X`, suffix), where there is one. */
  carrierCode?: string
}

export interface PartPiece extends Piece {
  templateId: string
  /** 1-based place in the run, printed as machine-readable sequence number. */
  sequence: number
}

export interface PartInput {
  /** Shown in the file's metadata, e.g. `run_… 001`. */
  title: string
  /** Milliseconds; stamped into the file instead of the wall clock, so that a rerun gives the same bytes. */
  createdAt: number
  sheet: Sheet
  templates: readonly CompiledTemplate[]
  pieces: readonly PartPiece[]
}

export interface PartResult {
  bytes: number
  pages: number
  /** Hex digest of the whole file. */
  sha256: string
  /** In print order. A piece with error findings is left out of the file and has `pageCount` 0. */
  pieces: PartResultPiece[]
}

export interface PartResultPiece {
  itemId: string
  /** 1-based page of the part. */
  firstPage: number
  /** With the empty page that fills its last sheet, where there is one. */
  pageCount: number
  /**
   * Hex digest of the layer's own hex digest and the pages' drawing instructions behind it: what was printed, for
   * evidence. `extract` gives those instructions back.
   */
  sha256: string
  findings: Finding[]
}

/** Pages of a part, 1-based, and what the file cut from it is called. */
export interface PageRange {
  firstPage: number
  pageCount: number
  /** Shown in the new file's metadata. */
  title: string
  /** Milliseconds, stamped into the new file. */
  createdAt: number
  /** At least 32 hex digits that tell this content from others: the file's id is made of them. */
  contentId: string
}

export interface ExtractedPages {
  pdf: Uint8Array
  /** The pages' own drawing instructions, uncompressed, one after the other: what `PartResultPiece.sha256` hashes. */
  content: Uint8Array
}

/** A piece to look at before the run is printed. */
export interface ProofPiece {
  /** Its pages as a file of their own: what `extract` gave. Given away. */
  pdf: Uint8Array
  /** Stand above each of its pages, outside of the sheet. */
  lines: readonly string[]
}

export interface ProofResult {
  pdf: Uint8Array
  /** Hex digest of the file, taken where it was made: it may be large. */
  sha256: string
}

/** What the file of a proof tells of itself, as `PageRange` does. */
export type ProofAbout = Pick<PageRange, 'title' | 'createdAt' | 'contentId'>

/** A file that comes with the program, for templates and for whoever designs them. */
export interface PlatformAsset {
  /** What templates name a font by, and sheets a profile. */
  id: string
  kind: 'FONT' | 'ICC_PROFILE'
  name: string
  fileName: string
  contentType: string
  /** SPDX. */
  licence: string
  sizeBytes: number
  /** Hex. */
  sha256: string
  font: { family: string; weight: number; italic: boolean } | null
}

/** A file that somebody wants to print. Its bytes are asked for when there is time to look at them, at times twice. */
export interface InspectInput {
  kind: 'IMAGE' | 'PDF' | 'FONT'
  /** Whose it is: organisations take turns. */
  organisationId: string
  sizeBytes: number
  read(): Promise<AsyncIterable<Uint8Array>>
}

/** A file that needs more time or memory than any file is given. The message is a sentence for whoever brought it. */
export class FileTooComplex extends Error {}

export interface Inspection {
  /** Everything that keeps the file from being printed, and warnings. */
  findings: Finding[]
  /** Of an image without errors. */
  image?: InspectedImage
}

export interface InspectedImage {
  format: 'jpeg' | 'png'
  /** As it is seen: a picture that lies on its side is turned. */
  widthPx: number
  heightPx: number
  hasAlpha: boolean
  /** What its profile calls itself; `sRGB`, `CMYK` or `Gray` without one. */
  colourProfile: string
  /** A small PNG. */
  thumbnail: Uint8Array
}

/**
 * Turns templates and items into print-ready PDF (docs/design.md#rendering). `compile` and `renderPart` may
 * take long and run in threads or processes of their own; they are called from jobs only, never in a
 * transaction.
 */
export interface Renderer {
  /** Name and version, kept with every layer and manifest. */
  readonly engine: string
  /** Assets that take too much time or memory are a finding. */
  compile(input: CompileInput): Promise<CompileResult>
  /** What of this piece would not fit or cannot be printed; cheap enough for every created item. */
  check(template: CompiledTemplate, piece: Piece): Promise<Finding[]>
  /**
   * Streams one PDF file into `write`, which is awaited: memory stays bounded however long the part is. A chunk is the
   * reader's from then on.
   */
  renderPart(input: PartInput, write: (chunk: Uint8Array) => Promise<void>): Promise<PartResult>
  /**
   * Looks at a file that a stranger sent: apart from what prints, one of an organisation after the other, and never for
   * long. A file that takes too much time or memory has a finding that says so.
   */
  inspect(input: InspectInput): Promise<Inspection>
  /** What comes with it: the fonts that every template may name, and the profiles that it prints with. */
  platformAssets(): Promise<readonly PlatformAsset[]>
  /** The bytes of one of them. */
  platformAsset(id: string): Promise<Uint8Array | undefined>
  /**
   * One page as a PNG, for previews and proofs. The file comes in the pieces that it was written in, and they are given
   * away. Throws `FileTooComplex`: what the organisation has uploaded is drawn here by a program that is not ours.
   */
  rasterise(
    pdf: readonly Uint8Array[],
    options: { organisationId: string; page: number; dpi: number },
  ): Promise<{ png: Uint8Array; widthPx: number; heightPx: number }>
  /**
   * Cuts pages out of a part, whose bytes are given away: streams are copied as they are, so the same part gives the
   * same bytes.
   */
  extract(part: Uint8Array, range: PageRange): Promise<ExtractedPages>
  /** Pieces in one file, their pages as they are printed: for whoever runs the press. The same pieces give the same bytes. */
  proof(pieces: readonly ProofPiece[], about: ProofAbout): Promise<ProofResult>
  /** The part with these pages (1-based) empty and everything else where it was. Its bytes are given away. */
  blank(part: Uint8Array, pages: readonly number[]): Promise<Uint8Array>
  close(): Promise<void>
}
