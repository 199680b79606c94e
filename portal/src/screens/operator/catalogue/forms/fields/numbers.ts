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
