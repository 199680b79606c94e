interface Begun {
  name: string
  templateId: string | null
  templateVersionId: string
  billingGroup: string
  /** A template is being made for it. */
  isWaiting: boolean
}

export const nothingBegun: Begun = {
  name: '',
  templateId: null,
  templateVersionId: '',
  billingGroup: '',
  isWaiting: false,
}

/** What was filled in of a new mailing: a person who makes the design for it first finds it when they are back. */
export const begun = $state<Begun>({ ...nothingBegun })
