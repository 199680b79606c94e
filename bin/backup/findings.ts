export interface BackupCheck {
  name: string
  /** `open`: not looked at, because something before it does not hold or because it is elsewhere. */
  result: 'holds' | 'fails' | 'open'
  detail: string
}

/** Names that travel in a sentence. */
const named = 5

/** `2 missing: a, b`; nothing where there are no names. */
export const told = (what: string, names: readonly string[]): string[] => {
  if (names.length === 0) return []
  const more = names.length > named ? ` and ${names.length - named} more` : ''
  return [`${names.length} ${what}: ${names.slice(0, named).join(', ')}${more}`]
}
