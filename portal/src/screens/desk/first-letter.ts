import { answered, api, newIntention, type Schemas } from '../../api/client.ts'
import { exampleAddress } from './examples.ts'

const intended = () => ({ header: { 'Idempotency-Key': newIntention() } })

/** A design that needs no picture and no more data than a first name. */
const designId = 'energy-letter'

/** The active Postflow in test mode to send with: one that is there, or a new one with a design of the library. */
const postflowToSendWith = async (): Promise<string> => {
  const query = { 'filter[status]': 'ACTIVE' as const, limit: 1 }
  const { data } = await answered(api.GET('/v1/postflows', { params: { query } }))
  if (data[0]) return data[0].id
  const copy = { params: { path: { id: designId }, ...intended() }, body: {} }
  const template = await answered(api.POST('/v1/template-library/{id}/copy', copy))
  const publish = { params: { path: { id: template.id }, ...intended() } }
  const { id: templateVersionId } = await answered(api.POST('/v1/templates/{id}/publish', publish))
  const body = {
    name: template.name,
    templateVersionId,
    advertisingCategory: 'energy',
    trackingTargetUrl: 'https://example.com/',
  }
  const postflow = await answered(api.POST('/v1/postflows', { params: intended(), body }))
  await answered(
    api.POST('/v1/postflows/{id}/activate', { params: { path: { id: postflow.id }, ...intended() } }),
  )
  return postflow.id
}

/** Sends a letter in test mode to the person who asks for it, at a sample address. */
export const sendFirstLetter = async (name: string): Promise<Schemas['Item']> => {
  const postflowId = await postflowToSendWith()
  const { country } = await answered(api.GET('/v1/organisation'))
  const recipient = { name, ...exampleAddress(country) }
  const body = { postflowId, recipient, data: { firstName: name.split(' ')[0]! } }
  return answered(api.POST('/v1/items', { params: intended(), body }))
}
