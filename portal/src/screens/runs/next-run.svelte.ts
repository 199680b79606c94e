import { answered, api } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'

/** Far enough for a product that closes once a week, with holidays between. */
const days = 21

/** The next cutoff of a product whose run takes items still; undefined until it is known. Made while a component starts. */
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
      return calendar.data?.find(({ runStatus }) => runStatus === null || runStatus === 'OPEN')?.cutoffAt
    },
  }
}
