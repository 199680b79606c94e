import type { Finding } from '../kernel/finding.ts'
import { Fault } from '../kernel/sentences.ts'
import type { TemplateAsset, TemplateDocument } from '../template/document.ts'
import type { Sheet } from '../template/sheet.ts'
import type { PieceValues } from '../template/tags.ts'
import type { InspectInput, Inspection } from './inspection.ts'

export interface RasterOptions {
  /** Counted from 1. */
  page: number
  dpi: number
  /** What is cut off on every side, in mm: the bleed, where the page is wanted as it is trimmed. */
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
  /** Absent where a finding is an error: such a piece is not printed. */
  picture?: Picture
}

/** A font of the operator's, which is asked for characters that all others lack. */
export interface FallbackFont {
  /** The hex digest of its bytes. */
  sha256: string
  bytes: Uint8Array
}

/** The operator's own files. */
interface InstanceFiles {
  /** In the order in which they are asked. */
  fallbacks?: readonly FallbackFont[]
  /** The profile that the sheet names, where it is none of the program's. */
  profile?: Uint8Array
}

/** A file of the program, or of the operator, for templates and their designers. */
export interface PlatformAsset {
  /** The id by which templates refer to a font, and sheets to a profile. */
  id: string
  kind: 'FONT' | 'ICC_PROFILE'
  /** Whose it is; of the program where it is absent. */
  origin?: 'INSTANCE'
  name: string
  fileName: string
  contentType: string
  /** The SPDX identifier of its licence. */
  licence: string
  sizeBytes: number
  /** The hex digest of its bytes. */
  sha256: string
  font: {
    family: string
    weight: number
    italic: boolean
    /** Those that it has letters of, by their codes of ISO 15924; empty where it is not known. */
    scripts: string[]
  } | null
}

/** A sheet to check by itself, with the operator's fallback fonts. */
export interface SheetInput extends Pick<InstanceFiles, 'fallbacks'> {
  sheet: Sheet
}

/** A file that a template document uses, with its unchanged bytes. */
export interface RenderAsset extends TemplateAsset {
  bytes: Uint8Array
}

/** A published template for the renderer. `layer` is the result of `compile`. */
export interface CompiledTemplate {
  /** The template version id: immutable, so an implementation may cache by it. */
  id: string
  document: TemplateDocument
  sheet: Sheet
  layer: Uint8Array
  fallbacks?: readonly FallbackFont[]
}

export interface CompileInput extends Pick<InstanceFiles, 'fallbacks'> {
  /** The organisation: organisations take turns in long work. */
  organisationId: string
  document: TemplateDocument
  sheet: Sheet
  /** Their bytes are transferred: an implementation may hand them to another thread. */
  assets: RenderAsset[]
  /**
   * The layer that another engine made of the same document: pages of PDFs in it are printed as they were
   * published, and are not judged again.
   */
  earlier?: Uint8Array
}

export interface CompileResult {
  /** Errors that keep the template from being printed, and warnings. */
  findings: Finding[]
  /** The static layer (content streams, glyph set, asset hashes, engine version); absent on errors. */
  layer?: Uint8Array
  /** The hex digest of the layer, computed where the layer was made, since it may be large. */
  layerSha256?: string
}

/** A page of a document that is being worked on. */
export interface PreviewInput extends CompileInput, RasterOptions {
  /** What its tags, address and return line are filled with. */
  piece: Piece
  /** How many findings are wanted; errors come first. */
  findingsMax: number
  /** Above this the picture is drawn with fewer dots. */
  pictureBytesMax: number
  /** Whether PDFs leave zones white is looked at on every page, and not on this one alone: each is drawn. */
  everyZone?: boolean
}

export interface Preview {
  findings: Finding[]
  /** How each colour of the document looks in the picture, as `#rrggbb`, `black` and `white` included. */
  colours: Record<string, string>
  /** In base64. Absent where nothing can be drawn, for lack of a font or because files are too complex. */
  picture?: { png: string; widthPx: number; heightPx: number; dpi: number } | undefined
}

/** A page of a piece, as a run would print it. */
export interface PictureInput extends RasterOptions, Pick<CompileInput, 'organisationId'> {
  template: CompiledTemplate
  piece: Piece
}

/** The variable part of one mail piece. */
export interface Piece extends PieceValues {
  itemId: string
  /** The recipient's printed lines, in the order of the country. */
  addressLines: readonly string[]
  /**
   * The number of leading lines that are names, which may be divided where they are too wide; 0 by default.
   */
  nameLines?: number
  /** The return line above the recipient, where the sheet has one. */
  returnLine?: string
  /** The content of the carrier's code below the address, if any (KIX: postal code, number, `X`, suffix). */
  carrierCode?: string
}

export interface PartPiece extends Piece {
  templateId: string
  /** The 1-based place in the run, printed as machine-readable sequence number. */
  sequence: number
  /** The text of the mark of each of its sheets, where the sheet has a place for one. */
  marks?: readonly string[]
}

export interface PartInput extends Pick<InstanceFiles, 'profile'> {
  /** The title in the file's metadata, e.g. `run_… 001`. */
  title: string
  /** The file's date in ms, instead of the current time, so that a rerun gives the same bytes. */
  createdAt: number
  sheet: Sheet
  templates: readonly CompiledTemplate[]
  pieces: readonly PartPiece[]
  /**
   * Makes the file a PDF/A-3b to be kept, which carries the electronic invoice that it shows (Factur-X,
   * ZUGFeRD), instead of a PDF/X-4 for the press.
   */
  archive?: ArchivedInvoice
}

/** The electronic form of an invoice, for the file that shows it. */
export interface ArchivedInvoice {
  /** The language of the text, as `nl-NL`. */
  language: string
  /** The invoice as Cross Industry Invoice by EN 16931. */
  xml: Uint8Array
}

export interface PartResult {
  bytes: number
  pages: number
  /** The hex digest of the whole file. */
  sha256: string
  /** In print order. A piece with error findings is left out of the file and has `pageCount` 0. */
  pieces: PartResultPiece[]
}

export interface PartResultPiece {
  itemId: string
  /** 1-based page of the part. */
  firstPage: number
  /** The number of pages, including the empty page that fills the last sheet, if any. */
  pageCount: number
  /**
   * The hex digest of the layer's hex digest followed by the pages' drawing instructions: what was printed,
   * for evidence. `extract` returns those instructions.
   */
  sha256: string
  findings: Finding[]
}

/** A range of 1-based pages of a part, and the metadata of the file cut out of it. */
export interface PageRange {
  firstPage: number
  pageCount: number
  /** The title in the new file's metadata. */
  title: string
  /** The new file's date in ms. */
  createdAt: number
  /** At least 32 hex digits that identify the content: the file's id is derived from them. */
  contentId: string
}

export interface ExtractedPages {
  pdf: Uint8Array
  /**
   * The pages' own drawing instructions, uncompressed and concatenated: the part that
   * `PartResultPiece.sha256` hashes.
   */
  content: Uint8Array
}

/** A piece to check before the run is printed. */
export interface ProofPiece {
  /** Its pages as a file, the result of `extract`. Its bytes are transferred. */
  pdf: Uint8Array
  /** Lines above each of its pages, outside of the sheet. */
  lines: readonly string[]
}

export interface ProofResult {
  pdf: Uint8Array
  /** The hex digest of the file, computed where the file was made, since it may be large. */
  sha256: string
}

/** The metadata of a proof's file. */
export type ProofAbout = Pick<PageRange, 'title' | 'createdAt' | 'contentId'>

/** How the parts of a run become a file for a printer that cuts nothing. */
export interface OfficeAbout extends ProofAbout {
  /** Every second page is an empty back, and is left out. */
  dropsBacks: boolean
  /** Whether sheets are printed on both sides. */
  isTwoSided: boolean
}

/** A file exceeds the limits of time or memory. */
export class FileTooComplex extends Fault<'file_too_complex'> {}

/**
 * Renders templates and items as print-ready PDF (docs/design/rendering.md). `compile` and `renderPart` may
 * take long and run in threads or processes of their own; they are called from jobs only, never in a
 * transaction.
 */
export interface Renderer {
  /** Name and version, stored with every layer and manifest. */
  readonly engine: string
  /** Compiles a template. Assets that take too much time or memory are a finding. */
  compile(input: CompileInput): Promise<CompileResult>
  /** Draws a page of a document that may still break rules, and finds what `compile` would find. */
  preview(input: PreviewInput): Promise<Preview>
  /** What of a sheet cannot be printed, whatever the design: an indicia that does not fit or lacks a glyph. */
  checkSheet(input: SheetInput): Promise<Finding[]>
  /** Findings about a piece that does not fit or cannot be printed; fast enough for every new item. */
  check(template: CompiledTemplate, piece: Piece): Promise<Finding[]>
  /**
   * Streams a PDF file into `write`, which is awaited, so that memory stays bounded for parts of any length.
   * Each chunk belongs to the receiver.
   */
  renderPart(input: PartInput, write: (chunk: Uint8Array) => Promise<void>): Promise<PartResult>
  /** Draws a page of a piece as a PNG. Throws `FileTooComplex`, since uploaded content is drawn. */
  picture(input: PictureInput): Promise<PiecePicture>
  /** A sign that pictures will be wanted: what draws them gets ready beside other work. Returns at once. */
  warm(): void
  /**
   * Inspects an uploaded file, isolated from printing and one file of an organisation at a time. A file that
   * takes too much time or memory gets a finding.
   */
  inspect(input: InspectInput): Promise<Inspection>
  /** The platform's files: fonts for every template, and profiles for printing. */
  platformAssets(): Promise<readonly PlatformAsset[]>
  /** The bytes of a platform file; undefined where there is none with this id. */
  platformAsset(id: string): Promise<Uint8Array | undefined>
  /**
   * Draws a page of a file as a PNG, for proofs. `pdf` holds the pieces in which the file was written, and
   * is transferred. Throws `FileTooComplex`, since uploaded content is drawn by a third-party library.
   */
  rasterise(pdf: readonly Uint8Array[], options: RasterOptions & { organisationId: string }): Promise<Picture>
  /**
   * Cuts pages out of a part, whose bytes are transferred. Streams are copied unchanged, so the same part
   * gives the same bytes.
   */
  extract(part: Uint8Array, range: PageRange): Promise<ExtractedPages>
  /**
   * Combines pieces in one file, with their pages as they are printed, for the press operator. The same
   * pieces give the same bytes.
   */
  proof(pieces: readonly ProofPiece[], about: ProofAbout): Promise<ProofResult>
  /**
   * Combines parts, whose bytes are transferred, in one file whose pages have the size of the trimmed sheet, for
   * an office printer. It asks programs that show it not to scale its pages. The same parts give the same bytes.
   */
  office(parts: readonly Uint8Array[], about: OfficeAbout): Promise<Uint8Array>
  /**
   * Blanks these pages (1-based) of a part and leaves everything else in place. The part's bytes are
   * transferred.
   */
  blank(part: Uint8Array, pages: readonly number[]): Promise<Uint8Array>
  close(): Promise<void>
}
