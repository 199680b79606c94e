export interface BackupCheck {
  name: string
  /** `open`: not checked, because an earlier check failed or because it is stored elsewhere. */
  result: 'holds' | 'fails' | 'open'
  detail: string
}

/** Names that a sentence lists. */
const named = 5

/** A sentence such as `2 missing: a, b`; empty where there are no names. */
export const told = (what: string, names: readonly string[]): string[] => {
  if (names.length === 0) return []
  const more = names.length > named ? ` and ${names.length - named} more` : ''
  return [`${names.length} ${what}: ${names.slice(0, named).join(', ')}${more}`]
}
