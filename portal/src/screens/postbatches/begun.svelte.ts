/** What was filled in of a new mailing: a person who makes the design for it first finds it when they are back. */
export const begun = $state({ name: '', templateId: '', billingGroup: '' })
