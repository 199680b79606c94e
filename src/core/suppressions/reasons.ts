/** Why an address gets no mail. The platform's list; the first is what most entries say. */
export const suppressionReasons = {
  opt_out: 'The recipient asked for no more mail',
  register: 'On a public do-not-mail register',
  sticker: 'A sticker on the letterbox refuses advertising',
  moved: 'The recipient moved away',
  deceased: 'The recipient died',
  returned: 'Mail to the address came back',
  erasure: 'Erased on request',
  legal: 'Forbidden by an authority or a court',
  other: 'Another reason',
} as const

export type SuppressionReason = keyof typeof suppressionReasons
export const suppressionReasonKeys = Object.keys(suppressionReasons) as [
  SuppressionReason,
  ...SuppressionReason[],
]
