/**
 * A number as somebody types it, with a point or a comma; undefined where nothing stands there. What is no number
 * stays as it was typed: the check says what is wrong with it, and nothing that was typed is lost.
 */
export const numberOf = (text: string): number | undefined => {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return undefined
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : (text as unknown as number)
}

export const typedNumber = (value: number | undefined | null): string => String(value ?? '')

/**
 * A price as somebody types it, in whole units with two decimals at most, as cents; undefined where nothing stands
 * there. What is none stays as it was typed: the check says what is wrong with it.
 */
export const centsOf = (text: string): number | undefined => {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return undefined
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : (text as unknown as number)
}

export const typedPrice = (cents: number | undefined): string =>
  typeof cents === 'number' ? (cents / 100).toFixed(2) : String(cents ?? '')
