import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { preferences } from '../../messages/index.svelte.ts'

/** Planning period in days. */
const days = 92

/** Upcoming cutoffs of a mailing's product. Create it during component initialisation. */
export const cutoffsOf = (postbatch: () => Schemas['Postbatch']) =>
  new Resource(
    () => `calendar of ${postbatch().productSpecificationId} ${postbatch().status}`,
    async () => {
      const query = { days, productSpecificationId: postbatch().productSpecificationId }
      return (await answered(api.GET('/v1/runs/calendar', { params: { query } }))).data
    },
  )

/** Formats a date such as Tuesday 3 March. */
export const weekday = (day: string): string =>
  new Intl.DateTimeFormat(preferences.locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(day))
