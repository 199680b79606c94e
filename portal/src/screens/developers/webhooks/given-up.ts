import type { Schemas } from '../../../api/client.ts'

/** How many events in a row were given up, where that switched a webhook off; undefined where a person did. */
export const givenUpOf = ({ disabledReason }: Schemas['Webhook']): string | undefined =>
  /^\d+/.exec(disabledReason ?? '')?.[0]
