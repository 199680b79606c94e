import type { Schemas } from '../../api/client.ts'

interface Begun {
  name: string
  templateId: string | null
  templateVersionId: string
  billingGroup: string
  /** The mailing whose settings are copied. */
  like: Schemas['Postbatch'] | null
  /** True while the user creates a template for the mailing. */
  isWaiting: boolean
}

export const nothingBegun: Begun = {
  name: '',
  templateId: null,
  templateVersionId: '',
  billingGroup: '',
  like: null,
  isWaiting: false,
}

/** Input of a new mailing, kept while the user creates a template for it. */
export const begun = $state<Begun>({ ...nothingBegun })
