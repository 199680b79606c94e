/** Parses an amount such as `50`, `12,50` or `€ 1.234,56` as cents; undefined for invalid text. */
export const centsIn = (text: string): number | undefined => {
  // Removes spaces, a currency sign or code, and Swiss thousands apostrophes.
  const bare = text.replace(/\s|\p{Sc}|['’](?=\d{3})|^[A-Z]{3}(?![A-Z])|(?<![A-Z])[A-Z]{3}$/gu, '')
  // The thousands and decimal separators must differ.
  const match = /^(\d{1,3}(?:([.,])\d{3}(?:\2\d{3})*)|\d{1,9})(?:([.,])(\d{1,2}))?$/.exec(bare)
  if (!match || (match[2] && match[2] === match[3])) return undefined
  const whole = Number(match[1]!.replace(/[.,]/g, ''))
  return whole * 100 + Number((match[4] ?? '').padEnd(2, '0'))
}

/** Formats cents for an input, without currency or thousands separators. */
export const amountText = (cents: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, useGrouping: false }).format(cents / 100)
