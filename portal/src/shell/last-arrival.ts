import { answered, api, type Schemas } from '../api/client.ts'
import { fetchSpecifications } from '../api/specifications.ts'
import { stepsOf } from '../screens/runs/steps.ts'

const underWay: Schemas['RunStatus'][] = [
  'CUTOFF_REACHED',
  'RENDERING',
  'RENDERED',
  'HANDING_OVER',
  'HANDED_TO_PRINTER',
  'HANDED_TO_CARRIER',
]

/** Returns the latest planned delivery of closed runs under way, RFC 3339; undefined if there is none. */
export const fetchLastArrival = async (): Promise<string | undefined> => {
  const query = { limit: 200, 'filter[status][in]': underWay.join(',') }
  const { data } = await answered(api.GET('/v1/runs', { params: { query } }))
  if (data.length === 0) return undefined
  const specifications = await fetchSpecifications()
  const arrivals = data.flatMap((run) => {
    const specification = specifications.find(({ id }) => id === run.productSpecificationId)
    return stepsOf(run, specification).find(({ step }) => step === 'COMPLETED')?.plannedAt ?? []
  })
  return arrivals.sort().at(-1)
}
