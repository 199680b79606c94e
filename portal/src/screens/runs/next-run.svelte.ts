import { answered, api } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { isOpen } from './cutoffs.ts'

/** Long enough for a weekly product and holidays. */
const days = 21

/** A product's next cutoff for new items, if loaded and near. Create it during component initialisation. */
export const nextRunOf = (specificationId: () => string | undefined) => {
  const calendar = new Resource(
    () => specificationId() && `runs/next ${specificationId()}`,
    async () => {
      const query = { days, productSpecificationId: specificationId()! }
      return (await answered(api.GET('/v1/runs/calendar', { params: { query } }))).data
    },
  )
  return {
    get cutoffAt(): string | undefined {
      return calendar.data?.find(isOpen)?.cutoffAt
    },
  }
}
