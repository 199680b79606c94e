import {
  colourOf,
  type ElementOf,
  type Finding,
  isShown,
  type Piece,
  printedValues,
  type Sheet,
  sampleMarks,
  sheetsOf,
  type TemplateDocument,
  type TemplateElement,
  valuesOf,
} from '#lettershop/template'
import {
  Content,
  drawAddress,
  drawElement,
  drawIndicia,
  drawRunMarks,
  type FontBook,
  filledText,
  fontName,
  GlyphUse,
  inkOperands,
  layoutText,
  Report,
  type Scene,
  type ScenePdfPage,
  type ScenePicture,
  sceneOf,
  type TextLayout,
} from '#lettershop/typesetting'
import { caretAt } from './caret-at.ts'
import { GlyphPaths } from './glyph-paths.ts'
import { interpret, type Mark, type Means } from './interpret.ts'

/** Everything needed to draw a document, except the document. */
export interface Setting {
  sheet: Sheet
  book: FontBook
  images: readonly ScenePicture[]
  pdfPages: readonly ScenePdfPage[]
  /** Values for tags and address. */
  piece: Piece
  /** Returns the screen colour of inks in percent. */
  screenColour(cmyk: readonly [number, number, number, number]): string
}

export interface DrawnElement {
  marks: readonly Mark[]
  /** For example text that doesn't fit, or missing values. */
  findings: readonly Finding[]
  /** False if its condition isn't met. */
  isShown: boolean
  /** Only for texts that are shown. */
  fit?: TextFit
}

export interface TextFit {
  lines: number
  /** Points. */
  size: number
  fits: boolean
}

const fitOf = ({ lines, size, fits }: TextLayout): TextFit => ({ lines: lines.length, size, fits })

const paths = new WeakMap<object, GlyphPaths>()

/** Draws a document and caches unchanged elements. */
export class Painter {
  readonly setting: Setting
  readonly #fonts = new Map<string, GlyphPaths>()
  readonly #drawn = new WeakMap<
    TemplateElement,
    { colours: unknown; variables: unknown; locale: string; page: number; drawn: DrawnElement }
  >()
  #scene: Scene | undefined

  constructor(setting: Setting) {
    this.setting = setting
    for (const face of setting.book.faces) {
      const known = paths.get(face) ?? new GlyphPaths(face)
      paths.set(face, known)
      this.#fonts.set(fontName(face.key), known)
    }
  }

  /** Draws the elements of a page (0-based) in order. */
  page(document: TemplateDocument, index: number): DrawnElement[] {
    const scene = this.#sceneOf(document)
    return (document.pages[index]?.elements ?? []).map((element) => this.#element(scene, element, index + 1))
  }

  /** Draws sample run marks (indicia, sequence number, sheet mark) if the page has zones for them. */
  runMarks(document: TemplateDocument, index: number): readonly Mark[] {
    const content = new Content(new GlyphUse())
    const marks = sampleMarks(sheetsOf(this.setting.sheet.plex, document.pages.length))
    const scene = this.#sceneOf(document)
    const report = new Report()
    report.page = index + 1
    drawIndicia(scene, content, report)
    drawRunMarks(scene, content, { sequence: 1, marks }, index + 1)
    return interpret(content.toString(), this.#means(document))
  }

  /** Returns the lines and size of a text in its box; undefined if its font isn't loaded. */
  fitOf(document: TemplateDocument, element: ElementOf<'text'>, index: number): TextFit | undefined {
    const scene = this.#sceneOf(document)
    // Shown texts are laid out already; texts hidden by this sample are not.
    const drawn = this.#element(scene, element, index + 1)
    if (drawn.fit) return drawn.fit
    const layout = this.#layoutOf(scene, element)
    return layout && fitOf(layout)
  }

  /** Returns the caret position in a text for a point on the sheet, in mm. */
  caretAt(document: TemplateDocument, element: ElementOf<'text'>, at: { x: number; y: number }) {
    const layout = this.#layoutOf(this.#sceneOf(document), element)
    const place = { x: at.x - element.x, y: at.y - element.y }
    const values = printedValues(document, valuesOf(this.setting.piece))
    return layout && caretAt(layout, element, values, place)
  }

  #layoutOf(scene: Scene, element: ElementOf<'text'>): TextLayout | undefined {
    const typesetter = scene.book.typesetter(element.font)
    if (!typesetter) return undefined
    const text = filledText(scene, element, valuesOf(this.setting.piece), new Report())
    const minSize = element.overflow === 'shrink' ? (element.minSize ?? element.size) : element.size
    const style = { size: element.size, minSize, lineHeight: element.lineHeight, wrap: true }
    return layoutText(typesetter, text, scene.space.box(element), style)
  }

  #sceneOf(document: TemplateDocument): Scene {
    if (this.#scene?.document !== document) {
      const { sheet, book, images, pdfPages } = this.setting
      this.#scene = sceneOf(document, sheet, book, { images, pdfPages })
    }
    return this.#scene!
  }

  #element(scene: Scene, element: TemplateElement, page: number): DrawnElement {
    const { colors: colours, variables, locale } = scene.document
    const known = this.#drawn.get(element)
    const isSame = known?.colours === colours && known.variables === variables && known.locale === locale
    if (isSame && known.page === page) return known.drawn
    const drawn = this.#draw(scene, element, page)
    this.#drawn.set(element, { colours, variables, locale, page, drawn })
    return drawn
  }

  #draw(scene: Scene, element: TemplateElement, page: number): DrawnElement {
    const { piece } = this.setting
    const values = valuesOf(piece)
    if (!isShown(element.showIf, values)) return { marks: [], findings: [], isShown: false }
    const content = new Content(new GlyphUse())
    const report = new Report()
    report.page = page
    if (element.type === 'address') drawAddress(scene, content, element, piece, report)
    else drawElement(scene, content, element, filledText(scene, element, values, report), report)
    const marks = interpret(content.toString(), this.#means(scene.document))
    const fit = element.type === 'text' && report.layout ? { fit: fitOf(report.layout) } : {}
    return { marks, findings: report.findings, isShown: true, ...fit }
  }

  #means(document: TemplateDocument): Means {
    const colours = new Map<string, string>()
    for (const name of ['black', 'white', ...Object.keys(document.colors)]) {
      const cmyk = colourOf(document, name)
      if (cmyk) colours.set(inkOperands(cmyk), this.setting.screenColour(cmyk))
    }
    return {
      colour: (operands) => colours.get(operands) ?? '#000',
      font: (name) => this.#fonts.get(name),
    }
  }
}
