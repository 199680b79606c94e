import { deflateNow } from '#platform/zlib'
import { utf8 } from '../../../core/kernel/bytes.ts'
import type { Sentence } from '../../../core/kernel/sentences.ts'
import type { PdfBox } from '../reader/boxes.ts'
import type { PdfDocument } from '../reader/document.ts'
import { isDict, type PdfDict, PdfName, PdfStream, type PdfValue } from '../reader/objects.ts'
import { PageObjects } from '../reader/page-objects.ts'
import { type PrintedAnnotations, printedAnnotations } from './annotations.ts'
import { Layers } from './layers.ts'
import { PageStreams, type UsedResources } from './page-content.ts'
import { flattenSentences } from './sentences.ts'

const { sentence } = flattenSentences

const MAX_NAMES = 10

export interface FlatPage {
  objects: PageObjects
  content: Uint8Array
  resources: PdfDict
  /** The painted resources of streams that were rewritten. */
  used: UsedResources | undefined
  remarks: Sentence[]
}

interface PageOptions {
  box: PdfBox
  turn: number
  /** True if the page has fonts that aren't embedded, even if these print nothing. */
  lacksFonts: boolean
}

/**
 * Draws annotations and form fields into a page and removes hidden layers. A page with neither, whose fonts
 * are all embedded, stays unchanged byte by byte.
 */
export const flattened = (
  document: PdfDocument,
  page: PdfDict,
  content: Uint8Array,
  { box, turn, lacksFonts }: PageOptions,
): FlatPage => {
  const layers = Layers.of(document)
  const objects = new PageObjects(document)
  const found = document.resolve(page.get('Resources'))
  const resources: PdfDict = isDict(found) ? found : new Map()
  const annotations = printedAnnotations(document, page, layers, turn)
  const forms = annotations.drawn.map(({ form }) => form)
  const streams = layers || lacksFonts ? new PageStreams(objects, layers) : undefined
  const own = streams?.rewrite(content, resources) ?? content
  for (const form of forms) streams?.rewriteForm(form)
  const remarks = remarksOn(new Set([...(streams?.hidden ?? []), ...annotations.hidden]), annotations)
  const flat = { objects, content: own, resources, used: streams?.used, remarks }
  return forms.length === 0 ? flat : { ...flat, ...withAnnotations(flat, annotations, box) }
}

const withAnnotations = (
  { objects, content, resources, used }: FlatPage,
  { drawn }: PrintedAnnotations,
  box: PdfBox,
): Pick<FlatPage, 'content' | 'resources' | 'used'> => {
  const page = formOf(
    new Map<string, PdfValue>([
      ['BBox', [...box]],
      ['Resources', resources],
      ['Filter', new PdfName('FlateDecode')],
    ]),
    deflateNow(content),
  )
  const named: PdfDict = new Map([['Page', objects.add(page)]])
  const operators = ['/Page Do']
  for (const [index, { form, matrix }] of drawn.entries()) {
    const name = `Annotation${index}`
    // Resolves to the rewritten stream if there is one.
    const { dict, data } = objects.resolve(objects.add(form)) as PdfStream
    named.set(name, objects.add(formOf(dict, data)))
    operators.push(`q ${matrix.map((value) => value.toFixed(6)).join(' ')} cm /${name} Do Q`)
  }
  const outer: PdfDict = new Map([['XObject', named]])
  const all = { ...nothing, XObject: new Set(named.keys()) }
  return {
    content: utf8(operators.join('\n')),
    resources: outer,
    used: used && new Map([...used, [outer, all]]),
  }
}

const nothing = { Font: new Set<string>(), Pattern: new Set<string>(), ExtGState: new Set<string>() }

/** Some programs omit the type of appearance streams. */
const formOf = (dict: PdfDict, data: Uint8Array): PdfStream =>
  new PdfStream(new Map([...dict, ['Type', new PdfName('XObject')], ['Subtype', new PdfName('Form')]]), data)

const list = (names: Iterable<string>): string => [...names].slice(0, MAX_NAMES).join(', ')

const remarksOn = (
  hidden: ReadonlySet<string>,
  { comments, screenOnly, frames, unsure }: PrintedAnnotations,
): Sentence[] => [
  ...(hidden.size > 0 ? [sentence('pdf_layers_hidden', { layers: list(hidden) })] : []),
  ...(comments.size > 0 ? [sentence('pdf_annotations.printed', { kinds: list(comments) })] : []),
  ...(screenOnly.size > 0 ? [sentence('pdf_annotations.screen_only', { kinds: list(screenOnly) })] : []),
  ...(frames.size > 0 ? [sentence('pdf_fields_unframed', { fields: list(frames) })] : []),
  ...(unsure.size > 0 ? [sentence('pdf_fields_unsure', { fields: list(unsure) })] : []),
]
