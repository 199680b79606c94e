import { answered, api, newIntention, type Schemas } from '../../api/client.ts'
import { session } from '../../api/session.svelte.ts'
import { fetchSpecifications, type Specification } from '../../api/specifications.ts'
import { versionOf } from '../items/new/preview.svelte.ts'
import { sampleItem } from '../postflows/sample.ts'
import { exampleAddress } from './examples.ts'
import { type LetterWords, letterDocument } from './plain-letter.ts'

type Document = Schemas['TemplateDocument']

/** A letter to the user, which is made from the organisation's Postflow or template, or is a plain one. */
export interface FirstLetter {
  specification: Specification
  document: Document
  postflow?: Schemas['Postflow']
  template?: Schemas['Template']
  recipient: Schemas['RecipientInput']
  /** Whether the address is a sample, because the organisation has none. */
  isSampleAddress: boolean
}

const idempotent = () => ({ header: { 'Idempotency-Key': newIntention() } })
const one = { limit: 1 } as const

/** Returns the user at the organisation's address, or at a sample address. */
const recipientOf = async () => {
  const name = session.current?.user.name ?? ''
  const addresses = session.can('organisation.read')
    ? await answered(api.GET('/v1/organisation/return-addresses', { params: { query: one } }))
    : { data: [] }
  const address = addresses.data[0]?.address
  const at = address ? { ...address, companyName: null } : exampleAddress(session.country)
  return { recipient: { ...at, name } as Schemas['RecipientInput'], isSampleAddress: !address }
}

/** What the letter is made from: the newest active Postflow or template, or else a plain page. */
const sourceOf = async (words: LetterWords) => {
  const query = { 'filter[status]': 'ACTIVE' as const, ...one }
  const [postflows, templates, specifications] = await Promise.all([
    answered(api.GET('/v1/postflows', { params: { query } })),
    answered(api.GET('/v1/templates', { params: { query: one } })),
    fetchSpecifications(),
  ])
  const specified = (wanted: string) => specifications.find(({ id }) => id === wanted)
  const [[postflow], [template]] = [postflows.data, templates.data]
  if (postflow) {
    const { document, productSpecificationId } = await versionOf(postflow)
    return { postflow, document, specification: specified(productSpecificationId) }
  }
  if (template) {
    const params = { path: { id: template.id } }
    const { document } = await answered(api.GET('/v1/templates/{id}/draft', { params }))
    return { template, document, specification: specified(template.productSpecificationId) }
  }
  const offered = specifications.filter(({ active, prices }) => active && prices.length > 0)
  // A letter in an envelope shows more than a card; a window shows the address.
  const specification =
    offered.find(({ envelope }) => envelope?.window) ?? offered.find(({ envelope }) => envelope) ?? offered[0]
  return { specification, document: specification && letterDocument(specification.sheet, words) }
}

/** Finds the first letter of an organisation; undefined if no product is offered. */
export const findFirstLetter = async (words: LetterWords): Promise<FirstLetter | undefined> => {
  const [{ specification, document, ...source }, addressed] = await Promise.all([
    sourceOf(words),
    recipientOf(),
  ])
  return (
    specification && document && { ...source, ...addressed, specification, document: document as Document }
  )
}

/** Returns the letter's template, which is created if it is a plain one. */
export const templateOf = async ({ postflow, template, ...letter }: FirstLetter, name: string) => {
  if (postflow) return postflow.templateId
  if (template) return template.id
  const body = { name, productSpecificationId: letter.specification.id, document: letter.document }
  return (await answered(api.POST('/v1/templates', { params: idempotent(), body }))).id
}

const postflowOf = async (letter: FirstLetter, name: string): Promise<string> => {
  if (letter.postflow) return letter.postflow.id
  const templateId = await templateOf(letter, name)
  const published = letter.template?.latestVersion?.id
  const publish = { params: { path: { id: templateId }, ...idempotent() } }
  const templateVersionId = published ?? (await answered(api.POST('/v1/templates/{id}/publish', publish))).id
  const body = { name, templateVersionId, trackingTargetUrl: 'https://example.com/' }
  const { id } = await answered(api.POST('/v1/postflows', { params: idempotent(), body }))
  await answered(api.POST('/v1/postflows/{id}/activate', { params: { path: { id }, ...idempotent() } }))
  return id
}

/** Returns the user's first name for a design that greets by it. */
const greeted = (fields: object): Record<string, string> =>
  'firstName' in fields ? { firstName: session.current?.user.name.split(' ')[0] ?? '' } : {}

/** Returns the request for a picture of the letter. */
export const previewOf = ({ specification, document, recipient }: FirstLetter) =>
  ({
    productSpecificationId: specification.id,
    document,
    recipient,
    data: greeted(document.variables ?? {}),
    dpi: 144,
  }) as Schemas['TemplatePreviewRequest']

/** Sends the letter as a test. */
export const sendFirstLetter = async (letter: FirstLetter, name: string): Promise<Schemas['Item']> => {
  const id = await postflowOf(letter, name)
  const fields = await answered(api.GET('/v1/postflows/{id}/fields', { params: { path: { id } } }))
  const sample = sampleItem(id, fields)
  const data = { ...sample.data, ...greeted(fields.properties) }
  const body = { ...sample, recipient: letter.recipient, data }
  return answered(api.POST('/v1/items', { params: idempotent(), body }))
}
