import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { preferences } from '../../messages/index.svelte.ts'

/** As far as runs are planned. */
const days = 92

/** The cutoffs to come of what a mailing is printed on. Made while a component starts. */
export const cutoffsOf = (postbatch: () => Schemas['Postbatch']) =>
  new Resource(
    () => `calendar of ${postbatch().productSpecificationId} ${postbatch().status}`,
    async () => {
      const query = { days, productSpecificationId: postbatch().productSpecificationId }
      return (await answered(api.GET('/v1/runs/calendar', { params: { query } }))).data
    },
  )

/** A day of a calendar, such as Tuesday 3 March. */
export const weekday = (day: string): string =>
  new Intl.DateTimeFormat(preferences.locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(day))
