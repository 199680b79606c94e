import { answered, api, newIntention, type Schemas } from '../../api/client.ts'

type Answers = Schemas['ListAnswer'][]

/** Stores mapping and answers in a preset. */
export const changePreset = (
  { id, revision }: Schemas['MappingPreset'],
  mapping: Schemas['Mapping'],
  answers: Answers,
) => {
  const params = { path: { id }, header: { 'If-Match': `"${revision}"` } }
  return answered(api.PATCH('/v1/mapping-presets/{id}', { params, body: { mapping, answers } }))
}

/** Stores mapping and answers in a new preset. */
export const createPreset = (name: string, mapping: Schemas['Mapping'], answers: Answers) => {
  const params = { header: { 'Idempotency-Key': newIntention() } }
  return answered(api.POST('/v1/mapping-presets', { params, body: { name, mapping, answers } }))
}
