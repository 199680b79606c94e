/** Parses a number with point or comma; undefined if empty. Returns invalid text as it is, for the check. */
export const numberOf = (text: string): number | undefined => {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return undefined
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : (text as unknown as number)
}

export const typedNumber = (value: number | undefined | null): string => String(value ?? '')

/** Parses a price (two decimals) as cents; undefined if empty. Returns invalid text as is, for the check. */
export const centsOf = (text: string): number | undefined => {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return undefined
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : (text as unknown as number)
}

export const typedPrice = (cents: number | undefined): string =>
  typeof cents === 'number' ? (cents / 100).toFixed(2) : String(cents ?? '')
