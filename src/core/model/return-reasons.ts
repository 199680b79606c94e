/** Why mail comes back. */
export const returnReasonNames = [
  'MOVED',
  'DECEASED',
  'UNKNOWN',
  'REFUSED',
  'ADDRESS',
  'UNCLAIMED',
  'OTHER',
] as const
export type ReturnReason = (typeof returnReasonNames)[number]
