import type { Schemas } from '../../api/client.ts'

interface Begun {
  name: string
  templateId: string | null
  templateVersionId: string
  billingGroup: string
  /** The mailing whose settings it takes over. */
  like: Schemas['Postbatch'] | null
  /** A template is being made for it. */
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

/** What was filled in of a new mailing: a person who makes the design for it first finds it when they are back. */
export const begun = $state<Begun>({ ...nothingBegun })
