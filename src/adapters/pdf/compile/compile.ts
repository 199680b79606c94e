import { sha256Hex } from '#platform/hash'
import { latin1Bytes } from '#platform/text'
import { type BoxMm, type Finding, hasErrors } from '../../../core/kernel/finding.ts'
import type { Sentence } from '../../../core/kernel/sentences.ts'
import type { CompileInput, CompileResult, RenderAsset } from '../../../core/ports/renderer.ts'
import type { ElementOf, TemplateDocument, TemplateElement } from '../../../core/template/document.ts'
import { elementBox, overlaps } from '../../../core/template/geometry.ts'
import { limits } from '../../../core/template/limits.ts'
import { preflightFinding } from '../../../core/template/preflight.ts'
import { publishFindings } from '../../../core/template/publish-rules.ts'
import { templateSentences } from '../../../core/template/sentences.ts'
import type { Sheet } from '../../../core/template/sheet.ts'
import { isMarkZoneLargeEnough } from '../../../core/template/sheet-mark.ts'
import { isVariable } from '../../../core/template/tags.ts'
import { isMeasured } from '../../../core/template/zones.ts'
import type { FontFace } from '../../../typesetting/fonts/face.ts'
import { platformFonts } from '../../../typesetting/fonts/platform.ts'
import { sequenceModuleMm } from '../../../typesetting/page/address.ts'
import { Content, GlyphUse } from '../../../typesetting/page/content.ts'
import { drawElement } from '../../../typesetting/page/elements.ts'
import { displaySize } from '../../../typesetting/page/picture.ts'
import { Report } from '../../../typesetting/page/report.ts'
import { type Scene, sceneOf } from '../../../typesetting/page/scene.ts'
import type { FontBook } from '../../../typesetting/text/book.ts'
import { engine } from '../engine-name.ts'
import { openFontBook } from '../fonts/book.ts'
import { ImageRefused, type PdfImage } from '../images/image.ts'
import { readJpeg } from '../images/jpeg.ts'
import { readPng } from '../images/png.ts'
import { encodeLayer, type Layer, type LayerStep } from '../layer.ts'
import { drawingSentences } from '../sentences.ts'
import { readPdfPages } from './placed-pages.ts'

const MAX_NAMED = 10

/** Returns why the chosen weight of a font isn't available; undefined if it is. */
const weightFault = (
  { id: font, weight }: TemplateDocument['fonts'][number],
  { axes: { axes } }: FontFace,
): Sentence | undefined => {
  if (weight === undefined) return undefined
  const axis = axes.find(({ tag }) => tag === 'wght')
  if (!axis) return drawingSentences.sentence('font_weight.static', { font, weight })
  const { min: least, max: most } = axis
  return weight < least || weight > most
    ? drawingSentences.sentence('font_weight.range', { font, weight, least, most })
    : undefined
}

/**
 * Warns about characters of static text that fall back from an uploaded font to another one. Platform fonts
 * are expected to complement each other, so they cause no warning.
 */
const reportFallbacks = (scene: Scene, element: ElementOf<'text'>, report: Report): void => {
  const isUploaded = scene.document.fonts.some(({ id, asset }) => id === element.font && asset !== undefined)
  const own = scene.book.typesetter(element.font)?.primary
  if (!isUploaded || !own || !report.layout) return
  const characters = new Set<string>()
  const names = new Set<string>()
  for (const { face, text } of report.layout.lines.flatMap(({ runs }) => runs)) {
    const printed = text.replace(/\s+/gu, '')
    if (face === own || printed === '') continue
    for (const character of printed) characters.add(character)
    names.add(face.postScriptName)
  }
  if (characters.size === 0) return
  const shown = [...characters].slice(0, MAX_NAMED).join(' ')
  report.warning(
    drawingSentences.sentence('font_fallback', {
      font: element.font,
      characters: shown,
      fonts: [...names].join(', '),
    }),
    element,
  )
}

/**
 * Checks a document against its sheet and assets and draws its static layer. Also returns the layer if
 * measuring the drawn page may refute all errors.
 */
export const compileTemplate = async (input: CompileInput): Promise<CompileResult> => {
  const { findings, drawn } = await drawTemplate(input)
  if (!drawn || hasErrors(findings.filter((found) => !isMeasured(found)))) return { findings }
  const encoded = encodeLayer(drawn.layer)
  return { findings, layer: encoded, layerSha256: sha256Hex(encoded) }
}

export const drawTemplate = async (
  input: CompileInput,
): Promise<{ findings: Finding[]; drawn?: { layer: Layer; scene: Scene } }> => {
  const { document, sheet, assets } = input
  const known = { fonts: platformFonts.map((font) => font.id), assets }
  const report = new Report()
  report.findings.push(...publishFindings(document, sheet, known))
  const used = usedAssets(document, assets)
  const images = await readImages(input, used, report)
  const pdfPages = await readPdfPages(input, used, report)
  const book = await openFonts(input, used, report)
  checkMachineZones(sheet, report)
  if (!book) return { findings: report.findings }
  const layer: Layer = {
    engine,
    pages: [],
    forms: [],
    images: [...images].map(([asset, image]) => ({
      name: `I${sha256Hex(used.get(asset)!.bytes).slice(0, 12)}`,
      asset,
      image,
    })),
    pdfPages,
    glyphs: [],
    fonts: [...used.values()]
      .filter(({ format }) => format === 'font')
      .map(({ id, bytes }) => ({ asset: id, bytes })),
    assets: [...used.values()].map(({ id, bytes }) => ({ id, sha256: sha256Hex(bytes) })),
  }
  const scene = sceneOf(document, sheet, book, layer)
  const glyphs = new GlyphUse()
  for (const index of document.pages.keys()) drawStaticPage(scene, index, layer, glyphs, report)
  layer.glyphs = [...glyphs.sets].map(([key, entry]) => ({
    key,
    ids: [...entry.glyphs].sort((a, b) => a - b),
  }))
  return { findings: report.findings, ...(fitsSizeLimit(layer, report) ? { drawn: { layer, scene } } : {}) }
}

const fitsSizeLimit = ({ images, pdfPages, fonts }: Layer, report: Report): boolean => {
  const sizes = [
    ...images.map(({ image }) => image.data.length + (image.alpha?.data.length ?? 0)),
    ...pdfPages.flatMap(({ objects }) =>
      objects.map(({ dict, stream }) => dict.length + (stream?.length ?? 0)),
    ),
    ...fonts.map(({ bytes }) => bytes.length),
  ]
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes <= limits.layerBytes) return true
  const mebibytes = (value: number) => Math.ceil(value / 1024 / 1024)
  report.page = 1
  const values = { size: mebibytes(bytes), limit: mebibytes(limits.layerBytes) }
  report.error(drawingSentences.sentence('assets_too_large.printed', values))
  return false
}

const usedAssets = (document: TemplateDocument, assets: readonly RenderAsset[]): Map<string, RenderAsset> => {
  const names = new Set(document.fonts.map((font) => font.asset))
  for (const page of document.pages) {
    for (const element of page.elements) if ('asset' in element) names.add(element.asset)
  }
  return new Map(assets.filter((asset) => names.has(asset.id)).map((asset) => [asset.id, asset]))
}

const readImages = async (
  { document, sheet }: Pick<CompileInput, 'document' | 'sheet'>,
  assets: ReadonlyMap<string, RenderAsset>,
  report: Report,
): Promise<Map<string, PdfImage>> => {
  const images = new Map<string, PdfImage>()
  for (const [index, page] of document.pages.entries()) {
    report.page = index + 1
    for (const element of page.elements) {
      if (element.type !== 'image') continue
      const asset = assets.get(element.asset)
      if (asset?.format !== 'png' && asset?.format !== 'jpeg') continue
      try {
        const image =
          images.get(asset.id) ??
          (asset.format === 'png' ? await readPng(asset.bytes) : readJpeg(asset.bytes))
        images.set(asset.id, image)
        checkResolution(element, image, report)
        if (image.colour === 'rgb') {
          const { page } = report
          report.findings.push(
            ...preflightFinding(sheet, 'rgb_image', templateSentences.sentence('rgb_image'), {
              page,
              box: element,
            }),
          )
        }
      } catch (error) {
        if (!(error instanceof ImageRefused)) throw error
        report.error(
          drawingSentences.sentence('image_unsupported.asset', { asset: asset.id, reason: error.sentence }),
          element,
        )
      }
    }
  }
  return images
}

const checkResolution = (
  element: Extract<TemplateElement, { type: 'image' }>,
  image: PdfImage,
  report: Report,
) => {
  const size = displaySize(image)
  const ppi = [size.w / (element.w / 25.4), size.h / (element.h / 25.4)] as const
  const effective = element.fit === 'contain' ? Math.max(...ppi) : Math.min(...ppi)
  const message = drawingSentences.sentence('image_resolution', {
    ppi: Math.floor(effective),
    good: limits.imageWarningPpi,
    least: limits.imageErrorPpi,
  })
  if (effective < limits.imageErrorPpi) report.error(message, element)
  else if (effective < limits.imageWarningPpi) report.warning(message, element)
}

const openFonts = async (
  { document, fallbacks }: Pick<CompileInput, 'document' | 'fallbacks'>,
  assets: ReadonlyMap<string, RenderAsset>,
  report: Report,
): Promise<FontBook | undefined> => {
  const fonts = [...assets.values()].filter(({ format }) => format === 'font')
  const uploads = new Map(fonts.map(({ id, bytes }) => [id, bytes]))
  const book = await openFontBook(document, uploads, fallbacks)
  report.page = 1
  let usable = book.missing.length === 0
  for (const font of document.fonts) {
    const face = book.typesetter(font.id)?.primary
    if (!face) continue
    const weights = weightFault(font, face)
    if (weights) report.error(weights)
    if (!face.refusal) continue
    usable = false
    report.error(
      drawingSentences.sentence('font_not_embeddable.listed', { font: font.id, reason: face.refusal }),
    )
  }
  return usable ? book : undefined
}

/** Scanners start to fail below this width of the narrowest bar. */
const SEQUENCE_MODULE_MIN_MM = 0.19
const checkMachineZones = (sheet: Sheet, report: Report): void => {
  for (const zone of sheet.zones) {
    report.page = zone.page
    if (zone.kind === 'sequence' && sequenceModuleMm(zone) < SEQUENCE_MODULE_MIN_MM)
      report.error(drawingSentences.sentence('sequence_zone_too_small'), zone)
    if (zone.kind === 'mark' && !isMarkZoneLargeEnough(zone))
      report.error(drawingSentences.sentence('mark_zone_too_small'), zone)
  }
}

/**
 * Draws a page's static elements into as few forms as the stacking order allows. A static element that
 * overlaps a variable one below it goes into a form above that one; all others go into the lowest possible
 * form.
 */
const drawStaticPage = (
  scene: Scene,
  index: number,
  layer: Layer,
  glyphs: GlyphUse,
  report: Report,
): void => {
  report.page = index + 1
  const bands: { content: Content; above: BoxMm[]; elements: number[] }[] = []
  const open = () => {
    const band = { content: new Content(glyphs), above: [], elements: [] }
    bands.push(band)
    return band
  }
  open()
  for (const [at, element] of scene.document.pages[index]!.elements.entries()) {
    const box = elementBox(element, scene.sheet, index + 1)
    if (isVariable(element)) {
      bands.at(-1)!.elements.push(at)
      if (box) bands.at(-1)!.above.push(box)
      continue
    }
    if (element.type === 'address') continue
    const covering = bands.findLastIndex((band) => box && band.above.some((other) => overlaps(box, other)))
    const band = covering < 0 ? bands[0]! : (bands[covering + 1] ?? open())
    const text = element.type === 'text' ? element.text : element.type === 'qr' ? element.content : ''
    report.layout = undefined
    drawElement(scene, band.content, element, text, report)
    if (element.type === 'text') reportFallbacks(scene, element, report)
  }
  const steps: LayerStep[] = []
  for (const band of bands) {
    if (!band.content.isEmpty) {
      steps.push({ form: layer.forms.length })
      layer.forms.push(latin1Bytes(band.content.toString()))
    }
    for (const element of band.elements) steps.push({ element })
  }
  layer.pages.push({ steps })
}
