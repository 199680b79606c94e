import type { Finding } from '../kernel/finding.ts'
import { Fault } from '../kernel/sentences.ts'
import type { TemplateAsset, TemplateDocument } from '../template/document.ts'
import type { Sheet } from '../template/sheet.ts'
import type { PieceValues } from '../template/tags.ts'
import type { InspectInput, Inspection } from './inspection.ts'

export interface RasterOptions {
  /** 1-based. */
  page: number
  dpi: number
  /** Width in mm to cut off on every side; the bleed shows the trimmed page. */
  insetMm?: number
}

/** A page in pixels. */
interface Picture {
  png: Uint8Array
  widthPx: number
  heightPx: number
}

export interface PiecePicture {
  findings: Finding[]
  /** Absent if a finding is an error, because such pieces are not printed. */
  picture?: Picture
}

/** An operator's font for characters that all other fonts lack. */
export interface FallbackFont {
  /** Hex digest of its bytes. */
  sha256: string
  bytes: Uint8Array
}

interface InstanceFiles {
  /** In lookup order. */
  fallbacks?: readonly FallbackFont[]
  /** The profile that the sheet names, unless it is built in. */
  profile?: Uint8Array
}

/** A built-in file or an operator's file, for templates and their designers. */
export interface PlatformAsset {
  /** Used by templates for fonts, and by sheets for profiles. */
  id: string
  kind: 'FONT' | 'ICC_PROFILE'
  /** Set for operators' files; absent for built-in ones. */
  origin?: 'INSTANCE'
  name: string
  fileName: string
  contentType: string
  /** SPDX identifier. */
  licence: string
  sizeBytes: number
  /** Hex digest of its bytes. */
  sha256: string
  font: {
    family: string
    weight: number
    italic: boolean
    /** Supported scripts (ISO 15924); empty if unknown. */
    scripts: string[]
  } | null
}

export interface SheetInput extends Pick<InstanceFiles, 'fallbacks'> {
  sheet: Sheet
}

/** A file of a template document, with its unchanged bytes. */
export interface RenderAsset extends TemplateAsset {
  bytes: Uint8Array
}

/** A published template. `layer` is the result of `compile`. */
export interface CompiledTemplate {
  /** The template version's id. It is immutable, so implementations may cache by it. */
  id: string
  document: TemplateDocument
  sheet: Sheet
  layer: Uint8Array
  fallbacks?: readonly FallbackFont[]
}

export interface CompileInput extends Pick<InstanceFiles, 'fallbacks'> {
  /** Organisations take turns in long work. */
  organisationId: string
  document: TemplateDocument
  sheet: Sheet
  /** Their bytes are transferred and may move to another thread. */
  assets: RenderAsset[]
  /** A layer of another engine version. Its PDF pages are printed as published and not checked again. */
  earlier?: Uint8Array
}

export interface CompileResult {
  /** Errors prevent printing; warnings inform. */
  findings: Finding[]
  /** The static layer (content streams, glyph set, asset hashes, engine version). Absent on errors. */
  layer?: Uint8Array
  /** Hex digest, computed where the layer is made because it may be large. */
  layerSha256?: string
}

export interface PreviewInput extends CompileInput, RasterOptions {
  /** Values for tags, address and return line. */
  piece: Piece
  /** Maximum number of findings. Errors come first. */
  findingsMax: number
  /** Larger pictures are drawn at a lower resolution. */
  pictureBytesMax: number
  /** Draws every page, not only this one, to check whether PDFs leave zones white. */
  everyZone?: boolean
}

export interface Preview {
  findings: Finding[]
  /** Screen colours as `#rrggbb`, including `black` and `white`. */
  colours: Record<string, string>
  /** In base64. Absent if nothing can be drawn, because a font is missing or files are too complex. */
  picture?: { png: string; widthPx: number; heightPx: number; dpi: number } | undefined
}

/** A page of a piece, as it would be printed. */
export interface PictureInput extends RasterOptions, Pick<CompileInput, 'organisationId'> {
  template: CompiledTemplate
  piece: Piece
}

/** The variable part of a mail piece. */
export interface Piece extends PieceValues {
  itemId: string
  /** The recipient's printed lines in the order of the country. */
  addressLines: readonly string[]
  /** Leading lines that are names and may be divided if they are too wide. 0 by default. */
  nameLines?: number
  /** Printed above the recipient, if the sheet has a return line. */
  returnLine?: string
  /** Content of the carrier's code below the address (KIX: postal code, number, `X`, suffix). */
  carrierCode?: string
}

export interface PartPiece extends Piece {
  templateId: string
  /** Position in the run from 1, printed as a machine-readable sequence number. */
  sequence: number
  /** Text of the mark on each sheet, if the sheet has a place for it. */
  marks?: readonly string[]
}

export interface PartInput extends Pick<InstanceFiles, 'profile'> {
  /** In the file's metadata, e.g. `run_… 001`. */
  title: string
  /** Date of the file in ms. Not the current time, so that a rerun gives the same bytes. */
  createdAt: number
  sheet: Sheet
  templates: readonly CompiledTemplate[]
  pieces: readonly PartPiece[]
  /** Creates a PDF/A-3b that embeds the electronic invoice (Factur-X, ZUGFeRD) instead of a PDF/X-4. */
  archive?: ArchivedInvoice
}

/** The electronic form of the invoice in the file. */
export interface ArchivedInvoice {
  /** Language of the text, e.g. `nl-NL`. */
  language: string
  /** Cross Industry Invoice (EN 16931). */
  xml: Uint8Array
}

export interface PartResult {
  bytes: number
  pages: number
  /** Hex digest of the whole file. */
  sha256: string
  /** In print order. Pieces with error findings are left out of the file and have `pageCount` 0. */
  pieces: PartResultPiece[]
}

export interface PartResultPiece {
  itemId: string
  /** Page of the part, from 1. */
  firstPage: number
  /** Includes an empty page that fills the last sheet. */
  pageCount: number
  /**
   * Evidence of the printed content: hex digest of the layer's hex digest followed by the pages' drawing
   * instructions, which `extract` returns.
   */
  sha256: string
  findings: Finding[]
}

/** Pages of a part, from 1, and the metadata of the file cut out of it. */
export interface PageRange {
  firstPage: number
  pageCount: number
  title: string
  /** In ms. */
  createdAt: number
  /** At least 32 hex digits that identify the content. The file's id is derived from them. */
  contentId: string
}

export interface ExtractedPages {
  pdf: Uint8Array
  /** The pages' drawing instructions, uncompressed and concatenated. `PartResultPiece.sha256` hashes them. */
  content: Uint8Array
}

export interface ProofPiece {
  /** Its pages, the result of `extract`. The bytes are transferred. */
  pdf: Uint8Array
  /** Lines above each page, outside the sheet. */
  lines: readonly string[]
}

export interface ProofResult {
  pdf: Uint8Array
  /** Hex digest, computed where the file is made because it may be large. */
  sha256: string
}

export type ProofAbout = Pick<PageRange, 'title' | 'createdAt' | 'contentId'>

/** Options for a printer that can't cut. */
export interface OfficeAbout extends ProofAbout {
  /** Leaves out every second page, because it is an empty back. */
  dropsBacks: boolean
  /** Sheets are printed on both sides. */
  isTwoSided: boolean
}

/** A file exceeds the time or memory limit. */
export class FileTooComplex extends Fault<'file_too_complex'> {}

/**
 * Renders templates and items as print-ready PDF (docs/design/rendering.md). `compile` and `renderPart` may
 * take long and run in threads or processes of their own. Call them from jobs only, never in a transaction.
 */
export interface Renderer {
  /** Name and version. Stored with every layer and manifest. */
  readonly engine: string
  /** Assets that exceed the time or memory limit give a finding. */
  compile(input: CompileInput): Promise<CompileResult>
  /** Draws a page of a draft that may break rules, and returns the findings of `compile`. */
  preview(input: PreviewInput): Promise<Preview>
  /** Findings that hold for every design, e.g. an indicia that does not fit or lacks a glyph. */
  checkSheet(input: SheetInput): Promise<Finding[]>
  /** Findings about a piece that does not fit or can't be printed. Fast enough for every new item. */
  check(template: CompiledTemplate, piece: Piece): Promise<Finding[]>
  /**
   * Streams a PDF into `write`, which is awaited, so that memory is bounded. The receiver owns each chunk.
   */
  renderPart(input: PartInput, write: (chunk: Uint8Array) => Promise<void>): Promise<PartResult>
  /** Draws a PNG. Throws `FileTooComplex`, because it draws uploaded content. */
  picture(input: PictureInput): Promise<PiecePicture>
  /** Starts warming up for pictures in the background, and returns at once. */
  warm(): void
  /**
   * Inspects a file, isolated from printing, one per organisation at a time. A file that exceeds the time or
   * memory limit gives a finding.
   */
  inspect(input: InspectInput): Promise<Inspection>
  /** Built-in fonts and profiles. */
  platformAssets(): Promise<readonly PlatformAsset[]>
  /** The bytes of a built-in file. */
  platformAsset(id: string): Promise<Uint8Array | undefined>
  /**
   * Draws a PNG, for proofs. `pdf` holds the chunks in which the file was written, and is transferred. Throws
   * `FileTooComplex`, because a third-party library draws uploaded content.
   */
  rasterise(pdf: readonly Uint8Array[], options: RasterOptions & { organisationId: string }): Promise<Picture>
  /** Copies pages of a part, whose bytes are transferred. Keeps streams unchanged, so it is deterministic. */
  extract(part: Uint8Array, range: PageRange): Promise<ExtractedPages>
  /** Combines pieces in one file for the press operator, with their pages as printed. Deterministic. */
  proof(pieces: readonly ProofPiece[], about: ProofAbout): Promise<ProofResult>
  /**
   * Combines parts, whose bytes are transferred, for an office printer. Pages have the size of the trimmed
   * sheet, and the file asks viewers not to scale them. Deterministic.
   */
  office(parts: readonly Uint8Array[], about: OfficeAbout): Promise<Uint8Array>
  /** Blanks pages (from 1) and leaves everything else in place. The part's bytes are transferred. */
  blank(part: Uint8Array, pages: readonly number[]): Promise<Uint8Array>
  close(): Promise<void>
}
