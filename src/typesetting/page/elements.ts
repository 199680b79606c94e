import { colourOf, type ElementOf, type TemplateElement } from '../../core/template/document.ts'
import { printedValues } from '../../core/template/field-values.ts'
import { limits } from '../../core/template/limits.ts'
import { fillTags, type Values } from '../../core/template/tags.ts'
import { qrRectangles } from '../marks/qr.ts'
import { pageSentences } from '../sentences.ts'
import { hasDirectionControls, hasRightToLeft } from '../text/characters.ts'
import { BLACK, type Content, WHITE } from './content.ts'
import { displaySize, imageMatrix } from './picture.ts'
import type { Report } from './report.ts'
import { pdfPageKey, type Scene } from './scene.ts'
import { drawText } from './text.ts'
import { num, points, rounded } from './units.ts'

/** Draws an element other than an address. `text` is its text with tags filled in. */
export const drawElement = (
  scene: Scene,
  content: Content,
  element: Exclude<TemplateElement, { type: 'address' }>,
  text: string,
  report: Report,
): void => {
  switch (element.type) {
    case 'text':
      drawText(scene, content, element, text, report)
      break
    case 'qr':
      drawQr(scene, content, element, text, report)
      break
    case 'image':
      drawImage(scene, content, element)
      break
    case 'pdf':
      drawPdfPage(scene, content, element)
      break
    case 'line':
      drawLine(scene, content, element)
      break
    case 'rect':
    case 'ellipse':
      drawShape(scene, content, element)
      break
  }
}

const qrBox = (element: ElementOf<'qr'>) => ({
  x: element.x,
  y: element.y,
  w: element.size,
  h: element.size,
})

export const qrModuleMm = (element: ElementOf<'qr'>, modules: number): number =>
  element.size / (modules + 2 * element.quietZone)

export const reportQr = (
  element: ElementOf<'qr'>,
  text: string,
  modules: number | undefined,
  report: Report,
): void => {
  const box = qrBox(element)
  if (modules === undefined) {
    const values = { length: text.length, level: element.errorCorrection }
    report.error(pageSentences.sentence('qr_capacity.characters', values), box)
  } else if (qrModuleMm(element, modules) < limits.qrModuleMinMm - 1e-9) {
    const module = rounded(qrModuleMm(element, modules))
    const values = { length: text.length, modules, module, least: limits.qrModuleMinMm }
    report.error(pageSentences.sentence('qr_capacity.modules', values), box)
  }
}

const drawQr = (
  scene: Scene,
  content: Content,
  element: ElementOf<'qr'>,
  text: string,
  report: Report,
): void => {
  if (text === '') return
  const code = qrRectangles(text, element.errorCorrection)
  reportQr(element, text, code?.modules, report)
  if (!code) return
  const box = scene.space.box(qrBox(element))
  if (element.background === 'white') {
    content.fill(WHITE)
    content.rectangle(box, 'f')
  }
  const module = box.w / (code.modules + 2 * element.quietZone)
  const quiet = element.quietZone * module
  content.within(() => {
    content.fill(BLACK)
    const step = String(Math.round(module * 1e6) / 1e6)
    content.raw(`${step} 0 0 -${step} ${num(box.x + quiet)} ${num(box.y + box.h - quiet)} cm`)
    content.raw(`${code.operators}f`)
  })
}

const drawImage = (scene: Scene, content: Content, element: ElementOf<'image'>): void => {
  const drawn = scene.images.get(element.asset)
  if (!drawn) return
  const box = scene.space.box(element)
  const size = displaySize(drawn.image)
  const scales = [box.w / size.w, box.h / size.h] as const
  const scale = element.fit === 'cover' ? Math.max(...scales) : Math.min(...scales)
  const w = element.fit === 'fill' ? box.w : size.w * scale
  const h = element.fit === 'fill' ? box.h : size.h * scale
  const place = { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h }
  const matrix = imageMatrix(drawn.image, place)
  if (element.fit !== 'cover') {
    content.drawObject(drawn.name, matrix)
    return
  }
  content.within(() => {
    content.clip(box)
    content.drawObject(drawn.name, matrix)
  })
}

const drawPdfPage = (scene: Scene, content: Content, element: ElementOf<'pdf'>): void => {
  const page = scene.pdfPages.get(pdfPageKey(element.asset, element.page))
  if (!page) return
  const box = scene.space.box(element)
  content.drawObject(page.name, [box.w / page.width, 0, 0, box.h / page.height, box.x, box.y])
}

const drawLine = (scene: Scene, content: Content, element: ElementOf<'line'>): void => {
  const { space } = scene
  content.stroke(colourOf(scene.document, element.stroke) ?? BLACK, points(element.strokeWidth))
  const from = `${num(space.x(element.x1))} ${num(space.y(element.y1))} m`
  content.raw(`${from} ${num(space.x(element.x2))} ${num(space.y(element.y2))} l S`)
}

const drawShape = (
  scene: Scene,
  content: Content,
  element: ElementOf<'rect'> | ElementOf<'ellipse'>,
): void => {
  const fill = element.fill === undefined ? undefined : colourOf(scene.document, element.fill)
  const stroke = element.stroke === undefined ? undefined : colourOf(scene.document, element.stroke)
  if (!fill && !stroke) return
  if (fill) content.fill(fill)
  if (stroke) content.stroke(stroke, points(element.strokeWidth))
  const paint = fill && stroke ? 'B' : fill ? 'f' : 'S'
  const box = scene.space.box(element)
  if (element.type === 'ellipse') content.ellipse(box, paint)
  else if (element.radius > 0) content.roundedRectangle(box, points(element.radius), paint)
  else content.rectangle(box, paint)
}

/** Returns the element's text with tags filled in. Reports variables without a value or fallback. */
export const filledText = (
  scene: Scene,
  element: TemplateElement,
  values: Values,
  report: Report,
): string => {
  const parts = scene.parts.get(element)
  if (!parts) return ''
  const printed = element.type === 'text' ? printedValues(scene.document, values) : values
  const { text, missing } = fillTags(parts, printed)
  for (const name of missing) {
    const box = element.type === 'qr' ? qrBox(element) : element.type === 'text' ? element : undefined
    report.error(pageSentences.sentence('variable_missing.place', { name }), box, `data.${name}`)
  }
  if (element.type !== 'text' || !(hasRightToLeft(text) || hasDirectionControls(text))) return text
  return fillTags(parts, isolated(printed)).text
}

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'
/** Removes unopened isolate terminators, which would end the isolate around the value early. */
const balanced = (value: string): string => {
  let open = 0
  return value.replace(/[\u2066-\u2069]/g, (control) => {
    if (control !== POP_ISOLATE) open++
    else if (open === 0) return ''
    else open--
    return control
  })
}

/** Isolates values, so that a merged name doesn't change the direction of the sentence around it. */
const isolated = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === '' ? '' : FIRST_STRONG_ISOLATE + balanced(value) + POP_ISOLATE,
    ]),
  )
