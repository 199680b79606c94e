import { answered, api, newIntention, type Schemas } from '../../api/client.ts'
import { session } from '../../api/session.svelte.ts'
import { fetchSpecifications, type Specification } from '../../api/specifications.ts'
import { sampleItem } from '../postflows/sample.ts'
import { exampleAddress } from './examples.ts'
import { withWords } from './plain-letter.ts'

const intended = () => ({ header: { 'Idempotency-Key': newIntention() } })

/** What a first letter is made from: an existing Postflow, a library design or a plain page. */
export type FirstLetter =
  | { with: 'postflow'; postflow: Schemas['Postflow'] }
  | { with: 'design'; design: Schemas['LibraryDesign']; product: string }
  | { with: 'page'; specification: Specification; product: string }

/** The preferred library design, a letter, and the advertising category of its Postflow. */
const preferred = 'energy-letter'
const category = 'energy'

/**
 * Finds how to send a first letter: an active Postflow, a library design for an offered product, or a plain
 * page. Undefined if no product is offered.
 */
export const findFirstLetter = async (): Promise<FirstLetter | undefined> => {
  const query = { 'filter[status]': 'ACTIVE' as const, limit: 1 }
  const { data: postflows } = await answered(api.GET('/v1/postflows', { params: { query } }))
  if (postflows[0]) return { with: 'postflow', postflow: postflows[0] }
  const [library, specifications] = await Promise.all([
    answered(api.GET('/v1/template-library')),
    fetchSpecifications(),
  ])
  const offered = specifications.filter(({ active, prices }) => active && prices.length > 0)
  const design = library.data.find(({ id }) => id === preferred) ?? library.data[0]
  const designed = offered.find(({ id }) => id === design?.productSpecificationId)
  if (design && designed) return { with: 'design', design, product: designed.name }
  // A letter shows more of a template's features than a card.
  const specification = offered.find(({ envelope }) => envelope !== null) ?? offered[0]
  return specification && { with: 'page', specification, product: specification.name }
}

/** Creates and returns the template. */
const makeTemplate = async (
  letter: Exclude<FirstLetter, { with: 'postflow' }>,
  { name, text }: PlainWords,
): Promise<Schemas['Template']> => {
  if (letter.with === 'design') {
    const params = { path: { id: letter.design.id }, ...intended() }
    return answered(api.POST('/v1/template-library/{id}/copy', { params, body: {} }))
  }
  const { id: productSpecificationId, sheet } = letter.specification
  const body = { name, productSpecificationId }
  const template = await answered(api.POST('/v1/templates', { params: intended(), body }))
  const path = { id: template.id }
  const draft = await answered(api.GET('/v1/templates/{id}/draft', { params: { path } }))
  const document = withWords(draft.document as Schemas['TemplateDocument'], sheet, text)
  const params = { path, header: { 'If-Match': `"${draft.revision}"` } }
  await answered(api.PUT('/v1/templates/{id}/draft', { params, body: { document } }))
  return template
}

/** Name and text of a letter without a design. */
export interface PlainWords {
  name: string
  text: string
}

const postflowFor = async (letter: FirstLetter, words: PlainWords): Promise<string> => {
  if (letter.with === 'postflow') return letter.postflow.id
  const template = await makeTemplate(letter, words)
  const publish = { params: { path: { id: template.id }, ...intended() } }
  const { id: templateVersionId } = await answered(api.POST('/v1/templates/{id}/publish', publish))
  const body = {
    name: template.name,
    templateVersionId,
    advertisingCategory: letter.with === 'design' ? category : null,
    trackingTargetUrl: 'https://example.com/',
  }
  const { id } = await answered(api.POST('/v1/postflows', { params: intended(), body }))
  await answered(api.POST('/v1/postflows/{id}/activate', { params: { path: { id }, ...intended() } }))
  return id
}

/** Sends a test letter to the user's name at a sample address. */
export const sendFirstLetter = async (
  letter: FirstLetter,
  name: string,
  words: PlainWords,
): Promise<Schemas['Item']> => {
  const id = await postflowFor(letter, words)
  const fields = await answered(api.GET('/v1/postflows/{id}/fields', { params: { path: { id } } }))
  const sample = sampleItem(id, fields)
  const data: Record<string, string> =
    'firstName' in fields.properties ? { firstName: name.split(' ')[0]! } : {}
  const recipient = { name, ...exampleAddress(session.country) }
  const body = { ...sample, recipient, data: { ...sample.data, ...data } }
  return answered(api.POST('/v1/items', { params: intended(), body }))
}
